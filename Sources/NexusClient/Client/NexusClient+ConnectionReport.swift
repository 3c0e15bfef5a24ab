import NexusCore

extension NexusClient {
    /// The state of the connection. The events `connection(isOnline:)` and `connectionProgress` announce changes.
    ///
    /// - Throws: ``ClientError/signedOut``.
    public func connection() async throws(ClientError) -> ConnectionReport {
        let isHolder = try await runner() != nil
        let engine = try await engine()
        let summary = engine.connectionSummary
        let failed = engine.outbox.entries.count { if case .failed = $0.state { true } else { false } }
        return ConnectionReport(
            phase: isHolder ? ConnectionReport.Phase(engine) : .shared,
            offlineSince: isHolder ? summary.offlineSince : nil, waiting: summary.waiting, failed: failed)
    }
}
