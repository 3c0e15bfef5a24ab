import NexusCore

/// Extracts records from the messages of a conversation: a pure state machine over messages in order. The result does
/// not depend on how the messages are batched.
///
/// A request and its acceptance are one item; a report of completion or cancellation changes its item; repetitions are
/// one item.
public struct InsightExtractor: Sendable {
    /// Messages over which an answer can still be to a request.
    static let answerReach = 8
    /// Open items that later messages are compared with: the newest.
    static let openLimit = 200

    public internal(set) var insights: [Insight] = []
    private let reader: MessageReader
    var count = 0
    var open: [Tracked] = []

    /// An action item that can still change.
    struct Tracked: Hashable, Sendable {
        var index: Int
        var number: Int
        var requester: UserID
        var isAccepted: Bool
        var stems: Set<String>
    }

    public init(members: [InsightMember]) { reader = MessageReader(members: members) }

    /// Takes the next message.
    public mutating func take(_ message: InsightMessage) {
        count += 1
        let reading = reader.read(message)
        let wasAbout = reading.actions.isEmpty || reading.isCompletion ? settle(message, reading) : false
        if !wasAbout {
            for action in reading.actions { add(action, message, reading) }
        }
        if reading.actions.isEmpty { insights += reading.decisions.map(Insight.decision) }
        insights += reading.deadlines.map(Insight.deadline)
        if let priority = reading.priority, !reading.isCompletion { insights.append(.priority(priority)) }
    }

    /// Passes over an empty message, such as a deleted one: later messages keep their numbers.
    public mutating func pass() { count += 1 }

    // MARK: What speaks of an item

    /// Whether the message refers to an existing item.
    private mutating func settle(_ message: InsightMessage, _ reading: MessageReading) -> Bool {
        if reading.isCancellation, let position = position(of: message, reading, least: 0.2) {
            change(position) { item in
                item.state = .cancelled(by: message.id)
                item.note(InsightEvent(.cancelled, message.id, by: message.sender))
            }
            open.remove(at: position)
            return true
        }
        if reading.isCompletion, let position = completed(message, reading) {
            change(position) { item in
                item.state = .saidDone(by: message.id)
                item.note(InsightEvent(.done, message.id, by: message.sender))
            }
            open.remove(at: position)
            return true
        }
        if reading.isAcceptance, let position = asked(of: message.sender, message) {
            accept(position, message, reading)
            return true
        }
        if reading.isReminder, let position = position(of: message, reading, least: 0.5) {
            change(position) { $0.note(InsightEvent(.repeated, message.id, by: message.sender)) }
            return true
        }
        return false
    }

    private mutating func add(_ action: MessageReading.Action, _ message: InsightMessage, _ reading: MessageReading) {
        if action.kind == .promise, let position = taken(message, action) {
            accept(position, message, reading)
            return
        }
        if reading.isAcceptance, action.kind == .promise, let position = asked(of: message.sender, message) {
            accept(position, message, reading)
            return
        }
        if let position = repeated(action) {
            change(position) { item in
                item.note(InsightEvent(.repeated, message.id, by: message.sender, due: action.due))
                item.take(action.due, from: message.id)
            }
            return
        }
        open.append(
            Tracked(
                index: insights.count, number: count, requester: message.sender, isAccepted: action.kind == .promise,
                stems: action.stems))
        if open.count > Self.openLimit { open.removeFirst() }
        insights.append(
            .actionItem(
                ActionItem(
                    source: message.id, task: action.task, assignee: action.assignee, due: action.due,
                    dueSource: action.due == nil ? nil : message.id, isUrgent: reading.priority != nil, state: .open,
                    span: action.span, confidence: action.confidence)))
    }

    private mutating func accept(_ position: Int, _ message: InsightMessage, _ reading: MessageReading) {
        open[position].isAccepted = true
        change(position) { item in
            item.assignee = item.assignee ?? message.sender
            item.take(reading.due, from: message.id)
            item.note(InsightEvent(.accepted, message.id, by: message.sender, due: reading.due))
        }
    }

    private mutating func change(_ position: Int, _ body: (inout ActionItem) -> Void) {
        let index = open[position].index
        guard case .actionItem(var item) = insights[index] else { return }
        body(&item)
        insights[index] = .actionItem(item)
    }

    private func item(_ position: Int) -> ActionItem? {
        guard case .actionItem(let item) = insights[open[position].index] else { return nil }
        return item
    }

    // MARK: Which item

    /// The request that a person most likely answers: addressed to them, or to no one, and recent.
    private func asked(of person: UserID, _ message: InsightMessage) -> Int? {
        if let replyTo = message.replyTo, let position = open.indices.last(where: { item($0)?.source == replyTo }) {
            return position
        }
        return open.indices.last { position in
            let tracked = open[position]
            let assignee = item(position)?.assignee
            return count - tracked.number <= Self.answerReach && tracked.requester != person && !tracked.isAccepted
                && (assignee == nil || assignee == person)
        }
            ?? open.indices.last { position in
                // A second person may join an unaddressed request.
                count - open[position].number <= 3 && open[position].requester != person
                    && item(position)?.assignee == person
            }
    }

    /// The request that a promise accepts: on the same topic, or the last one.
    private func taken(_ message: InsightMessage, _ action: MessageReading.Action) -> Int? {
        if action.stems.isEmpty,
            let position = open.indices.last(where: {
                count - open[$0].number <= Self.answerReach && !open[$0].isAccepted && item($0)?.assignee == nil
            })
        {
            return position
        }
        guard let position = asked(of: message.sender, message) else {
            return open.indices.last { position in
                item(position)?.assignee == message.sender && likeness(open[position].stems, action.stems) >= 0.5
            }
        }
        let tracked = open[position]
        if likeness(tracked.stems, action.stems) > 0 || count - tracked.number <= 2 { return position }
        return item(position)?.assignee == message.sender ? position : nil
    }

    private func repeated(_ action: MessageReading.Action) -> Int? {
        open.indices.last { position in
            guard let item = item(position),
                item.assignee == nil || action.assignee == nil || item.assignee == action.assignee
            else {
                return false
            }
            return action.stems.count >= 2 && likeness(open[position].stems, action.stems) >= 0.6
        }
    }

    /// The item that a message completes: one with shared words, or else the sender's last.
    private func completed(_ message: InsightMessage, _ reading: MessageReading) -> Int? {
        if let position = position(of: message, reading, least: 0.3, for: message.sender) { return position }
        guard reading.isShort, reading.stems.count <= 4 else { return nil }
        return open.indices.last {
            item($0)?.assignee == message.sender && count - open[$0].number <= 2 * Self.answerReach
        }
            ?? open.indices.last { item($0)?.assignee == nil && count - open[$0].number <= Self.answerReach }
    }

    /// The open item that shares most words with a message, at least a share of the words that the shorter one has.
    private func position(
        of message: InsightMessage, _ reading: MessageReading, least: Double, for person: UserID? = nil
    ) -> Int? {
        if let replyTo = message.replyTo, let position = open.indices.last(where: { item($0)?.source == replyTo }) {
            return position
        }
        var best: (position: Int, likeness: Double)?
        for position in open.indices.reversed() {
            guard let item = item(position) else { continue }
            var value = likeness(open[position].stems, reading.stems)
            // The assignee reports completion; others hardly know.
            if let person, let assignee = item.assignee { value *= assignee == person ? 1.5 : 0.6 }
            if value >= least, value > best?.likeness ?? 0 { best = (position, value) }
        }
        return best?.position
    }

    private func likeness(_ left: Set<String>, _ right: Set<String>) -> Double {
        let least = min(left.count, right.count)
        guard least > 0 else { return 0 }
        let shared = left.count { stem in
            // "cleanup" is of "clean up".
            right.contains(stem)
                || stem.count >= 4 && right.contains { $0.hasPrefix(stem) || $0.count >= 4 && stem.hasPrefix($0) }
        }
        return Double(shared) / Double(max(2, least))
    }
}

extension ActionItem {
    /// Takes a date that a later message gives, unless it has one.
    fileprivate mutating func take(_ date: DueDate?, from message: MessageID) {
        guard due == nil, let date else { return }
        due = date
        dueSource = message
    }
}
