/// A mutation on its way: a durable row until the server has answered.
public struct OutboxEntry: Equatable, Sendable {
    public enum State: Equatable, Sendable {
        /// Waits for its turn, the network or a retry.
        case waiting
        /// The server has it, but the change it made has not arrived here yet.
        case acknowledged(Seq)
        /// Refused for good, with the reason; the person retries or discards it.
        case failed(Refusal)
    }

    public var operation: Operation
    /// Its place among all operations of this device: 1, 2, 3, …
    public var order: Int64
    public var state: State
    /// When it was written, by the device's clock.
    public var createdAt: Timestamp

    public init(operation: Operation, order: Int64, state: State = .waiting, createdAt: Timestamp) {
        self.operation = operation
        self.order = order
        self.state = state
        self.createdAt = createdAt
    }

    /// Operations of one lane go out one after the other, in order. Receipts have their own: they must not wait behind a
    /// message that cannot be sent.
    var lane: Lane {
        if case .receipt(let conversation, _, _) = operation.kind { return .receipts(conversation) }
        if let conversation = operation.conversation { return .conversation(conversation) }
        return .account
    }

    enum Lane: Hashable {
        case conversation(ConversationID)
        case receipts(ConversationID)
        case account
    }
}

/// The queue of mutations: first in, first out in a lane; transient failures wait and try again without end, permanent ones
/// step aside. Knows nothing of sockets or stores: `(state, input) -> what to send`.
public struct Outbox: Sendable {
    /// How many are in flight at once, over all lanes.
    static let inFlightLimit = 32
    /// Milliseconds without an answer after which an operation is sent again, under the same identifier.
    static let answerTimeout: Int64 = 15_000

    /// In order.
    public private(set) var entries: [OutboxEntry]
    private var flights: [OperationID: Flight] = [:]
    private let backoff = Backoff(first: 1_000, limit: 60_000)

    private struct Flight {
        var sentAt: Timestamp?
        var failures = 0
        var notBefore = Timestamp.zero
    }

    public init(_ entries: [OutboxEntry] = []) {
        self.entries = entries.sorted { $0.order < $1.order }
    }

    /// What waits for the server's answer.
    public var waitingCount: Int {
        var count = 0
        for entry in entries where entry.state == .waiting { count += 1 }
        return count
    }

    public func entry(_ id: OperationID) -> OutboxEntry? { entries.first { $0.operation.id == id } }

    /// Whether it has been handed to the socket and not been answered.
    public func isInFlight(_ id: OperationID) -> Bool { flights[id]?.sentAt != nil }

    /// Queues an operation. `delay` (milliseconds) holds it back, so that what follows soon can be folded into it.
    public mutating func append(_ operation: Operation, at now: Timestamp, delay: Int64 = 0) -> OutboxEntry {
        let entry = OutboxEntry(operation: operation, order: (entries.last?.order ?? 0) + 1, createdAt: now)
        entries.append(entry)
        if delay > 0 { flights[operation.id] = Flight(notBefore: now.advanced(by: delay)) }
        return entry
    }

    /// The waiting receipt of a conversation that can still be changed, since it is not in flight.
    public func foldableReceipt(_ conversation: ConversationID) -> OutboxEntry? {
        entries.last { $0.lane == .receipts(conversation) && $0.state == .waiting && !isInFlight($0.operation.id) }
    }

    public mutating func replace(_ entry: OutboxEntry) {
        if let position = position(entry.operation.id) { entries[position] = entry }
    }

    @discardableResult
    public mutating func remove(_ id: OperationID) -> OutboxEntry? {
        flights[id] = nil
        guard let position = position(id) else { return nil }
        return entries.remove(at: position)
    }

    /// What to send now, marked as in flight: the head of each lane whose time has come.
    public mutating func due(at now: Timestamp) -> [Operation] {
        var inFlight = 0
        for flight in flights.values where flight.sentAt != nil { inFlight += 1 }
        var busy: Set<OutboxEntry.Lane> = []
        var operations: [Operation] = []
        for entry in entries where entry.state == .waiting {
            guard busy.insert(entry.lane).inserted else { continue }
            var flight = flights[entry.operation.id] ?? Flight()
            if let sentAt = flight.sentAt {
                guard now.since(sentAt) >= Outbox.answerTimeout else { continue }
            } else {
                guard flight.notBefore <= now, inFlight < Outbox.inFlightLimit else { continue }
                inFlight += 1
            }
            flight.sentAt = now
            flights[entry.operation.id] = flight
            operations.append(entry.operation)
        }
        return operations
    }

    /// When `due` will next have something, seen from now: milliseconds; `nil` if nothing waits for time alone.
    public func nextDue(at now: Timestamp) -> Int64? {
        var busy: Set<OutboxEntry.Lane> = []
        var next: Timestamp?
        for entry in entries where entry.state == .waiting {
            guard busy.insert(entry.lane).inserted else { continue }
            let flight = flights[entry.operation.id]
            let time = flight?.sentAt?.advanced(by: Outbox.answerTimeout) ?? flight?.notBefore ?? now
            next = min(next ?? time, time)
        }
        return next.map { max(1, $0.since(now)) }
    }

    /// The socket is gone: what was in flight waits again.
    public mutating func disconnected() {
        for id in flights.keys { flights[id]?.sentAt = nil }
    }

    /// A sign of life: waits for the sake of politeness end.
    public mutating func hurry() {
        for id in flights.keys { flights[id]?.notBefore = .zero }
    }

    /// A transient refusal: it keeps its place and waits.
    public mutating func postpone<Source: RandomNumberGenerator>(
        _ id: OperationID, retryAfter: Int64?, at now: Timestamp, using random: inout Source
    ) {
        guard position(id) != nil else { return }
        var flight = flights[id] ?? Flight()
        flight.failures += 1
        flight.sentAt = nil
        flight.notBefore = now.advanced(by: max(retryAfter ?? 0, backoff.delay(after: flight.failures, using: &random)))
        flights[id] = flight
    }

    /// Sets an operation's state; it is no longer in flight.
    public mutating func settle(_ id: OperationID, as state: OutboxEntry.State) -> OutboxEntry? {
        guard let position = position(id) else { return nil }
        flights[id] = nil
        entries[position].state = state
        return entries[position]
    }

    private func position(_ id: OperationID) -> Int? { entries.firstIndex { $0.operation.id == id } }
}
