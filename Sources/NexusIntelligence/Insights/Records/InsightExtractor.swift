import NexusCore

/// Extracts records from the messages of a conversation: a pure state machine over messages in order. The result does
/// not depend on how the messages are batched.
///
/// A request and its acceptance are one item; a refusal, a new date, another assignee, a report of completion or a cancellation
/// changes its item; repetitions are one item. A decision that settles a proposal has the proposal's topic.
public struct InsightExtractor: Sendable {
    /// Messages over which an answer can still be to a request.
    static let answerReach = 8
    /// Open items that later messages are compared with: the newest.
    static let openLimit = 200
    /// Proposals and decisions that later messages are compared with: the newest.
    static let choiceLimit = 12

    public internal(set) var insights: [Insight] = []
    private let reader: ClauseReader?
    var context = TurnContext()
    var count = 0
    var open: [Tracked] = []
    var proposals: [Proposal] = []
    var decisions: [Settled] = []

    /// An action item that can still change.
    struct Tracked: Hashable, Sendable {
        var index: Int
        var number: Int
        var requester: UserID
        var isAccepted: Bool
        var stems: Set<String>
        /// The number of the last message that spoke of it.
        var touched: Int
    }

    /// A proposal that may still be settled.
    struct Proposal: Hashable, Sendable {
        var number: Int
        var proposer: UserID
        /// Its message; nil in a checkpoint from before this was kept.
        var message: MessageID?
        var text: String
        var stems: Set<String>
    }

    /// A decision that may still be replaced.
    struct Settled: Hashable, Sendable {
        var message: MessageID
        var stems: Set<String>
    }

    public init(members: [InsightMember]) {
        reader = ClauseReader(members: members)
    }

    /// Takes the next message.
    /// - Parameter meaning: what the encoder made of it; without a model nil, and it is read by its words alone.
    public mutating func take(_ message: InsightMessage, meaning: MessageMeaning? = nil) {
        count += 1
        guard let reading = reader?.reading(of: message, meaning: meaning, context: &context) else { return }
        let wasAbout = settle(message, reading)
        for (index, action) in reading.actions.enumerated() where !(wasAbout && index == 0 && speaksOfLast(action)) {
            add(action, message, reading)
        }
        decide(message, reading)
        insights += reading.deadlines.map(Insight.deadline)
        if let priority = reading.priority, !reading.does.contains(.done) { insights.append(.priority(priority)) }
    }

    /// Passes over an empty message, such as a deleted one: later messages keep their numbers.
    public mutating func pass() { count += 1 }

    // MARK: Decisions

    private mutating func decide(_ message: InsightMessage, _ reading: MessageReading) {
        for choice in reading.decisions {
            let proposal = choice.isElliptic ? settled(choice, by: message) : nil
            let stems = choice.stems.union(proposal?.stems ?? [])
            // What one message decides, stands together.
            let replaced = decisions.last { $0.message != message.id && likeness($0.stems, stems) >= 0.5 }
            insights.append(
                .decision(
                    Decision(
                        source: message.id, text: proposal.map { "\($0.text): \(choice.text)" } ?? choice.text,
                        span: choice.span, confidence: choice.confidence, replaces: replaced?.message,
                        borrowsFrom: proposal?.message)))
            decisions.append(Settled(message: message.id, stems: stems))
            if decisions.count > Self.choiceLimit { decisions.removeFirst() }
        }
        for choice in reading.proposals where !reading.decisions.contains(where: { $0.span == choice.span }) {
            proposals.append(
                Proposal(
                    number: count, proposer: message.sender, message: message.id, text: choice.text,
                    stems: choice.stems))
            if proposals.count > Self.choiceLimit { proposals.removeFirst() }
        }
    }

    /// The proposal that a short decision settles: one on its topic, or the last.
    private func settled(_ choice: MessageReading.Choice, by message: InsightMessage) -> Proposal? {
        let near = proposals.filter { count - $0.number <= 2 * Self.answerReach }
        return near.last { likeness($0.stems, choice.stems) > 0 } ?? near.last { count - $0.number <= Self.answerReach }
    }

    // MARK: What speaks of an item

    /// Whether the message refers to an existing item.
    private mutating func settle(_ message: InsightMessage, _ reading: MessageReading) -> Bool {
        let does = reading.does
        if does.contains(.cancel), let position = position(of: message, reading, least: 0.2) {
            change(position, .cancelled, message, reading) { $0.state = .cancelled(by: message.id) }
            open.remove(at: position)
            return true
        }
        if let position = completed(message, reading) {
            change(position, .done, message, reading) { $0.state = .saidDone(by: message.id) }
            open.remove(at: position)
            return true
        }
        if does.contains(.move), let due = reading.due, let position = spoken(of: message, reading) {
            change(position, .moved, message, reading) { ($0.due, $0.dueSource) = (due, message.id) }
            return true
        }
        if does.contains(.reassign), let position = spoken(of: message, reading) {
            let person =
                reading.named.first { $0 != message.sender && $0 != item(position)?.assignee } ?? message.sender
            change(position, .reassigned, message, reading, assignee: person) { $0.assignee = person }
            open[position].isAccepted = person == message.sender
            return true
        }
        if does.contains(.refuse), let position = asked(of: message.sender, message),
            item(position)?.assignee == message.sender || message.replyTo != nil
        {
            change(position, .refused, message, reading) { item in
                if item.assignee == message.sender { item.assignee = nil }
            }
            return true
        }
        if does.contains(.accept), let position = asked(of: message.sender, message) {
            accept(position, message, reading)
            return true
        }
        if reading.mayAccept, let position = asked(of: message.sender, message), awaits(message, position) {
            accept(position, message, reading)
            return true
        }
        if does.contains(.remind), let position = position(of: message, reading, least: 0.5) {
            change(position, .repeated, message, reading) { $0.take(reading.due, from: message.id) }
            return true
        }
        return false
    }

    /// Whether a request of one of the last messages has not been answered by anyone whom it addresses.
    private func awaits(_ message: InsightMessage, _ position: Int) -> Bool {
        guard !open[position].isAccepted, count - open[position].number <= 2 else { return false }
        return item(position)?.assignee == nil || item(position)?.assignee == message.sender
    }

    /// Whether an action of a message that changed an item only says that again.
    private func speaksOfLast(_ action: MessageReading.Action) -> Bool {
        action.kind == .promise || open.contains { $0.touched == count && likeness($0.stems, action.stems) >= 0.3 }
    }

    private mutating func add(_ action: MessageReading.Action, _ message: InsightMessage, _ reading: MessageReading) {
        if action.kind == .promise, let position = taken(message, action) {
            accept(position, message, reading)
            return
        }
        if let position = repeated(action) {
            change(position, .repeated, message, reading) { $0.take(action.due, from: message.id) }
            return
        }
        open.append(
            Tracked(
                index: insights.count, number: count, requester: message.sender, isAccepted: action.kind == .promise,
                stems: action.stems, touched: count))
        if open.count > Self.openLimit { open.removeFirst() }
        insights.append(
            .actionItem(
                ActionItem(
                    source: message.id, task: action.task, assignee: action.assignee, due: action.due,
                    dueSource: action.due == nil ? nil : message.id, isUrgent: reading.priority != nil, state: .open,
                    span: action.span, confidence: action.confidence, borrowsFrom: action.borrowsFrom)))
    }

    private mutating func accept(_ position: Int, _ message: InsightMessage, _ reading: MessageReading) {
        open[position].isAccepted = true
        change(position, .accepted, message, reading) { item in
            item.assignee = item.assignee ?? message.sender
            item.take(reading.due, from: message.id)
        }
    }

    private mutating func change(
        _ position: Int, _ kind: InsightEvent.Kind, _ message: InsightMessage, _ reading: MessageReading,
        assignee: UserID? = nil, _ body: (inout ActionItem) -> Void
    ) {
        let index = open[position].index
        guard case .actionItem(var item) = insights[index] else { return }
        open[position].touched = count
        body(&item)
        item.note(InsightEvent(kind, message.id, by: message.sender, due: reading.due, assignee: assignee))
        insights[index] = .actionItem(item)
    }

    private func item(_ position: Int) -> ActionItem? {
        guard case .actionItem(let item) = insights[open[position].index] else { return nil }
        return item
    }

    // MARK: Which item

    /// The item whose source or later message is replied to.
    private func replied(_ message: InsightMessage) -> Int? {
        guard let replyTo = message.replyTo else { return nil }
        return open.indices.last { item($0)?.source == replyTo }
            ?? open.indices.last { item($0)?.events.contains { $0.message == replyTo } ?? false }
    }

    /// The request that a person most likely answers: addressed to them, or to no one, and recent.
    private func asked(of person: UserID, _ message: InsightMessage) -> Int? {
        if let position = replied(message) { return position }
        let near = open.indices.filter { count - open[$0].number <= Self.answerReach && open[$0].requester != person }
        // Who is named answers before who is not.
        return near.last { !open[$0].isAccepted && item($0)?.assignee == person }
            ?? near.last { !open[$0].isAccepted && item($0)?.assignee == nil }
            // A second person may join an unaddressed request.
            ?? near.last { count - open[$0].number <= 3 && item($0)?.assignee == person }
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
        return likeness(tracked.stems, action.stems) > 0 || count - tracked.number <= 2 ? position : nil
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

    /// The item that a message most likely completes (``CompletionLink``).
    private func completed(_ message: InsightMessage, _ reading: MessageReading) -> Int? {
        // Who gives work, takes it on or asks again reports nothing, unless plainly.
        let does = reading.does
        guard does.contains(.done) || reading.actions.isEmpty && !does.contains(.accept) && !does.contains(.remind)
        else { return nil }
        var best: (position: Int, probability: Double)?
        var newer: [UserID?: Int] = [:]
        for position in open.indices.reversed() {
            guard let item = item(position) else { continue }
            let tracked = open[position]
            let isRequester = tracked.requester == message.sender
            let writer: CompletionLink.Writer =
                switch item.assignee {
                case message.sender: .assignee
                case nil: isRequester ? .openRequester : .openMember
                default: isRequester ? .requester : .other
                }
            let link = CompletionLink(
                reported: reading.reported, likeness: likeness(tracked.stems, reading.stems), writer: writer,
                distance: count - tracked.number, quiet: count - tracked.touched, isAccepted: tracked.isAccepted,
                newer: newer[item.assignee, default: 0], asks: reading.asks, confidence: item.confidence.value)
            newer[item.assignee, default: 0] += 1
            if link.probability > best?.probability ?? 0 { best = (position, link.probability) }
        }
        guard let best, best.probability >= CompletionLink.least else { return nil }
        return best.position
    }

    /// The item that a message about a date or a person speaks of: on its topic, or the last that was spoken of.
    private func spoken(of message: InsightMessage, _ reading: MessageReading) -> Int? {
        position(of: message, reading, least: 0.3)
            ?? open.indices.filter { count - open[$0].touched <= Self.answerReach }.max {
                open[$0].touched < open[$1].touched
            }
    }

    /// The open item that shares most words with a message, at least a share of the words that the shorter one has.
    private func position(
        of message: InsightMessage, _ reading: MessageReading, least: Double
    ) -> Int? {
        if let position = replied(message) { return position }
        var best: (position: Int, likeness: Double)?
        for position in open.indices.reversed() {
            let value = likeness(open[position].stems, reading.stems)
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
