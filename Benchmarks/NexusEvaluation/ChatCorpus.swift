import Foundation
import NexusCore
import NexusIntelligence

/// A chat file as the assistant sees it after the last message: its passages, and the records found in it.
struct ChatCorpus: Sendable {
    /// A pause after which a new exchange begins, in milliseconds: that of the server.
    private static let pause: Int64 = 3 * 3_600_000

    let file: ChatFile
    let input: [InsightMessage]
    let passages: [Passage]
    let records: [AnswerRecord]
    /// The message number of each record.
    let sources: [Int]
    /// How sure the records of a message are, the surest.
    let confidences: [Int: Confidence]
    /// The tasks that a message reports as done.
    let reports: [Int: [AnswerRecord]]
    /// The statements that later messages replaced, on record.
    let replacements: [Replacement]
    let now: Timestamp
    let zone: WritingZone

    /// - Parameters:
    ///   - found: what the extractor found, of which the server keeps no deadline that an action item has.
    ///   - model: embeds the passages; nil for words alone.
    init(_ file: ChatFile, insights found: [Insight], model: MeaningModel?) {
        let dates = ItemDates(found)
        let insights = found.filter { if case .deadline(let deadline) = $0 { !dates.have(deadline) } else { true } }
        self.file = file
        let input = file.input
        self.input = input
        let zone = WritingZone(named: file.zone) ?? .utc
        self.zone = zone
        now = input.last?.writtenAt ?? .zero
        let written = Dictionary(input.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let kept = insights.compactMap { insight in
            written[insight.source].map { (AnswerRecord(insight, in: $0, zone: zone), Int(insight.source.low)) }
        }
        let replaced = Set(
            insights.compactMap { if case .decision(let decision) = $0 { decision.replaces } else { nil } })
        records = zip(kept, insights.filter { written[$0.source] != nil }).map { kept, insight in
            var record = kept.0
            record.isReplaced = record.kind == .decision && replaced.contains(insight.source)
            return record
        }
        sources = kept.map(\.1)
        confidences = Dictionary(insights.map { (Int($0.source.low), $0.confidence) }, uniquingKeysWith: max)
        var reports: [Int: [AnswerRecord]] = [:]
        for insight in insights {
            guard case .actionItem(let item) = insight, case .saidDone(let by) = item.state,
                let message = written[item.source]
            else { continue }
            reports[Int(by.low), default: []].append(AnswerRecord(insight, in: message, zone: zone))
        }
        self.reports = reports
        replacements = insights.flatMap(\.replacements)
        var exchange = 0
        var passages: [Passage] = []
        for (place, message) in input.enumerated() {
            if place > 0, message.writtenAt.milliseconds - input[place - 1].writtenAt.milliseconds > Self.pause {
                exchange += 1
            }
            passages.append(
                Passage(
                    sender: file.messages[place].sender, text: message.text,
                    day: Self.words(zone.local(message.writtenAt).day), exchange: exchange,
                    replyTo: message.replyTo.map { Int($0.low) - 1 }))
        }
        if let model {
            for (place, vector) in model.encoder.embed(passages.map(\.line)).enumerated() {
                passages[place].vector = vector
            }
        }
        self.passages = passages
    }

    /// "Friday 8 May 2026".
    private static func words(_ day: CivilDay) -> String {
        let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        let parts = day.parts
        return "\(weekdays[day.weekday]) \(parts.day) \(months[parts.month - 1]) \(parts.year)"
    }
}

extension Insight {
    /// As the server finds them on record.
    fileprivate var replacements: [Replacement] {
        func place(_ message: MessageID) -> Int { Int(message.low) - 1 }
        switch self {
        case .actionItem(let item):
            let changes = item.events.filter { $0.kind == .moved || $0.kind == .reassigned }
                .map { (message: place($0.message), part: $0.kind == .moved ? Replacement.Part.date : .person) }
            return Replacement.steps(from: place(item.source), changes).map { Replacement(of: $0, by: $1, $2) }
        case .decision(let decision):
            return decision.replaces.map { [Replacement(of: place($0), by: place(decision.source), .all)] } ?? []
        case .deadline, .priority: return []
        }
    }
}

extension Insight {
    fileprivate var confidence: Confidence {
        switch self {
        case .actionItem(let item): item.confidence
        case .decision(let decision): decision.confidence
        case .deadline(let deadline): deadline.confidence
        case .priority(let priority): priority.confidence
        }
    }
}

extension AnswerRecord {
    /// As the server stores an insight.
    init(_ insight: Insight, in message: InsightMessage, zone: WritingZone) {
        self.init(found: insight, in: message, zone: zone)
        isSuggested = insight.confidence < Self.likely
        confidence = insight.confidence
    }

    /// That of the server, before members teach it another.
    private static let likely = Confidence(0.5)

    private init(found insight: Insight, in message: InsightMessage, zone: WritingZone) {
        switch insight {
        case .actionItem(let item):
            let state: AnswerRecord.State =
                switch item.state {
                case .open: .open
                case .saidDone: .saidDone
                case .cancelled: .cancelled
                }
            self.init(
                kind: .task, state: state, sender: message.sender,
                requester: item.assignee == message.sender ? nil : message.sender, assignee: item.assignee,
                due: item.due, dueEnd: item.due?.end(in: zone), isUrgent: item.isUrgent, writtenAt: message.writtenAt,
                isChanged: state == .cancelled || item.events.contains { $0.kind == .moved || $0.kind == .reassigned })
        case .decision(let decision):
            self.init(
                kind: .decision, sender: message.sender, writtenAt: message.writtenAt,
                isChanged: decision.replaces != nil)
        case .deadline(let deadline):
            self.init(
                kind: .deadline, sender: message.sender, due: deadline.due, dueEnd: deadline.due.end(in: zone),
                writtenAt: message.writtenAt)
        case .priority:
            self.init(kind: .urgent, sender: message.sender, isUrgent: true, writtenAt: message.writtenAt)
        }
    }
}

extension ChatCorpus {
    /// What is on record of the messages, by place.
    var evidence: [Int: RecordEvidence] {
        var evidence: [Int: RecordEvidence] = [:]
        for (record, source) in zip(records, sources) where record.state != .cancelled {
            evidence[source - 1, default: []].formUnion(RecordEvidence(record))
        }
        for message in reports.keys { evidence[message - 1, default: []].insert(.report) }
        return evidence
    }
}
