/// A mutation in the outbox: a durable row until the server has answered.
public struct OutboxEntry: Equatable, Sendable {
    public enum State: Equatable, Sendable {
        /// Waits for its turn, the network or a retry.
        case waiting
        /// Acknowledged, but its change has not arrived yet.
        case acknowledged(Seq)
        /// Refused permanently, with the reason; the user retries or discards it.
        case failed(Refusal)
    }

    public var operation: Operation
    /// Its place among all operations of this device: 1, 2, 3, …; 0 and less for repetitions in a new epoch, which come
    /// first.
    public var order: Int64
    public var state: State
    /// When it was written, by the device's clock.
    public var createdAt: Timestamp
    /// The uploads of a post with attachments.
    public var files: Files

    public init(
        operation: Operation, order: Int64, state: State = .waiting, createdAt: Timestamp, files: Files = .ahead
    ) {
        self.operation = operation
        self.order = order
        self.state = state
        self.createdAt = createdAt
        self.files = files
    }

    /// Whether it repeats an operation of an earlier epoch, as far as this device knows.
    public var isRepeat: Bool { order < 1 }

    /// Operations of one queue go out one after the other, in order. Receipts have their own: they must not wait behind
    /// a message that cannot be sent. So have settings: a delayed draft must delay nothing else. Files apart delay no
    /// later message, except those about them.
    var lane: LaneName {
        if files == .apart || files == .behind, let conversation = operation.conversation {
            return .files(conversation)
        }
        if case .receipt(let conversation, _, _) = operation.kind { return .receipts(conversation) }
        if case .updateSettings(let conversation, _) = operation.kind { return .settings(conversation) }
        if let conversation = operation.conversation { return .conversation(conversation) }
        return .account
    }

    enum LaneName: Hashable {
        case conversation(ConversationID)
        case receipts(ConversationID)
        case settings(ConversationID)
        case files(ConversationID)
        case account

        /// The conversation that it is about.
        var conversation: ConversationID? {
            switch self {
            case .conversation(let id), .receipts(let id), .settings(let id), .files(let id): id
            case .account: nil
            }
        }
    }
}

/// The queue of mutations: first in, first out in a lane; transient failures wait and try again without end, permanent ones
/// step aside. Knows nothing of sockets or stores: `(state, input) -> what to send`.
public struct Outbox: Sendable {
    /// The maximum in flight, over all queues.
    static let inFlightLimit = 32
    /// Milliseconds without an answer after which an operation is sent again, under the same identifier.
    static let answerTimeout: Int64 = 15_000

    private var held: [OperationID: OutboxEntry] = [:]
    /// Waiting operations, in order, by queue: only the heads are checked.
    private var lanes: [OutboxEntry.LaneName: Lane] = [:]
    /// Operations whose change has not arrived.
    private var acknowledged: [Operation.Stream: [OperationID]] = [:]
    private var flights: [OperationID: Flight] = [:]
    /// Reactions queued since the start and never sent, so that they can still be replaced.
    private var unheard: [OperationID] = []
    private var lastOrder: Int64 = 0
    private let backoff = Backoff(first: 1_000, limit: 60_000)
    /// The maximum milliseconds that a server can ask an operation to wait.
    static let retryAfterLimit: Int64 = 600_000

    private struct Flight {
        var sentAt: Timestamp?
        var wait = Wait()
        /// Whether its uploads are complete.
        var isUploaded = false
        /// Whether they were repeated, since the server no longer had them.
        var wasUploadedAgain = false
    }

    /// The delay of an operation.
    struct Wait: Sendable {
        var notBefore = Timestamp.zero
        /// Transient refusals so far.
        var failures = 0

        /// Inherits the wait of a merged operation: its backoff, or else the earlier time, so that repeated merges do
        /// not delay it forever.
        mutating func join(_ other: Wait) {
            notBefore = other.failures > 0 ? other.notBefore : min(notBefore, other.notBefore)
            failures = other.failures
        }
    }

    public init(_ entries: [OutboxEntry] = []) {
        for entry in entries.arranged(by: { $0.order < $1.order }) { insert(entry) }
    }

    /// All of them, in order.
    public var entries: [OutboxEntry] { Array(held.values).arranged { $0.order < $1.order } }

    /// Those of one conversation, in order.
    public func entries(of conversation: ConversationID) -> [OutboxEntry] {
        held.values.filter { $0.operation.conversation == conversation }.arranged { $0.order < $1.order }
    }

    public var count: Int { held.count }

    /// The number in flight.
    public var waitingCount: Int { lanes.values.reduce(0) { $0 + $1.count } }

    /// The number of the user's waiting operations, without receipts and settings.
    public var unsentCount: Int {
        var count = 0
        for (name, lane) in lanes {
            switch name {
            case .receipts, .settings: continue
            case .conversation, .files, .account: count += lane.count
            }
        }
        return count
    }

    public func entry(_ id: OperationID) -> OutboxEntry? { held[id] }

    /// Whether it has been sent and not answered.
    public func isInFlight(_ id: OperationID) -> Bool { flights[id]?.sentAt != nil }

    /// Whether its uploads are complete, as far as known since the last start.
    func isUploaded(_ id: OperationID) -> Bool { flights[id]?.isUploaded == true }

    /// Whether the operation itself was sent, rather than an upload for it.
    func isSent(_ id: OperationID) -> Bool {
        isInFlight(id) && (isUploaded(id) || held[id]?.operation.isUpload != true || held[id]?.isRepeat == true)
    }

    /// Its uploads are complete: the operation is next.
    ///
    /// - Returns: the entry, if it must be stored before the operation is sent.
    mutating func uploaded(_ id: OperationID) -> OutboxEntry? {
        guard var entry = held[id] else { return nil }
        var flight = flights[id] ?? Flight()
        guard !flight.isUploaded else { return nil }
        flight.isUploaded = true
        flight.sentAt = nil
        flights[id] = flight
        guard case .post = entry.operation.kind, entry.files == .ahead else { return nil }
        entry.files = .uploaded
        held[id] = entry
        return entry
    }

    /// The server does not have the uploads of a waiting operation any more: repeats them, once.
    ///
    /// - Returns: whether it does.
    mutating func uploadAgain(_ id: OperationID) -> Bool {
        guard held[id].hasValue, var flight = flights[id], flight.isUploaded, !flight.wasUploadedAgain else {
            return false
        }
        flight.isUploaded = false
        flight.wasUploadedAgain = true
        flight.sentAt = nil
        flights[id] = flight
        return true
    }

    /// Whether a change of the account waits.
    var hasAccountChanges: Bool { lanes[.account]?.isEmpty == false }

    /// Queues an operation.
    ///
    /// - Parameter createdAt: the device's clock, for display.
    public mutating func append(_ operation: Operation, createdAt: Timestamp) -> OutboxEntry {
        let entry = OutboxEntry(
            operation: operation, order: lastOrder + 1, createdAt: createdAt,
            files: mustFollowFiles(operation) ? .behind : .ahead)
        insert(entry)
        return entry
    }

    /// Queues operations before all others, in order: the server had done them in an earlier epoch.
    mutating func prepend(_ operations: [Operation], createdAt: Timestamp) -> [OutboxEntry] {
        let first = (held.values.map { $0.order }.min() ?? 1)
        var entries: [OutboxEntry] = []
        for (position, operation) in operations.enumerated() {
            let order = min(first, 1) - Int64(operations.count - position)
            entries.append(OutboxEntry(operation: operation, order: order, createdAt: createdAt))
        }
        for entry in entries { insert(entry) }
        return entries
    }

    /// Puts another operation in the place of one that waits.
    mutating func replace(_ id: OperationID, by operation: Operation) -> OutboxEntry? {
        guard var entry = remove(id) else { return nil }
        entry.operation = operation
        insert(entry)
        return entry
    }

    /// Queues an operation again in its place, as it is now and as if never tried.
    mutating func requeue(_ id: OperationID, as operation: Operation) -> OutboxEntry? {
        guard var entry = remove(id) else { return nil }
        entry.operation = operation
        entry.state = .waiting
        if entry.files == .uploaded { entry.files = .ahead }
        insert(entry)
        return entry
    }

    /// Queues files that travel apart from the text that they were written with.
    mutating func append(files operation: Operation, createdAt: Timestamp) -> OutboxEntry {
        let entry = OutboxEntry(operation: operation, order: lastOrder + 1, createdAt: createdAt, files: .apart)
        insert(entry)
        return entry
    }

    /// Queues a reaction that can be replaced until it is sent.
    mutating func append(replaceable operation: Operation, createdAt: Timestamp) -> OutboxEntry {
        unheard.append(operation.id)
        return append(operation, createdAt: createdAt)
    }

    /// Removes unsent changes of one reaction, which a later one replaces.
    mutating func withdrawReactions(like kind: Operation.Kind) -> [OperationID] {
        let replaced = unheard.filter { id in held[id].map { $0.operation.kind.isSameReaction(as: kind) } ?? false }
        for id in replaced { remove(id) }
        return replaced
    }

    /// The last queued state of a reaction.
    func lastReaction(like kind: Operation.Kind) -> Operation? {
        var last: OutboxEntry?
        for entry in held.values where entry.operation.kind.isSameReaction(as: kind) {
            if case .failed = entry.state { continue }
            if entry.order > last?.order ?? 0 { last = entry }
        }
        return last?.operation
    }

    /// Queues a delayed operation, so that later ones can be merged into it.
    mutating func append(_ operation: Operation, createdAt: Timestamp, wait: Wait) -> OutboxEntry {
        flights[operation.id] = Flight(wait: wait)
        return append(operation, createdAt: createdAt)
    }

    /// Removes a replaced operation; returns its delay.
    mutating func withdraw(_ id: OperationID) -> Wait {
        let wait = flights[id]?.wait ?? Wait()
        remove(id)
        return wait
    }

    /// The receipts of a conversation that wait, in order.
    func waitingReceipts(_ conversation: ConversationID) -> [OutboxEntry] {
        waiting(in: .receipts(conversation))
    }

    /// The waiting operations of a queue, in order.
    func waiting(in lane: OutboxEntry.LaneName) -> [OutboxEntry] { lanes[lane]?.waiting.compactMap { held[$0] } ?? [] }

    /// Operations whose change a cursor has reached: they are done.
    mutating func removeAcknowledged(in stream: Operation.Stream, through cursor: Seq) -> [OperationID] {
        guard let waiting = acknowledged[stream] else { return [] }
        var done: [OperationID] = []
        for id in waiting {
            if case .acknowledged(let seq)? = held[id]?.state, seq <= cursor { done.append(id) }
        }
        for id in done { remove(id) }
        return done
    }

    @discardableResult
    public mutating func remove(_ id: OperationID) -> OutboxEntry? {
        flights[id] = nil
        if !unheard.isEmpty { unheard.removeAll { $0 == id } }
        guard let entry = held.removeValue(forKey: id) else { return nil }
        unlink(entry)
        return entry
    }

    /// The operations to send now, marked as in flight: the due head of each queue, oldest first.
    ///
    /// - Parameter isHeld: whether operations of a conversation are held back.
    public mutating func due(
        at now: Timestamp, holding isHeld: (ConversationID) -> Bool = { _ in false }
    ) -> [Operation] {
        var inFlight = 0
        var heads: [OutboxEntry] = []
        for (name, lane) in lanes {
            guard let head = lane.first, let entry = held[head] else { continue }
            if let id = name.conversation, isHeld(id) || isBehind(entry, in: name) { continue }
            let flight = flights[head] ?? Flight()
            if let sentAt = flight.sentAt {
                inFlight += 1
                if now.since(sentAt) >= Outbox.answerTimeout { heads.append(entry) }
            } else if flight.wait.notBefore <= now {
                heads.append(entry)
            }
        }
        guard !heads.isEmpty else { return [] }
        heads = heads.arranged { $0.order < $1.order }
        var operations: [Operation] = []
        for entry in heads {
            let id = entry.operation.id
            var flight = flights[id] ?? Flight()
            if flight.sentAt == nil {
                guard inFlight < Outbox.inFlightLimit else { continue }
                inFlight += 1
            }
            flight.sentAt = now
            flights[id] = flight
            if !unheard.isEmpty { unheard.removeAll { $0 == id } }
            operations.append(entry.operation)
        }
        return operations
    }

    /// When `due` will next have something, seen from now: milliseconds; `nil` if nothing waits for time alone.
    public func nextDue(at now: Timestamp, holding isHeld: (ConversationID) -> Bool = { _ in false }) -> Int64? {
        var inFlight = 0
        var answer: Timestamp?
        var turn: Timestamp?
        for (name, lane) in lanes {
            guard let head = lane.first, let entry = held[head] else { continue }
            if let id = name.conversation, isHeld(id) || isBehind(entry, in: name) { continue }
            let flight = flights[head]
            if let sentAt = flight?.sentAt {
                inFlight += 1
                let time = sentAt.advanced(by: Outbox.answerTimeout)
                answer = min(answer ?? time, time)
            } else {
                let time = flight?.wait.notBefore ?? now
                turn = min(turn ?? time, time)
            }
        }
        // While all places are taken, others wait for an answer, not for time.
        if inFlight >= Outbox.inFlightLimit { turn = nil }
        guard let next = [answer, turn].compactMap({ $0 }).min() else { return nil }
        return max(1, next.since(now))
    }

    /// Whether files apart wait for operations of their conversation that were written before them.
    private func isBehind(_ entry: OutboxEntry, in lane: OutboxEntry.LaneName) -> Bool {
        guard case .files(let id) = lane, let first = lanes[.conversation(id)]?.first, let other = held[first] else {
            return false
        }
        return other.order < entry.order
    }

    /// The socket is gone: operations in flight wait again.
    public mutating func disconnected() {
        for id in flights.keys { flights[id]?.sentAt = nil }
    }

    /// Nothing has been sent or uploaded, from the present server's view.
    mutating func forgetAttempts() { flights = [:] }

    /// A wake-up: ends backoff.
    public mutating func hurry() {
        for id in flights.keys { flights[id]?.wait.notBefore = .zero }
    }

    /// A transient error: it keeps its place and waits.
    public mutating func postpone<Source: RandomNumberGenerator>(
        _ id: OperationID, retryAfter: Int64?, at now: Timestamp, using random: inout Source
    ) {
        guard held[id].hasValue else { return }
        var flight = flights[id] ?? Flight()
        flight.wait.failures += 1
        flight.sentAt = nil
        let asked = min(max(retryAfter ?? 0, 0), Outbox.retryAfterLimit)
        let delay = backoff.delay(after: flight.wait.failures, using: &random)
        flight.wait.notBefore = now.advanced(by: max(asked, delay))
        flights[id] = flight
    }

    /// Sets an operation's state; it is no longer in flight.
    public mutating func settle(_ id: OperationID, as state: OutboxEntry.State) -> OutboxEntry? {
        guard var entry = remove(id) else { return nil }
        entry.state = state
        insert(entry)
        return entry
    }

    private mutating func insert(_ entry: OutboxEntry) {
        let id = entry.operation.id
        held[id] = entry
        lastOrder = max(lastOrder, entry.order)
        switch entry.state {
        case .waiting:
            // A retried one takes its old place.
            var lane = lanes.removeValue(forKey: entry.lane) ?? Lane()
            lane.insert(id, before: { other in held[other].map { $0.order > entry.order } ?? false })
            lanes[entry.lane] = lane
        case .acknowledged:
            acknowledged[entry.operation.stream, default: []].append(id)
        case .failed:
            break
        }
    }

    private mutating func unlink(_ entry: OutboxEntry) {
        let id = entry.operation.id
        switch entry.state {
        case .waiting:
            lanes[entry.lane]?.remove(id)
            if lanes[entry.lane]?.isEmpty == true { lanes[entry.lane] = nil }
        case .acknowledged:
            let stream = entry.operation.stream
            acknowledged[stream]?.removeAll { $0 == id }
            if acknowledged[stream]?.isEmpty == true { acknowledged[stream] = nil }
        case .failed:
            break
        }
    }
}

extension Operation.Kind {
    /// Whether both are about one emoji on one message.
    fileprivate func isSameReaction(as other: Operation.Kind) -> Bool {
        guard case .react(let id, let message, let emoji, _) = self,
            case .react(id, message, emoji, _) = other
        else { return false }
        return true
    }

    /// Whether it adds a reaction; of two about one emoji on one message, the only difference.
    var isReactionOn: Bool { if case .react(_, _, _, let on) = self { on } else { false } }
}
