import NexusCore
@testable import NexusBus

/// The bus between simulated nodes: it drops, delays, doubles and reorders messages, and nodes are cut off from it, whether they know or not.
///
/// `@unchecked Sendable`: used on the thread of its run alone.
final class SimulatedBus: @unchecked Sendable {
    unowned let world: Simulation
    private let conditions: NodeConditions
    private var random: DeviceRandom
    private(set) var ends: [SimulatedBusEnd] = []
    private var joined = 0
    /// Whether it can be reached at all.
    private(set) var isRunning = true
    /// When the last message of one end to another arrives.
    private var last: [[Int]: Int64] = [:]

    init(world: Simulation, _ conditions: NodeConditions) {
        self.world = world
        self.conditions = conditions
        random = DeviceRandom(seed: world.conditions.seed &* 0xE703_7ED1_A0B4_28DB)
    }

    /// Milliseconds after which a subscription counts.
    var settling: Int64 { Int64(conditions.latency) }

    func join(_ events: BusEvents) -> SimulatedBusEnd {
        joined += 1
        let end = SimulatedBusEnd(joined, of: self, events)
        ends.append(end)
        end.connect(isRunning)
        return end
    }

    func leave(_ end: SimulatedBusEnd) { ends.removeAll { $0 === end } }

    /// As if its server had stopped.
    func stop() {
        isRunning = false
        for end in ends { end.connect(false) }
    }

    /// From now on all reach each other.
    func heal() {
        for end in ends {
            end.isCutOff = false
            end.connect(isRunning)
        }
    }

    func route(_ message: BusMessage, from sender: SimulatedBusEnd) {
        guard !sender.isCutOff else { return }
        for end in ends where end !== sender {
            for time in deliveries(from: sender, to: end) {
                world.schedule(at: time) { [weak end] in try end?.deliver(message) }
            }
        }
    }

    private func chance(_ chance: Int) -> Bool { !world.isQuiet && random.chance(chance) }

    /// When the copies of a message arrive: none, one or two.
    private func deliveries(from sender: SimulatedBusEnd, to end: SimulatedBusEnd) -> [Int64] {
        var times: [Int64] = []
        if !chance(conditions.drop) { times.append(arrival([sender.number, end.number])) }
        if chance(conditions.double) { times.append(arrival([sender.number, end.number])) }
        return times
    }

    private func arrival(_ way: [Int]) -> Int64 {
        let time = world.now + Int64(random.pick(1...conditions.latency))
        if chance(conditions.delay) { return time + Int64(random.pick(0...20_000)) }
        last[way] = max(last[way] ?? 0, time)
        return max(last[way] ?? 0, time)
    }
}

/// A node's end of the bus.
///
/// `@unchecked Sendable`: used on the thread of its run alone.
final class SimulatedBusEnd: Bus, @unchecked Sendable {
    private struct Subscription {
        var subject: String
        /// From when on it counts at the bus.
        var from: Int64
        var handler: @Sendable (BusMessage) -> Void
    }

    let number: Int
    /// Whether nothing reaches it, nor anybody from it, though it is connected.
    var isCutOff = false
    /// What a faulty node takes a message for.
    var altered: (BusMessage) -> BusMessage = { $0 }
    /// Called after each message.
    var delivered: () throws -> Void = {}
    private unowned let bus: SimulatedBus
    private let events: BusEvents
    private var subscriptions: [UInt: Subscription] = [:]
    private var made: UInt = 0
    private(set) var status = BusStatus()

    init(_ number: Int, of bus: SimulatedBus, _ events: BusEvents) {
        self.number = number
        self.bus = bus
        self.events = events
    }

    func publish(_ payload: [UInt8], to subject: String) {
        guard status.state == .connected else { return status.droppedOut += 1 }
        status.published += 1
        bus.route(BusMessage(subject: subject, payload: payload), from: self)
    }

    func subscribe(
        to subject: String, capacity: Int, _ handler: @escaping @Sendable (BusMessage) -> Void
    ) -> BusSubscription? {
        made += 1
        subscriptions[made] = Subscription(subject: subject, from: bus.world.now + bus.settling, handler: handler)
        return BusSubscription(number: made)
    }

    func unsubscribe(_ subscription: BusSubscription) { subscriptions[subscription.number] = nil }

    func settled(_ body: @escaping @Sendable (Bool) -> Void) {
        bus.world.schedule(at: bus.world.now + bus.settling + 1) { [weak self] in
            guard let self, status.state != .closed else { return }
            body(status.state == .connected)
            try delivered()
        }
    }

    func close() {
        status.state = .closed
        status.connectedSince = nil
        subscriptions = [:]
        bus.leave(self)
    }

    func connect(_ isConnected: Bool) {
        guard status.state != .closed, (status.state == .connected) != isConnected else { return }
        status.state = isConnected ? .connected : .away
        status.connectedSince = isConnected ? bus.world.clock.instant : nil
        if isConnected { events.connected() }
    }

    func deliver(_ message: BusMessage) throws {
        guard status.state == .connected, !isCutOff else { return }
        let due = subscriptions.sorted { $0.key < $1.key }.map(\.value).filter {
            $0.from <= bus.world.now && BusSubject.matches($0.subject, message.subject)
        }
        guard !due.isEmpty else { return }
        for subscription in due { subscription.handler(altered(message)) }
        events.drained()
        try delivered()
    }
}
