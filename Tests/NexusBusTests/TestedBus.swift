import NexusTestSupport
import Synchronization
import Testing

@testable import NexusBus

/// A kind of bus.
enum TestedBus: String, CaseIterable, CustomTestStringConvertible {
    case local, nats

    /// Those that this machine has. Without a server of NATS its part is left out, which the test's name shows.
    static let all = NatsServer.isInstalled ? allCases : [.local]

    var testDescription: String { rawValue }

    func network() throws -> any TestedNetwork {
        switch self {
        case .local: LocalBusNetwork()
        case .nats: try NatsServer()
        }
    }

    /// Connected ends of a network of their own.
    func buses(_ count: Int) async throws -> [any Bus] {
        let network = try network()
        let buses = try (0..<count).map { _ in HeldBus(bus: try network.join(), network: network) }
        try await TestedBus.connected(buses)
        return buses
    }

    static func connected(_ buses: [any Bus]) async throws {
        try await eventually("all are connected") { buses.allSatisfy { $0.status.state == .connected } }
    }

    /// Waits until what was subscribed counts.
    static func settle(_ buses: [any Bus]) async throws {
        for bus in buses {
            #expect(await withCheckedContinuation { next in bus.settled { next.resume(returning: $0) } })
        }
    }
}

/// Where buses of a test meet.
protocol TestedNetwork: Sendable {
    func join(events: BusEvents) throws -> any Bus
    func stop()
    func start() throws
}

extension TestedNetwork {
    func join() throws -> any Bus { try join(events: BusEvents()) }
}

extension LocalBusNetwork: TestedNetwork {
    func join(events: BusEvents) throws -> any Bus { join(limits: BusLimits(), events: events) }
}

extension NatsServer: TestedNetwork {
    func join(events: BusEvents) throws -> any Bus { try NatsBus(settings, events: events) }

    func stop() { kill() }
}

/// Keeps its network for as long as it is used.
private struct HeldBus: Bus {
    let bus: any Bus
    let network: any TestedNetwork

    func publish(_ payload: [UInt8], to subject: String) { bus.publish(payload, to: subject) }
    func subscribe(
        to subject: String, capacity: Int, _ handler: @escaping @Sendable (BusMessage) -> Void
    ) -> BusSubscription? { bus.subscribe(to: subject, capacity: capacity, handler) }
    func unsubscribe(_ subscription: BusSubscription) { bus.unsubscribe(subscription) }
    func settled(_ body: @escaping @Sendable (Bool) -> Void) { bus.settled(body) }
    var status: BusStatus { bus.status }
    func close() { bus.close() }
}

/// What has arrived at a subject.
final class Inbox: Sendable {
    private let messages = Mutex<[BusMessage]>([])
    private let bus: any Bus
    private let subscription = Mutex<BusSubscription?>(nil)

    init(_ bus: any Bus, _ subject: String) {
        self.bus = bus
        let subscription = bus.subscribe(to: subject, capacity: 100_000) { [weak self] message in
            self?.messages.withLock { $0.append(message) }
        }
        self.subscription.withLock { $0 = subscription }
    }

    var payloads: [[UInt8]] { messages.withLock { $0.map(\.payload) } }
    var subjects: Set<String> { messages.withLock { Set($0.map(\.subject)) } }

    func end() { if let subscription = subscription.withLock({ $0 }) { bus.unsubscribe(subscription) } }
}
