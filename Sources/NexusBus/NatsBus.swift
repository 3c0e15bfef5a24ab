internal import CNats
import Foundation
import Synchronization

/// A bus over NATS, by its C library. It connects and reconnects by itself, for as long as it is open, to any of its servers.
///
/// One thread owns the connection and publishes; another calls handlers. Neither publishing nor subscribing waits for the network.
public final class NatsBus: Bus {
    private let link: NatsLink

    /// - Throws: ``NatsError``, for files that cannot be read. A server that cannot be reached is no error.
    public init(
        _ settings: NatsSettings, limits: BusLimits = BusLimits(), pace: BusPace = BusPace(),
        events: BusEvents = BusEvents()
    ) throws(NatsError) {
        natsOptions_Destroy(try NatsConnection.options(settings))
        let link = NatsLink(limits: limits, events: events)
        self.link = link
        let thread = Thread { NatsWorker(settings, link, pace, events).run() }
        thread.name = "nexus-bus-out"
        thread.start()
    }

    deinit { link.close() }

    public func publish(_ payload: [UInt8], to subject: String) { link.publish(payload, to: subject) }

    public func subscribe(
        to subject: String, capacity: Int, _ handler: @escaping @Sendable (BusMessage) -> Void
    ) -> BusSubscription? {
        link.subscribe(to: subject, capacity: capacity, handler)
    }

    public func unsubscribe(_ subscription: BusSubscription) { link.unsubscribe(subscription) }

    public func settled(_ body: @escaping @Sendable (Bool) -> Void) { link.enter(.settle(body)) }

    public var status: BusStatus { link.status }

    public func close() { link.close() }

    /// Connects once, for `nexus doctor`.
    /// - Returns: the server's limit of a message, in bytes.
    /// - Throws: ``NatsError``.
    public static func probe(_ settings: NatsSettings) async throws(NatsError) -> Int {
        // On a thread of its own, since it waits for the network.
        let answer: Result<Int, NatsError> = await withCheckedContinuation { next in
            Thread {
                next.resume(
                    returning: Result { () throws(NatsError) in
                        let connection = try NatsConnection(settings) { _ in }
                        guard connection.flush() else { throw NatsError(text: "The bus does not answer.") }
                        return connection.payloadLimit
                    })
            }.start()
        }
        return try answer.get()
    }
}

/// How often a bus tries to connect.
public struct BusPace: Sendable {
    /// The wait after a first failure; it doubles with each further one.
    public var first = Duration.milliseconds(100)
    public var longest = Duration.seconds(2)

    public init() {}
}
