import NexusCore

/// The claim on the profile, and what other processes of it ask.
extension NexusClient {
    /// Milliseconds for which a client that does not share its profile waits for another to release it: the one before it may be
    /// closing.
    private static let patience: Int64 = 3_000
    /// Milliseconds between two looks for requests of other processes.
    private static let mailboxInterval: Int64 = 100

    /// The lock of the profile; nil if another process shares it, or another task of this client has just claimed it.
    ///
    /// - Throws: ``ClientError/profileBusy`` if another process has it and it is not shared.
    func claimProfile() async throws(ClientError) -> FileLock? {
        if let lock = try FileLock.claim(folder.syncLock) { return lock }
        if configuration.sharesProfile { return nil }
        let lock = try await FileLock.claim(folder.syncLock, within: NexusClient.patience, clock: clock)
        // Meanwhile another task may have claimed it, or begun to sign out.
        if lease != nil { return nil }
        if isLeaving { throw .signedOut }
        guard let lock else { throw .profileBusy }
        return lock
    }

    /// Performs the requests of other processes as they come; nil if the profile is not shared.
    func mailbox(of runner: SyncRunner, in store: LocalStore) -> Task<Void, Never>? {
        guard configuration.sharesProfile else { return nil }
        return Task { [clock] in
            var seen: Int64 = -1
            while !Task.isCancelled {
                // After an error the same requests are looked at again: the next write may be far.
                if let version = try? store.foreignVersion(), version != seen,
                    (try? await runner.takeMailbox()) != nil
                {
                    seen = version
                }
                try? await clock.sleep(milliseconds: NexusClient.mailboxInterval)
            }
        }
    }
}
