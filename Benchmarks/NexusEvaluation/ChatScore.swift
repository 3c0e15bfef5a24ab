import NexusCore
import NexusIntelligence

/// How well the records of chat files are found.
public struct ChatScore: Sendable {
    public var conversations = 0
    public var messages = 0
    public var actions = DetectionScore()
    /// Those with the right assignee and day as well.
    public var wholeActions = DetectionScore()
    public var decisions = DetectionScore()
    public var deadlines = DetectionScore()
    public var urgent = DetectionScore()
    /// Of the items found: those whose state (open, done, cancelled) is that of the labels.
    public var statesRight = 0
    /// Wrong and missed detections, for human readers.
    public var differences: [String] = []

    public init() {}

    /// Compares the records of a conversation with its labels.
    public mutating func add(_ insights: [Insight], of file: ChatFile) {
        conversations += 1
        messages += file.messages.count
        let labels = ChatLabels(file)
        compareActions(insights, labels, file)
        let decided = Set(
            insights.compactMap { if case .decision(let found) = $0 { number(found.source) } else { nil } })
        let urgent = Set(
            insights.compactMap { if case .priority(let found) = $0 { number(found.source) } else { nil } })
        compare("decision", \.decisions, decided, Set(labels.decisions), file)
        compare("urgent", \.urgent, urgent, labels.urgent, file)
        var dates: [Int: Set<String>] = [:]
        for insight in insights {
            switch insight {
            case .deadline(let found):
                dates[number(found.source), default: []].insert(String(found.due.iso8601.prefix(10)))
            case .actionItem(let item):
                guard let due = item.due, item.dueSource == item.source else { continue }
                dates[number(item.source), default: []].insert(String(due.iso8601.prefix(10)))
            default: break
            }
        }
        for (message, found) in dates {
            let wanted = labels.deadlines[message] ?? []
            deadlines.right += found.intersection(wanted).count
            deadlines.wrong += found.subtracting(wanted).count
            for date in found.subtracting(wanted) { note("+", "deadline \(date)", message, file) }
        }
        for (message, wanted) in labels.deadlines {
            deadlines.missed += wanted.subtracting(dates[message] ?? []).count
            for date in wanted.subtracting(dates[message] ?? []) { note("-", "deadline \(date)", message, file) }
        }
    }

    private mutating func compareActions(_ insights: [Insight], _ labels: ChatLabels, _ file: ChatFile) {
        var found = insights.compactMap { if case .actionItem(let item) = $0 { item } else { nil } }
        for label in labels.actions {
            let text = file.messages[label.source - 1].text
            let wanted = text.firstRange(of: label.evidence).map { TextSpan($0, in: text) }
            let candidates = found.indices.filter { number(found[$0].source) == label.source }
            guard let best = candidates.max(by: { overlap(found[$0].span, wanted) < overlap(found[$1].span, wanted) })
            else {
                actions.missed += 1
                wholeActions.missed += 1
                note("-", "action", label.source, file)
                continue
            }
            let item = found.remove(at: best)
            actions.right += 1
            let assignee = label.assignee.flatMap { file.person(named: $0) }
            if item.assignee == assignee,
                item.due.map({ String($0.iso8601.prefix(10)) }) == label.due.map({ String($0.prefix(10)) })
            {
                wholeActions.right += 1
            } else {
                wholeActions.missed += 1
                wholeActions.wrong += 1
                note(
                    "~",
                    "\(item.task) | \(item.assignee.map { file.members[Int($0.low)] } ?? "none") for \(label.assignee ?? "none"), \(item.due?.iso8601 ?? "none") for \(label.due ?? "none")",
                    label.source, file)
            }
            switch item.state {
            case .open: statesRight += label.isOpen ? 1 : 0
            case .saidDone: statesRight += label.isDone ? 1 : 0
            case .cancelled: statesRight += !label.isOpen && !label.isDone ? 1 : 0
            }
        }
        actions.wrong += found.count
        wholeActions.wrong += found.count
        for item in found { note("+", "action", number(item.source), file) }
    }

    private func overlap(_ left: TextSpan, _ right: TextSpan?) -> Int {
        guard let right else { return 0 }
        return min(left.start + left.length, right.start + right.length) - max(left.start, right.start)
    }

    private mutating func compare(
        _ kind: String, _ path: WritableKeyPath<ChatScore, DetectionScore>, _ found: Set<Int>, _ labelled: Set<Int>,
        _ file: ChatFile
    ) {
        self[keyPath: path].right += found.intersection(labelled).count
        self[keyPath: path].wrong += found.subtracting(labelled).count
        self[keyPath: path].missed += labelled.subtracting(found).count
        for message in found.subtracting(labelled).sorted() { note("+", kind, message, file) }
        for message in labelled.subtracting(found).sorted() { note("-", kind, message, file) }
    }

    private func number(_ id: MessageID) -> Int { Int(id.low) }

    private mutating func note(_ sign: String, _ kind: String, _ message: Int, _ file: ChatFile) {
        let line = file.messages[message - 1]
        differences.append("\(sign) \(kind) \(file.name) \(message) \(line.sender): \(line.text)")
    }
}
