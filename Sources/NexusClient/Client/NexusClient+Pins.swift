import NexusCore

/// Pins, and earlier versions of messages.
extension NexusClient {
    /// Pins a message for everyone in its conversation, or unpins it. In a group only the owner and admins may.
    ///
    /// - Throws: ``ClientError/refused(_:)`` if it is unknown.
    @discardableResult
    public func pin(_ message: MessageID, _ isPinned: Bool = true) async throws(ClientError) -> OperationID {
        guard let conversation = try await conversation(of: message) else { throw .refused(.messageGone) }
        return try await perform(.pin(conversation, message: message, on: isPinned))
    }

    /// The versions of a message, oldest first; the last is the current one. Names are the present ones.
    ///
    /// - Throws: ``ClientError/offline(_:)``: needs the server. ``ClientError/refused(_:)`` if it is unknown or
    ///   deleted.
    public func versions(of message: MessageID) async throws(ClientError) -> [MessageVersion] {
        guard let conversation = try await conversation(of: message) else { throw .refused(.messageGone) }
        let engine = try await engine()
        if let held = try openStore().message(message), engine.ownView.settings(of: conversation).hides(held.seq) {
            throw .refused(.messageGone)
        }
        let members = engine.conversations[conversation]?.members ?? []
        let list = try await api().call(
            Endpoints.versions, Nothing(), path: ["conversation": conversation.text, "message": message.text])
        return list.versions.map { version in
            let shown = MentioningText(version.text, version.mentions).shown { user in
                members.first { $0.user == user }?.name ?? ""
            }
            return MessageVersion(text: shown.text, mentions: shown.mentions, at: version.at)
        }
    }

    /// The pinned messages of a conversation, the one that was pinned last first. With no network those that are on this device.
    public func pinnedMessages(in conversation: ConversationID) async throws(ClientError) -> [MessageRow] {
        let held = try openStore().pinned(in: conversation)
        let messages: [Message]
        do throws(ClientError) {
            messages = try await api().call(
                Endpoints.pins, Nothing(), path: ["conversation": conversation.text]
            ).messages
        } catch {
            guard error.isOffline else { throw error }
            messages = held
        }
        return try await rows(of: messages, in: conversation).filter { $0.pinnedBy != nil }
    }
}
