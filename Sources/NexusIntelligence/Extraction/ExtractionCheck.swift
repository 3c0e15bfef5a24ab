import NexusCore

/// Decides which of a model's records hold. Pure code: whatever the model was talked into, a record has the words of a
/// new message, a member as its assignee, a date by our parser, and an act of our reader near it.
public struct ExtractionCheck: Sendable {
    private let window: ExtractionWindow
    private let reader: ClauseReader
    private let labels: [String: Int]
    /// The clauses of each message, and what each message does.
    private let reads: [(clauses: [ClauseReader.Read], does: Set<ClauseAct>)]
    /// The message that each answers.
    private let answered: [TurnContext.Turn?]

    /// How sure the reader must be of an act in the quoted message, relative to the point from which it makes a record
    /// by itself: half. In a message beside it the act has to count.
    private static let leastWeight = 0.5
    /// Messages on either side that are near.
    private static let reach = 2
    /// Messages on either side whose senders may be assignees.
    private static let speakerReach = InsightExtractor.answerReach

    /// - Parameter quotes: as sent: labels are theirs.
    public init?(_ window: ExtractionWindow, quotes: [QuotedMessage]) {
        guard let reader = ClauseReader(members: window.members) else { return nil }
        self.window = window
        self.reader = reader
        let places = Dictionary(
            window.lines.enumerated().map { ($1.message.id, $0) }, uniquingKeysWith: { first, _ in first })
        labels = Dictionary(
            quotes.compactMap { quote in places[quote.id].map { (quote.label, $0) } },
            uniquingKeysWith: { first, _ in first })
        var context = TurnContext()
        var answered: [TurnContext.Turn?] = []
        reads = window.lines.map { line in
            answered.append(context.answered(by: line.message))
            var copy = context
            let does = reader.reading(of: line.message, meaning: line.meaning, context: &copy).does
            return (reader.read(line.message, meaning: line.meaning, context: &context), does)
        }
        self.answered = answered
    }

    public func check(_ record: ExtractedRecord) -> Result<CheckedRecord, ExtractionFault> {
        guard let place = labels[Self.label(record.message)], window.lines[place].isNew else {
            return .failure(.noMessage)
        }
        let message = window.lines[place].message
        guard ExtractionWindow.maySend(message.text) else { return .failure(.planted) }
        guard let kind = Self.kinds[record.kind.lowercased()] else { return .failure(.noKind) }
        guard let range = Self.range(of: record.quote, near: record.start, in: message.text) else {
            return .failure(.noQuote)
        }
        let span = TextSpan(range, in: message.text)
        let words = text(of: kind, at: place, range)
        var checked = CheckedRecord(
            kind: kind, source: message.id, span: span, text: words.text, borrowsFrom: words.borrowsFrom)
        do throws(ExtractionFault) {
            (checked.relation, checked.related) = try relation(of: record, kind, in: message)
        } catch {
            return .failure(error)
        }
        guard hasAct(kind, checked.relation, at: place, range) else { return .failure(.noAct) }
        if !record.due.isEmpty {
            checked.due = Self.due(record.due, in: message)
            if checked.due == nil { checked.dropped.insert(.noPhrase) }
        }
        if kind == .deadline, checked.due == nil {
            checked.due =
                DueDateParser(zone: message.zone).dueDate(
                    in: String(message.text[range]), writtenAt: message.writtenAt)?.due
            guard checked.due != nil else { return .failure(.noDate) }
        }
        if kind == .action, !record.assignee.isEmpty {
            checked.assignee = person(record.assignee, at: place)
            if checked.assignee == nil { checked.dropped.insert(.noPerson) }
        }
        if checked.relation == .event(.reassigned), checked.assignee == nil { return .failure(.noPerson) }
        if checked.relation == .event(.moved), checked.due == nil { return .failure(.noDate) }
        return .success(checked)
    }

    private static let kinds: [String: InsightRecord.Kind] = [
        "task": .action, "action": .action, "decision": .decision, "deadline": .deadline, "urgent": .priority,
    ]

    /// Models write a label also as `[m1]` or `M1`.
    private static func label(_ text: String) -> String {
        String(text.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
    }

    // MARK: Words

    /// The quote's place: of several the one nearest to where the model says it is.
    static func range(of quote: String, near start: Int64, in text: String) -> Range<String.Index>? {
        var found: [Range<String.Index>] = []
        var rest = text.startIndex
        while rest < text.endIndex, let match = QuoteFinder(String(text[rest...])).find(quote) {
            let scalars = text.unicodeScalars
            let lower = scalars.index(rest, offsetBy: match.range.lowerBound)
            let upper = scalars.index(rest, offsetBy: match.range.upperBound)
            found.append(lower..<upper)
            // Only repeated words need more.
            guard found.count < 16, upper > rest else { break }
            rest = upper
        }
        return found.min { left, right in
            func distance(_ range: Range<String.Index>) -> Int64 {
                let offset = Int64(text.distance(from: text.startIndex, to: range.lowerBound))
                return offset >= start ? offset &- start : start &- offset
            }
            return distance(left) < distance(right)
        }
    }

    /// The date of a phrase of the message.
    private static func due(_ phrase: String, in message: InsightMessage) -> DueDate? {
        guard let range = range(of: phrase, near: 0, in: message.text) else { return nil }
        return DueDateParser(zone: message.zone).dueDate(
            in: String(message.text[range]), writtenAt: message.writtenAt)?.due
    }

    /// The task, or the quoted words; and the message whose words the task borrows.
    private func text(
        of kind: InsightRecord.Kind, at place: Int, _ range: Range<String.Index>
    ) -> (text: String, borrowsFrom: MessageID?) {
        let message = window.lines[place].message
        if kind == .action, let read = reads[place].clauses.first(where: { $0.clause.range.overlaps(range) }) {
            return TaskTitle(names: reader.rules.names).title(of: read, in: message.text, answering: answered[place])
        }
        let words = message.text[range].split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return (words.count <= TaskTitle.limit ? words : String(words.prefix(TaskTitle.limit - 1)) + "…", nil)
    }

    // MARK: Relations

    private func relation(
        of record: ExtractedRecord, _ kind: InsightRecord.Kind, in message: InsightMessage
    ) throws(ExtractionFault) -> (CheckedRecord.Relation?, InsightID?) {
        guard !record.relation.isEmpty, record.relation != "none" else { return (nil, nil) }
        let label = Self.label(record.record)
        guard let number = label.hasPrefix("r") ? Int(label.dropFirst()) : nil,
            window.records.indices.contains(number - 1)
        else { throw .noRecord }
        let known = window.records[number - 1]
        guard known.source != message.id else { throw .noRecord }
        if record.relation == "replaces" {
            guard kind == .decision, known.kind == .decision else { throw .noRecord }
            return (.replaces, known.id)
        }
        guard let event = InsightEvent.Kind(rawValue: record.relation), known.kind == .action, kind == .action else {
            throw .noRecord
        }
        return (.event(event), known.id)
    }

    // MARK: Acts

    /// Whether our reader finds an act that such a record needs, near the quote.
    private func hasAct(
        _ kind: InsightRecord.Kind, _ relation: CheckedRecord.Relation?, at place: Int, _ range: Range<String.Index>
    ) -> Bool {
        let acts = Self.acts(kind, relation)
        let own = reads[place]
        if !own.does.isDisjoint(with: acts) { return true }
        let isHere = own.clauses.contains { read in acts.contains { reader.weight($0, of: read) >= Self.leastWeight } }
        if isHere { return true }
        return window.lines.indices.contains { near in
            near != place && abs(near - place) <= Self.reach && !reads[near].does.isDisjoint(with: acts)
        }
    }

    private static func acts(_ kind: InsightRecord.Kind, _ relation: CheckedRecord.Relation?) -> Set<ClauseAct> {
        if case .event(let event) = relation {
            return switch event {
            case .accepted: [.accept, .commit, .assent]
            case .refused: [.refuse]
            case .moved: [.move, .deadline, .propose, .commit, .decide]
            case .reassigned: [.reassign, .commit, .request, .accept]
            case .repeated: [.request, .remind, .commit]
            case .done: [.done, .past]
            case .cancelled: [.cancel, .refuse, .decide]
            }
        }
        return switch kind {
        case .action: [.request, .commit, .reassign]
        case .decision: [.decide, .assent, .accept, .propose]
        case .deadline: [.deadline, .request, .commit, .decide, .move]
        case .priority: [.urgent]
        }
    }

    // MARK: People

    /// The member of a name, if the message names them, or they speak near it.
    private func person(_ name: String, at place: Int) -> UserID? {
        let wanted = name.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "-" }
        guard !wanted.isEmpty else { return nil }
        let found = window.members.filter { member in
            let words = member.name.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "-" }
            return wanted.allSatisfy(words.contains)
        }
        guard found.count == 1, let member = found.first?.id else { return nil }
        let isNamed = reads[place].clauses.contains { read in
            read.clause.words.indices.contains { reader.rules.names.member(read.clause.words, at: $0) == member }
        }
        let speaks = window.lines.indices.contains { near in
            abs(near - place) <= Self.speakerReach && window.lines[near].message.sender == member
        }
        return isNamed || speaks ? member : nil
    }
}
