import NexusCore

/// One request to the process that has the profile: asked, and answered or withdrawn.
extension NexusClient {
    /// Milliseconds that a request waits for its answer.
    private static let answerPatience: Int64 = 10_000
    /// Milliseconds between two looks for an answer.
    private static let answerInterval: Int64 = 25
    /// Looks for the answer to a request that is being performed: one write to the disk is left of it.
    private static let lastLooks = 40

    /// Passes a command to the engine, here or in the process that has the profile; returns once it is durable.
    ///
    /// - Throws: ``ClientError/profileBusy`` if that process does not answer: the command is not performed later.
    func take(_ command: ClientCommand) async throws(ClientError) {
        if let runner = try await runner() { return try await runner.take(command) }
        let store = try openStore()
        let request = try store.post(command)
        if case .refused(let refusal) = try await answer(to: request, in: store) { throw .refused(refusal) }
        chats.signal()
    }

    /// The holder's answer. If the holder goes away meanwhile, this process becomes it, and answers itself.
    /// A request without an answer is withdrawn: a caller that gives up may repeat it.
    func answer(to request: Int64, in store: LocalStore) async throws(ClientError) -> MailboxAnswer {
        var problem = ClientError.profileBusy
        do throws(ClientError) {
            if let answer = try await look(for: request, in: store) { return answer }
        } catch {
            problem = error
        }
        if try store.withdraw(request) { throw problem }
        for _ in 0..<NexusClient.lastLooks {
            if let answer = try store.takeAnswer(request) { return answer }
            // A task of its own: this one may be cancelled, and its sleep would end at once.
            await Task { [clock] in _ = try? await clock.sleep(milliseconds: NexusClient.answerInterval) }.value
        }
        throw problem
    }

    /// Looks for an answer until the time is up or the task is cancelled; nil then.
    private func look(for request: Int64, in store: LocalStore) async throws(ClientError) -> MailboxAnswer? {
        let start = clock.now()
        while clock.now().since(start) < NexusClient.answerPatience, !Task.isCancelled {
            if let answer = try store.takeAnswer(request) { return answer }
            if let runner = try await runner() {
                try await runner.takeMailbox()
                if let answer = try store.takeAnswer(request) { return answer }
            }
            try? await clock.sleep(milliseconds: NexusClient.answerInterval)
        }
        return nil
    }

    /// Deletes the copies of an operation's files, unless the operation is queued or may still be.
    func removeUploads(ofUnqueued operation: OperationID) {
        // Copies that stay by mistake are orphans, and deleted after a day.
        guard let store = try? openStore(), (try? store.mayHold(operation)) == false else { return }
        folder.uploads.remove(operation)
    }
}
