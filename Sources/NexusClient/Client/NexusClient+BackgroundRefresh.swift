import NexusCore

/// The entry point of a background refresh.
extension NexusClient {
    /// Connects, receives what is new and sends what waits. Returns as soon as both are done, and before `time` has
    /// passed, also if the server accepts the connection and stays silent: a second of the time is kept for closing and
    /// reporting, or a tenth of less than ten. Cancelling the task ends it at once, as the system's expiration handler does.
    ///
    /// ```swift
    /// let summary = try await client.sync(within: .seconds(25))
    /// for message in summary.arrived { print(message.text) }
    /// ```
    ///
    /// - Parameter time: what the system grants.
    /// - Throws: ``ClientError/signedOut``, ``ClientError/refused(_:)`` once the session is over,
    ///   ``ClientError/storeUnavailable(_:)``. No connection is no error: ``SyncSummary/outcome`` says so.
    @discardableResult
    public func sync(within time: Duration) async throws(ClientError) -> SyncSummary {
        let store = try openStore()
        guard let snapshot = try store.snapshot() else { throw .signedOut }
        let mark = SyncMark(snapshot)
        let granted = max(0, time.wholeMilliseconds)
        let budget = granted - min(granted / 10, NexusClient.refreshReserve)
        let work = Task { () async -> Result<SyncOutcome, ClientError> in
            do throws(ClientError) { return .success(try await sync(within: budget)) } catch { return .failure(error) }
        }
        // Waits for another process of the profile may take longer than this call: they end with their task.
        let alarm = Task { [clock] in
            try await clock.sleep(milliseconds: budget)
            work.cancel()
        }
        let result = await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            work.cancel()
        }
        alarm.cancel()
        switch result {
        case .success(let outcome): return try mark.summary(outcome, of: store)
        case .failure(.profileBusy): return try mark.summary(.unfinished, of: store)
        case .failure(let error): throw error
        }
    }

    /// The milliseconds that ``sync(within:)-(Duration)`` keeps for closing and reporting, at most; a tenth of a shorter time.
    static let refreshReserve: Int64 = 1_000
}

extension Duration {
    /// Without fractions; the greatest number if there are more.
    fileprivate var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (milliseconds, overflows) = seconds.multipliedReportingOverflow(by: 1_000)
        guard !overflows, milliseconds < .max / 2 else { return seconds < 0 ? 0 : .max / 2 }
        // A thousand at most, of a number that is a multiple of a thousand.
        return milliseconds &+ attoseconds / 1_000_000_000_000_000
    }
}
