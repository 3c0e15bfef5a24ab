import NexusCore

extension SyncRunner {
    /// Performs the requests of other processes of the profile, in order. A request that its process has withdrawn is skipped.
    ///
    /// - Throws: ``ClientError/storeUnavailable(_:)``; the requests that were not performed wait on.
    func takeMailbox() throws(ClientError) {
        for request in try store.requests() {
            // From here on its process cannot withdraw it, and waits for the answer instead of asking again.
            guard try store.claim(request.position) else { continue }
            try store.answer(request.position, with: try outcome(of: request))
        }
    }

    private func outcome(of request: LocalStore.Request) throws(ClientError) -> MailboxAnswer {
        guard let command = request.command else {
            return .refused(Refusal(.invalidRequest, "The process that holds this profile is of another version."))
        }
        do throws(ClientError) {
            try take(command)
            return .done(ConnectionStatus(engine))
        } catch {
            switch error {
            case .refused(let refusal): return .refused(refusal)
            case .fileUnavailable: return .refused(Refusal(.mediaGone, error.message))
            default:
                // Nothing is queued: its process may withdraw it again.
                try? store.unclaim(request.position)
                throw error
            }
        }
    }
}
