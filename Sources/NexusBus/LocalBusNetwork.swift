import Synchronization

/// What joins the ends of a bus inside one process, and loses, holds, doubles or cuts off what they send, as a test wants.
public final class LocalBusNetwork: Sendable {
    /// What happens to messages, as parts of one.
    public struct Faults: Sendable {
        public var drop = 0.0
        public var double = 0.0
        /// Messages that are held until ``release()``; later ones overtake them.
        public var delay = 0.0

        public init(drop: Double = 0, double: Double = 0, delay: Double = 0) {
            self.drop = drop
            self.double = double
            self.delay = delay
        }
    }

    private struct State {
        var ends: [LocalBus] = []
        var next = 0
        var faults = Faults()
        /// The side of each end while the network is cut in two.
        var side: [Int: Int] = [:]
        var held: [(end: LocalBus, message: BusMessage)] = []
        var random: UInt64
        var isRunning = true
    }

    private let state: Mutex<State>

    /// - Parameter seed: of what the faults hit.
    public init(seed: UInt64 = 1) { state = Mutex(State(random: seed)) }

    /// - Parameter isThreaded: false for an end that delivers in ``LocalBus/pump()`` alone.
    public func join(
        limits: BusLimits = BusLimits(), isThreaded: Bool = true, events: BusEvents = BusEvents()
    ) -> LocalBus {
        let (end, isRunning) = state.withLock { state in
            let end = LocalBus(state.next, in: self, limits: limits, isThreaded: isThreaded, events: events)
            state.next += 1
            state.ends.append(end)
            return (end, state.isRunning)
        }
        end.connect(isRunning)
        return end
    }

    public func setFaults(_ faults: Faults) { state.withLock { $0.faults = faults } }

    /// Cuts the network: those ends reach each other alone, and so do the others.
    public func cutOff(_ ends: [LocalBus]) {
        state.withLock { state in for end in ends { state.side[end.number] = 1 } }
    }

    public func heal() { state.withLock { $0.side = [:] } }

    /// Delivers what was held.
    public func release() {
        let held = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        for (end, message) in held { end.deliver(message) }
    }

    /// As if its server had stopped.
    public func stop() { run(false) }

    public func start() { run(true) }

    private func run(_ isRunning: Bool) {
        let ends = state.withLock { state in
            state.isRunning = isRunning
            return state.ends
        }
        for end in ends { end.connect(isRunning) }
    }

    func leave(_ end: LocalBus) { state.withLock { $0.ends.removeAll { $0 === end } } }

    func route(_ message: BusMessage, from sender: LocalBus) {
        let deliveries = state.withLock { state in
            var deliveries: [LocalBus] = []
            for end in state.ends where end !== sender {
                guard state.side[end.number] == state.side[sender.number] else { continue }
                if LocalBusNetwork.hits(state.faults.drop, &state.random) { continue }
                if LocalBusNetwork.hits(state.faults.delay, &state.random) {
                    state.held.append((end, message))
                    continue
                }
                deliveries.append(end)
                if LocalBusNetwork.hits(state.faults.double, &state.random) { deliveries.append(end) }
            }
            return deliveries
        }
        for end in deliveries { end.deliver(message) }
    }

    private static func hits(_ part: Double, _ random: inout UInt64) -> Bool {
        guard part > 0 else { return false }
        // SplitMix64 (Steele, Lea, Flood 2014).
        random &+= 0x9E37_79B9_7F4A_7C15
        var value = random
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return Double((value ^ value >> 31) >> 11) / Double(1 << 53) < part
    }
}
