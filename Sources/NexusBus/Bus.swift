/// What nodes tell each other while they live: a hint, never the truth. A message may be lost, and after a lost connection arrive twice.
///
/// Those of one sender to one subject arrive in the order in which they were published. What a bus has published itself it does not get.
public protocol Bus: Sendable {
    /// Hands a message on without waiting. It is dropped and counted while there is no connection, or if too many wait to be sent.
    ///
    /// - Parameter subject: words of letters, digits, `-` and `_` with dots between them; anything else is dropped.
    func publish(_ payload: [UInt8], to subject: String)

    /// Has `handler` called with what arrives, on the thread of the bus, one message at a time. It holds again after a reconnection.
    ///
    /// - Parameters:
    ///   - subject: as of ``publish(_:to:)``; a word `*` stands for any one.
    ///   - capacity: messages that wait for `handler`; further ones are dropped and counted.
    /// - Returns: what ends it; nil for a subject that cannot be.
    func subscribe(
        to subject: String, capacity: Int, _ handler: @escaping @Sendable (BusMessage) -> Void
    ) -> BusSubscription?

    /// What waits of it is not delivered any more. An ended one is a no-op.
    func unsubscribe(_ subscription: BusSubscription)

    /// Calls `body` on the thread of the bus once what was subscribed before counts at the server, or with false if that cannot be had.
    func settled(_ body: @escaping @Sendable (Bool) -> Void)

    var status: BusStatus { get }

    /// Ends it. Nothing is delivered after it has returned, except what is being handled.
    func close()
}

/// What arrived.
public struct BusMessage: Sendable {
    public var subject: String
    public var payload: [UInt8]

    public init(subject: String, payload: [UInt8]) {
        self.subject = subject
        self.payload = payload
    }
}

/// Names a subscription of a bus.
public struct BusSubscription: Hashable, Sendable {
    let number: UInt
}

/// What a bus calls on its thread.
public struct BusEvents: Sendable {
    /// A connection has begun: the first, or one after a gap in which messages may have been lost.
    public var connected: @Sendable () -> Void
    /// The messages that waited are handled: what they produced can go out together.
    public var drained: @Sendable () -> Void

    public init(connected: @escaping @Sendable () -> Void = {}, drained: @escaping @Sendable () -> Void = {}) {
        self.connected = connected
        self.drained = drained
    }
}

/// The state of a bus, and what it has counted.
public struct BusStatus: Equatable, Sendable {
    public enum State: String, Sendable {
        case away, connected, closed
    }

    public var state = State.away
    /// Since when there has been a connection without a gap; nil while there is none.
    public var connectedSince: ContinuousClock.Instant?
    /// Why there is none, without secrets; nil if it is not known.
    public var reason: String?
    public var connections = 0
    public var published = 0
    public var received = 0
    /// Messages that were not sent: no connection, too many waiting, too large, or no subject.
    public var droppedOut = 0
    /// Messages that arrived and were not delivered, since too many waited.
    public var droppedIn = 0
    public var subscriptions = 0

    public init() {}
}

/// How much may wait in a bus.
public struct BusLimits: Sendable {
    /// Messages, and bytes of them, that wait to be sent.
    public var outMessages = 65_536
    public var outBytes = 32 << 20
    /// Bytes of all messages that wait for their handlers.
    public var inBytes = 32 << 20
    /// Bytes of one message.
    public var messageBytes = 900_000

    public init() {}
}
