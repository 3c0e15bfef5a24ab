import NexusCore

/// The outcome of ``NexusClient/sync(within:)-(Int64)``.
public enum SyncOutcome: Equatable, Sendable {
    /// Everything that waited is answered, and everything the server has is here.
    case settled
    /// The time ran out; the outbox stays queued.
    case unfinished
    /// The server cannot be reached; the outbox stays queued.
    case offline
}

/// The present state of a mutation; an error is thrown.
public enum OperationFate: Equatable, Sendable {
    /// The server has it, durably.
    case acknowledged
    /// Queued; there is a connection.
    case waiting
    /// Queued until there is a connection.
    case offline
}

extension NexusClient {
    /// Keeps a connection open until the task is cancelled: sends the outbox, receives changes, and reconnects after
    /// interruptions. If another process uses the profile, follows its store, and takes over when it exits.
    ///
    /// - Throws: ``ClientError/signedOut``; ``ClientError/refused(_:)`` once the session is over, or with `second_factor_required`
    ///   where the user has to set a second factor up first: the session stays, and the next call tries again.
    public func run() async throws(ClientError) {
        let watch = watchNetwork()
        defer { watch?.cancel() }
        let deletions = Task { [weak self] in await self?.keepSendingTopicDeletions() }
        defer { deletions.cancel() }
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

    /// Connects until the outbox is sent and all changes are received, for at most `milliseconds`.
    ///
    /// - Throws: ``ClientError/signedOut``, ``ClientError/refused(_:)`` once the session is over.
    @discardableResult
    public func sync(within milliseconds: Int64 = 10_000) async throws(ClientError) -> SyncOutcome {
        guard let runner = try await runner() else { return try await syncThroughHolder(within: milliseconds) }
        sendFarewell()
        let engine = try await holding(runner) { () async throws(ClientError) in
            try await runner.take(.hurry)
            let start = clock.now()
            _ = await runner.wait(upTo: milliseconds) { $0.isCaughtUp || $0.connection.hasGivenUp }
            // Sends the receipts of new messages now instead of batching them.
            try await runner.take(.hurry)
            _ = await runner.wait(upTo: milliseconds - clock.now().since(start)) {
                $0.isSettled || $0.connection.hasGivenUp
            }
            return await runner.engine
        }
        try await checkSession(runner)
        if engine.isSettled { return .settled }
        return engine.connection.isOpen ? .unfinished : .offline
    }

    /// Requests a connection of `runner` while `body` runs, also if it throws. Without a runner only performs `body`.
    func holding<Value: Sendable>(
        _ runner: SyncRunner?, _ body: () async throws(ClientError) -> Value
    ) async throws(ClientError) -> Value {
        await runner?.hold()
        let result: Result<Value, ClientError>
        do throws(ClientError) {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        await runner?.release()
        return try result.get()
    }

    /// Deletes the tokens of an ended session; the device keeps its data for the next sign-in. A session that lacks a second
    /// factor keeps them: they set one up.
    private func checkSession(_ runner: SyncRunner) async throws(ClientError) {
        guard let refusal = await runner.ending else { return }
        // The tokens of a later sign-in are not this runner's.
        if refusal.endsSession, lease?.runner === runner { try credentials.remove() }
        throw .refused(refusal)
    }

    /// Retries at once, because the network returned or the app came to the front.
    public func networkReturned() async throws(ClientError) {
        configuration.live.networkReturned()
        if let runner = try await runner() { return try await runner.networkReturned() }
        try await take(.hurry)
    }

    /// The network went away: no use in waiting for the socket to notice.
    public func networkLost() async throws(ClientError) { try await runner()?.handle(.networkLost) }

    /// Sets whether the app is in the foreground: in the background the user counts as offline at once.
    public func setActive(_ active: Bool) async throws(ClientError) { try await runner()?.handle(.activity(active)) }

    /// Whether there is a connection at this moment.
    public var isOnline: Bool {
        get async { await lease?.runner.engine.connection.isOpen ?? false }
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
        let isOnline = try await holding(runner) { () async throws(ClientError) in
            try await runner.take(.hurry)
            _ = await runner.wait(upTo: milliseconds) {
                $0.outbox.entry(operation)?.state != .waiting || !keepTrying && $0.connection.hasGivenUp
            }
            return await !runner.engine.connection.hasGivenUp
        }
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
    /// Whether the outbox is empty and the device is in sync with the server.
    var isSettled: Bool { connection.isOpen && isCaughtUp && outbox.waitingCount == 0 }
}

extension Connection {
    /// Whether the last connection attempt failed, so that the device seems to be offline.
    var hasGivenUp: Bool { state == .waiting || state == .stopped }
}
