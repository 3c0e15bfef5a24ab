import NIOCore

/// Frames collected by one thread during a commit, then handed over together: at most one wake-up of each event loop, and at
/// most one write to each connection.
///
/// `@unchecked Sendable`: `add` and `flush` are called by one thread at a time; what crosses to an event loop is a copy.
public final class LiveBatch: @unchecked Sendable {
    private struct Delivery: Sendable {
        var connection: LiveConnection
        var frame: SharedFrame
    }

    private var byLoop: [(loop: any EventLoop, deliveries: [Delivery])] = []

    public init() {}

    public func add(_ frame: SharedFrame, to connection: LiveConnection) {
        let delivery = Delivery(connection: connection, frame: frame)
        for position in byLoop.indices where byLoop[position].loop === connection.eventLoop {
            byLoop[position].deliveries.append(delivery)
            return
        }
        byLoop.append((connection.eventLoop, [delivery]))
    }

    public func flush() {
        for position in byLoop.indices where !byLoop[position].deliveries.isEmpty {
            let deliveries = byLoop[position].deliveries
            byLoop[position].deliveries = []
            byLoop[position].deliveries.reserveCapacity(min(deliveries.count, 4_096))
            byLoop[position].loop.execute {
                for delivery in deliveries { delivery.connection.line.value.stage(delivery.frame) }
                // A flushed connection has nothing staged any more, so each is written once.
                for delivery in deliveries { delivery.connection.line.value.flush() }
            }
        }
    }
}
