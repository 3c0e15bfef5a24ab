import NexusCore

/// Messages that are said again elsewhere, and those that a person no longer wants to see.
extension NexusClient {
    /// Says in other conversations what messages say, with what they carry and whose they are; in the order given. Nothing is uploaded.
    ///
    /// - Returns: the operations, conversation by conversation.
    /// - Throws: ``ClientError/refused(_:)`` when one is not here, is unsent or was deleted (for the person alone, too), or for more than
    ///   ``Limits/forwardTargets`` conversations.
    @discardableResult
    public func forward(
        _ messages: [MessageID], to conversations: [ConversationID]
    ) async throws(ClientError) -> [OperationID] {
        guard conversations.count <= Limits.forwardTargets else {
            throw .refused(
                Refusal(
                    .invalidRequest, "A message is forwarded to at most \(Limits.forwardTargets) conversations at once."
                ))
        }
        let engine = try await engine()
        var posts: [Post] = []
        for id in messages {
            guard let message = try openStore().message(id), message.isSaid,
                !engine.ownView.settings(of: message.conversation).hides(message.seq)
            else { throw .refused(.messageGone) }
            let members = engine.conversations[message.conversation]?.members ?? []
            posts.append(
                message.forwarded(at: clock.now()) { user in members.first { $0.user == user }?.name ?? "" })
        }
        var operations: [OperationID] = []
        for conversation in conversations {
            for post in posts { operations.append(try await perform(.post(conversation, post))) }
        }
        return operations
    }

    /// Deletes messages for the person alone, on all of their devices. It cannot be taken back.
    ///
    /// - Throws: ``ClientError/refused(_:)`` when one is not here, or is unsent.
    @discardableResult
    public func deleteForMe(_ messages: [MessageID]) async throws(ClientError) -> [OperationID] {
        var hidden: [(conversation: ConversationID, seqs: [Seq])] = []
        for id in messages {
            guard let message = try openStore().message(id) else { throw .refused(.messageGone) }
            if let position = hidden.firstIndex(where: { $0.conversation == message.conversation }) {
                hidden[position].seqs.append(message.seq)
            } else {
                hidden.append((message.conversation, [message.seq]))
            }
        }
        var operations: [OperationID] = []
        for (conversation, seqs) in hidden {
            operations.append(try await perform(.updateSettings(conversation, SettingsChange(hidden: seqs))))
        }
        return operations
    }
}
