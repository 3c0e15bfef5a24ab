import NexusCore
import NexusIntelligence

/// Processes messages of a conversation in order, from an earlier state. Pure: the result depends on the checkpoint and
/// the messages alone.
struct InsightReading {
    /// A message for the extractor.
    struct Line: Sendable {
        var message: InsightMessage
        var seq: Seq
        /// The name of the zone in ``InsightMessage/zone``, and whether it is the server's.
        var zone: InsightZone
        var isDeleted: Bool
        /// What the encoder made of it; nil without a model.
        var meaning: MessageMeaning?

        /// The place of an unreadable message, which has no content.
        static func unreadable(at seq: Seq, zone: InsightZone) -> Line {
            let message = InsightMessage(
                id: MessageID(high: 0, low: 0), sender: UserID(high: 0, low: 0), text: "", writtenAt: .zero,
                zone: zone.zone, replyTo: nil)
            return Line(message: message, seq: seq, zone: zone, isDeleted: true)
        }
    }

    private var extractor: InsightExtractor
    private let start: [Insight]
    private var zones: [MessageID: InsightZone]

    /// - Parameter zones: those of the messages that gave the checkpoint's items their dates.
    init(members: [InsightMember], from checkpoint: InsightCheckpoint, zones: [MessageID: InsightZone]) {
        self.zones = zones
        extractor = InsightExtractor(members: members, from: checkpoint)
        start = extractor.insights
    }

    var checkpoint: InsightCheckpoint { extractor.checkpoint }

    /// The zones of the messages that gave a checkpoint's items their dates.
    func zones(for checkpoint: InsightCheckpoint) -> [MessageID: InsightZone] {
        var found: [MessageID: InsightZone] = [:]
        for message in checkpoint.dateSources { found[message] = zones[message] }
        return found
    }

    mutating func take(_ line: Line) {
        guard !line.isDeleted else { return extractor.pass() }
        zones[line.message.id] = line.zone
        extractor.take(line.message, meaning: line.meaning)
    }

    /// The results, and the changes since the checkpoint.
    /// - Parameters:
    ///   - everything: also records unchanged since the checkpoint.
    ///   - settledBefore: a checkpoint from which the rest is unchanged: items still open there are left out.
    func found(everything: Bool, settledBefore: InsightCheckpoint? = nil) -> [FoundInsight] {
        let held = settledBefore.map(Self.places) ?? []
        let dates = ItemDates(extractor.insights)
        var found: [FoundInsight] = []
        for (index, insight) in extractor.insights.enumerated() {
            if !everything, index < start.count, start[index] == insight { continue }
            if case .actionItem(let item) = insight,
                held.contains(InsightPlace(source: item.source, start: item.span.start))
            {
                continue
            }
            if case .deadline(let deadline) = insight, dates.have(deadline) { continue }
            found.append(FoundInsight(insight, zones))
        }
        return found
    }

    /// The places of the items that are open at a checkpoint.
    static func places(of checkpoint: InsightCheckpoint) -> Set<InsightPlace> {
        Set(
            InsightExtractor(members: [], from: checkpoint).insights.map {
                InsightPlace(source: $0.source, start: $0.span.start)
            })
    }
}

extension FoundInsight {
    fileprivate init(_ insight: Insight, _ zones: [MessageID: InsightZone]) {
        func due(_ date: DueDate, from message: MessageID) -> InsightRecord.Due {
            let zone = zones[message] ?? .utc
            return InsightRecord.Due(text: date.iso8601, zone: zone.name, isServerZone: zone.isServers)
        }
        switch insight {
        case .actionItem(let item):
            self.init(
                kind: .action, source: item.source, text: item.task, span: item.span, confidence: item.confidence,
                assignee: item.assignee)
            borrowsFrom = item.borrowsFrom
            events = item.events
            self.due = item.due.map { due($0, from: item.dueSource ?? item.source) }
            level = item.isUrgent ? .high : .medium
            switch item.state {
            case .open: state = .open
            case .saidDone(let message):
                state = .suggestedDone
                saidBy = message
            case .cancelled(let message):
                state = .cancelled
                saidBy = message
            }
        case .decision(let decision):
            self.init(
                kind: .decision, source: decision.source, text: decision.text, span: decision.span,
                confidence: decision.confidence)
            borrowsFrom = decision.borrowsFrom
            replaces = decision.replaces
        case .deadline(let deadline):
            self.init(
                kind: .deadline, source: deadline.source, text: deadline.text, span: deadline.span,
                confidence: deadline.confidence)
            self.due = due(deadline.due, from: deadline.source)
        case .priority(let priority):
            self.init(
                kind: .priority, source: priority.source, text: priority.reason, span: priority.span,
                confidence: priority.confidence, level: .high)
        }
    }
}

/// A zone with its name.
struct InsightZone: Hashable, Sendable {
    var name: String
    var zone: WritingZone
    /// Whether it is the server's, because the writer's is unknown.
    var isServers: Bool

    static let utc = InsightZone(name: "UTC", zone: .utc, isServers: true)
}
