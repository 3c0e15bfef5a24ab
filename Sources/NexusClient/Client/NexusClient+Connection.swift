import NexusCore

/// How far ``NexusClient/sync(within:)`` came.
public enum SyncOutcome: Equatable, Sendable {
    /// Everything that waited is answered, and everything the server has is here.
    case settled
    /// The time was up before that; what waits stays queued.
    case unfinished
    /// The server cannot be reached; what waits stays queued.
    case offline
}

/// What has become of a mutation so far; a refusal is thrown.
public enum OperationFate: Equatable, Sendable {
    /// The server has it, durably.
    case acknowledged
    /// It is queued; there is a connection.
    case waiting
    /// It is queued until there is a connection.
    case offline
}

extension NexusClient {
    /// Keeps a connection open until the task is cancelled: sends what is queued, takes in what others do, comes back by
    /// itself after every interruption. Where another process holds the profile, follows what that one stores, and takes over
    /// when it ends.
    ///
    /// - Throws: ``ClientError/signedOut``, or ``ClientError/refused(_:)`` once the session is over.
    public func run() async throws(ClientError) {
        while !Task.isCancelled {
            guard let runner = try await runner() else {
                try await follow()
                continue
            }
            sendFarewell()
            await runner.hold()
            _ = await runner.untilEnded()
            await runner.release()
            try await checkSession(runner)
        }
    }

    /// Connects for as long as it takes to send what waits and to take in what others did, at most `milliseconds`.
    ///
    /// - Throws: ``ClientError/signedOut``, ``ClientError/refused(_:)`` once the session is over.
    @discardableResult
    public func sync(within milliseconds: Int64 = 10_000) async throws(ClientError) -> SyncOutcome {
        guard let runner = try await runner() else { return try await syncThroughHolder(within: milliseconds) }
        sendFarewell()
        await runner.hold()
        try await runner.take(.hurry)
        let start = clock.now()
        _ = await runner.wait(upTo: milliseconds) { $0.isCaughtUp || $0.connection.hasGivenUp }
        // Receipts for what has just come need not wait for more to be told with them.
        try await runner.take(.hurry)
        _ = await runner.wait(upTo: milliseconds - clock.now().since(start)) {
            $0.isSettled || $0.connection.hasGivenUp
        }
        let engine = await runner.engine
        await runner.release()
        try await checkSession(runner)
        if engine.isSettled { return .settled }
        return engine.connection.isOpen ? .unfinished : .offline
    }

    /// A session that is over leaves its tokens no use; what this device holds stays, for when the person signs in again.
    private func checkSession(_ runner: SyncRunner) async throws(ClientError) {
        guard let refusal = await runner.ending else { return }
        try credentials.remove()
        throw .refused(refusal)
    }

    /// The network came back, or the app came to the front: whatever waits is tried at once.
    public func networkReturned() async throws(ClientError) {
        if let runner = try await runner() { return try await runner.networkReturned() }
        try await take(.hurry)
    }

    /// The network went away: no use in waiting for the socket to notice.
    public func networkLost() async throws(ClientError) { try await runner()?.handle(.networkLost) }

    /// Whether somebody looks at this device: in the background the person counts as offline at once.
    public func setActive(_ active: Bool) async throws(ClientError) { try await runner()?.handle(.activity(active)) }

    /// Whether there is a connection at this moment.
    public var isOnline: Bool {
        get async { await seat?.runner.engine.connection.isOpen ?? false }
    }

    /// Waits for the answer of the server to an operation.
    ///
    /// - Parameters:
    ///   - milliseconds: the longest to wait.
    ///   - keepTrying: whether to go on while the server cannot be reached.
    /// - Throws: ``ClientError/refused(_:)`` with the server's reason.
    public func answer(
        to operation: OperationID, within milliseconds: Int64, keepTrying: Bool = true
    ) async throws(ClientError) -> OperationFate {
        guard let runner = try await runner() else {
            return try await answerThroughHolder(to: operation, within: milliseconds, keepTrying: keepTrying)
        }
        await runner.hold()
        try await runner.take(.hurry)
        _ = await runner.wait(upTo: milliseconds) {
            $0.outbox.entry(operation)?.state != .waiting || !keepTrying && $0.connection.hasGivenUp
        }
        let isOnline = await !runner.engine.connection.hasGivenUp
        await runner.release()
        try await checkSession(runner)
        return try await fate(of: operation, isOnline: isOnline)
    }

    func fate(of operation: OperationID, isOnline: Bool) async throws(ClientError) -> OperationFate {
        switch try await engine().outbox.entry(operation)?.state {
        case .failed(let refusal): throw .refused(refusal)
        case .waiting: return isOnline ? .waiting : .offline
        case .acknowledged, nil: return .acknowledged
        }
    }
}

extension SyncEngine {
    /// Whether nothing waits to be sent and everything the server has is here.
    var isSettled: Bool { connection.isOpen && isCaughtUp && outbox.waitingCount == 0 }
}

extension Connection {
    /// Whether the last try failed: there is no network, as far as this device can tell.
    var hasGivenUp: Bool { state == .waiting || state == .stopped }
}
