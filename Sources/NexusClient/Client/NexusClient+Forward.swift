import NexusCore

/// Forwarding and hiding messages.
extension NexusClient {
    /// Forwards messages, in the order given, with their attachments and authors. Nothing is uploaded.
    ///
    /// - Returns: the operations, conversation by conversation.
    /// - Throws: ``ClientError/refused(_:)`` if one is unknown, unsent or deleted (also for the user alone), or for
    ///   more than `Limits.forwardTargets` conversations.
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

    /// Deletes messages for the user alone, on all of their devices. This cannot be undone.
    ///
    /// - Throws: ``ClientError/refused(_:)`` if one is unknown or unsent, or for more than `Limits.hiddenMessages` of one
    ///   conversation.
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
