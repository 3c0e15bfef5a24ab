import Synchronization

/// What callers ask of a bus over NATS, on its way to the thread that does it.
final class NatsLink: Sendable {
    enum Command: Sendable {
        case publish(String, [UInt8])
        case subscribe(UInt, String)
        case unsubscribe(UInt)
        case settle(@Sendable (Bool) -> Void)
    }

    private struct State {
        var commands: [Command] = []
        var messages = 0
        var bytes = 0
        var next: UInt = 1
        var status = BusStatus()
        /// The present connection's number; a report of an earlier one is none.
        var connection = 0
        var isLost = false
    }

    let mailbox: Mailbox
    let bell = Bell()
    private let limits: BusLimits
    private let state = Mutex(State())

    init(limits: BusLimits, events: BusEvents) {
        self.limits = limits
        mailbox = Mailbox(byteLimit: limits.inBytes, drained: events.drained)
    }

    // MARK: Callers

    func publish(_ payload: [UInt8], to subject: String) {
        let isEntered = state.withLock { state in
            guard state.status.state == .connected, !state.isLost, payload.count <= limits.messageBytes,
                state.messages < limits.outMessages, state.bytes + payload.count <= limits.outBytes,
                BusSubject.isValid(subject)
            else {
                state.status.droppedOut += 1
                return false
            }
            state.messages += 1
            state.bytes += payload.count
            state.commands.append(.publish(subject, payload))
            return true
        }
        if isEntered { bell.ring() }
    }

    func subscribe(
        to subject: String, capacity: Int, _ handler: @escaping @Sendable (BusMessage) -> Void
    ) -> BusSubscription? {
        guard BusSubject.isValid(subject, allowsWildcards: true) else { return nil }
        let number: UInt? = state.withLock { state in
            guard state.status.state != .closed else { return nil }
            let number = state.next
            state.next += 1
            mailbox.open(number, capacity: capacity, handler)
            state.commands.append(.subscribe(number, subject))
            return number
        }
        bell.ring()
        return number.map(BusSubscription.init)
    }

    func unsubscribe(_ subscription: BusSubscription) {
        mailbox.close(subscription.number)
        enter(.unsubscribe(subscription.number))
    }

    func enter(_ command: Command) {
        state.withLock { if $0.status.state != .closed { $0.commands.append(command) } }
        bell.ring()
    }

    var status: BusStatus {
        var status = state.withLock { $0.status }
        mailbox.count(in: &status)
        return status
    }

    func close() {
        state.withLock { state in
            state.status.state = .closed
            state.status.connectedSince = nil
            state.commands = []
        }
        mailbox.close()
        bell.ring()
    }

    // MARK: The thread

    /// What waits; nil once it is closed.
    func take() -> [Command]? {
        state.withLock { state in
            guard state.status.state != .closed else { return nil }
            defer {
                state.commands = []
                state.messages = 0
                state.bytes = 0
            }
            return state.commands
        }
    }

    /// The number of the next connection, for reports of its end.
    func beginsConnecting() -> Int {
        state.withLock { state in
            state.connection += 1
            state.isLost = false
            return state.connection
        }
    }

    /// - Returns: false if it has ended meanwhile.
    func isConnected(_ number: Int) -> Bool {
        state.withLock { state in
            guard !state.isLost, state.connection == number, state.status.state != .closed else { return false }
            state.status.state = .connected
            state.status.connectedSince = .now
            state.status.reason = nil
            state.status.connections += 1
            return true
        }
    }

    /// There is no connection, or no more. Callable on any thread.
    func isAway(_ number: Int, because reason: String) {
        state.withLock { state in
            guard state.connection == number, !state.isLost, state.status.state != .closed else { return }
            state.isLost = true
            state.status.state = .away
            state.status.connectedSince = nil
            state.status.reason = reason
        }
        bell.ring()
    }

    var isLost: Bool { state.withLock { $0.isLost } }

    func count(published: Int, dropped: Int) {
        state.withLock { state in
            state.status.published += published
            state.status.droppedOut += dropped
        }
    }
}
