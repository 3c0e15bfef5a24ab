import NexusCore

/// Actions on single messages.
extension ChatViewModel {
    /// The actions that a menu offers for a message, in order.
    public func actions(for message: MessageRow) -> [MessageAction] {
        header?.actions(for: message, isUploading: uploads[message.id] != nil) ?? []
    }

    /// Replaces the text of the user's own message.
    public func edit(_ message: MessageID, to text: String) async {
        await act { service throws(ClientError) in _ = try await service.edit(message, to: text, mentioning: []) }
    }

    /// Reacts with an emoji, or removes the user's reaction.
    public func react(_ emoji: String, to message: MessageRow) async {
        // As it is now, not when a picker opened.
        let row = self.message(message.id) ?? message
        let isThere = row.reactions.contains { $0.emoji == emoji && $0.isMine }
        await act { service throws(ClientError) in
            _ = try await service.react(emoji, to: message.id, on: !isThere)
        }
    }

    /// Pins a message for everyone, or unpins it.
    public func pin(_ message: MessageID, _ isPinned: Bool) async {
        await act { service throws(ClientError) in _ = try await service.pin(message, isPinned) }
        await loadPins()
    }

    /// The versions of an edited message, oldest first; empty if they cannot be loaded, which ``error`` explains.
    public func versions(of message: MessageID) async -> [MessageVersion] {
        await answer { service throws(ClientError) in try await service.versions(of: message) } ?? []
    }

    /// The receipts of the members for the user's own message; empty if they cannot be loaded.
    public func receipts(of message: MessageID) async -> [MemberReceipt] {
        await answer { service throws(ClientError) in try await service.receipts(of: message) } ?? []
    }

    /// Reports a message to the server's administrators; returns whether the report is queued.
    @discardableResult
    public func report(_ message: MessageID, because reason: String) async -> Bool {
        await attempt { service throws(ClientError) in _ = try await service.report(message, because: reason) }
    }

    /// Forwards messages and their attachments; returns whether that is queued.
    @discardableResult
    public func forward(_ messages: [MessageID], to conversations: [ConversationID]) async -> Bool {
        await act { service throws(ClientError) in _ = try await service.forward(messages, to: conversations) }
    }

    /// Deletes a message for everyone.
    public func delete(_ message: MessageID) async {
        await act { service throws(ClientError) in _ = try await service.delete([message]) }
    }

    /// Deletes messages for the user alone.
    public func deleteForMe(_ messages: [MessageID]) async {
        await act { service throws(ClientError) in _ = try await service.deleteForMe(messages) }
    }

    /// Tries a message, or a change of one, that failed again, under the same identifier.
    public func retry(_ message: MessageID) async {
        await act { service throws(ClientError) in
            for operation in try await service.queuedOperations(of: message) { try await service.retry(operation) }
        }
    }

    /// Gives a message, or a change of one, that failed or waits up. Cancels its upload.
    public func discard(_ message: MessageID) async {
        await act { service throws(ClientError) in
            for operation in try await service.queuedOperations(of: message) { try await service.discard(operation) }
        }
    }

    /// Takes the changes after an action; returns whether it succeeded.
    @discardableResult
    func act(_ work: @Sendable (any ChatService) async throws(ClientError) -> Void) async -> Bool {
        let isDone = await attempt(work)
        await refresh()
        return isDone
    }
}
