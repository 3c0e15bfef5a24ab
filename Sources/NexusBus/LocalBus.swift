import Synchronization

/// A bus inside one process, for tests and simulations: an end of a ``LocalBusNetwork``.
public final class LocalBus: Bus {
    let number: Int
    let mailbox: Mailbox
    private let network: LocalBusNetwork
    private let events: BusEvents
    private let messageLimit: Int
    private let state: Mutex<State>

    private struct State {
        var subjects: [UInt: String] = [:]
        var next: UInt = 1
        var status = BusStatus()
    }

    init(_ number: Int, in network: LocalBusNetwork, limits: BusLimits, isThreaded: Bool, events: BusEvents) {
        self.number = number
        self.network = network
        self.events = events
        messageLimit = limits.messageBytes
        mailbox = Mailbox(byteLimit: limits.inBytes, isThreaded: isThreaded, drained: events.drained)
        state = Mutex(State())
    }

    public func publish(_ payload: [UInt8], to subject: String) {
        let isSent = state.withLock { state in
            guard state.status.state == .connected, payload.count <= messageLimit,
                BusSubject.isValid(subject)
            else {
                state.status.droppedOut += 1
                return false
            }
            state.status.published += 1
            return true
        }
        if isSent { network.route(BusMessage(subject: subject, payload: payload), from: self) }
    }

    public func subscribe(
        to subject: String, capacity: Int, _ handler: @escaping @Sendable (BusMessage) -> Void
    ) -> BusSubscription? {
        guard BusSubject.isValid(subject, allowsWildcards: true) else { return nil }
        return state.withLock { state in
            guard state.status.state != .closed else { return nil }
            let number = state.next
            state.next += 1
            state.subjects[number] = subject
            mailbox.open(number, capacity: capacity, handler)
            return BusSubscription(number: number)
        }
    }

    public func unsubscribe(_ subscription: BusSubscription) {
        state.withLock { _ = $0.subjects.removeValue(forKey: subscription.number) }
        mailbox.close(subscription.number)
    }

    public func settled(_ body: @escaping @Sendable (Bool) -> Void) {
        let isConnected = state.withLock { $0.status.state == .connected }
        mailbox.perform { body(isConnected) }
    }

    public var status: BusStatus {
        var status = state.withLock { $0.status }
        mailbox.count(in: &status)
        return status
    }

    public func close() {
        state.withLock { state in
            state.status.state = .closed
            state.status.connectedSince = nil
            state.subjects = [:]
        }
        network.leave(self)
        mailbox.close()
    }

    /// Calls the handlers of what waits, on this thread: for an end without a thread of its own.
    public func pump() { mailbox.pump() }

    func deliver(_ message: BusMessage) {
        let numbers = state.withLock { state in
            guard state.status.state == .connected else { return [UInt]() }
            return state.subjects.filter { BusSubject.matches($0.value, message.subject) }.map(\.key)
        }
        for number in numbers { mailbox.offer(message, to: number) }
    }

    func connect(_ isConnected: Bool) {
        let hasBegun = state.withLock { state in
            guard state.status.state != .closed, (state.status.state == .connected) != isConnected else { return false }
            state.status.state = isConnected ? .connected : .away
            state.status.connectedSince = isConnected ? .now : nil
            state.status.reason = isConnected ? nil : "The bus was stopped."
            if isConnected { state.status.connections += 1 }
            return isConnected
        }
        if hasBegun { mailbox.perform(events.connected) }
    }
}
