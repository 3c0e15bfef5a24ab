import NexusCore

/// A picture, file or recording of a conversation, with the message that it came with.
public struct SharedMedia: Equatable, Sendable {
    public var message: MessageID
    public var seq: Seq
    public var sender: UserID
    public var senderName: String
    public var writtenAt: Timestamp
    public var attachment: Attachment

    public init(
        message: MessageID, seq: Seq, sender: UserID, senderName: String, writtenAt: Timestamp, attachment: Attachment
    ) {
        self.message = message
        self.seq = seq
        self.sender = sender
        self.senderName = senderName
        self.writtenAt = writtenAt
        self.attachment = attachment
    }
}

extension NexusClient {
    /// The name, the members and the user's permissions of a conversation; nil if it is not on this device. Works offline.
    public func details(of conversation: ConversationID) async throws(ClientError) -> ChatHeader? {
        try await engine().chatHeader(conversation)
    }

    /// The pictures, files and recordings of a conversation's messages on this device, the newest first. Those that the user has
    /// deleted for themself, and those of blocked people, are left out. Works offline.
    ///
    /// - Parameters:
    ///   - seq: the position of a message of the previous page; nil for the newest.
    ///   - limit: messages in a page, at most `Limits.pageMessages`; a page with fewer is the last.
    public func sharedMedia(
        in conversation: ConversationID, before seq: Seq? = nil, limit: Int = Limits.defaultPageMessages
    ) async throws(ClientError) -> [SharedMedia] {
        let engine = try await engine()
        let view = engine.ownView
        let settings = view.settings(of: conversation)
        let limit = min(max(limit, 1), Limits.pageMessages)
        var messages: [Message] = []
        var next = seq ?? .max
        while messages.count < limit {
            let page = try openStore().messagesWithMedia(in: conversation, before: next, limit: limit)
            messages += page.filter { !settings.hides($0.seq) && !view.blocked.contains($0.sender) }
            guard page.count == limit, let last = page.last else { break }
            next = last.seq
        }
        return messages.prefix(limit).flatMap { message in
            let name = engine.conversations[conversation]?.member(message.sender)?.name ?? ""
            return message.attachments.map { attachment in
                SharedMedia(
                    message: message.id, seq: message.seq, sender: message.sender, senderName: name,
                    writtenAt: message.writtenAt, attachment: attachment)
            }
        }
    }

    /// A person's profile from the server; with no network what this device knows of them, which may lack the address and the
    /// description.
    ///
    /// - Throws: ``ClientError/refused(_:)`` (`not_found`) for a person whom the user may not see; ``ClientError/offline(_:)`` for one
    ///   who is not known here.
    public func person(_ id: UserID) async throws(ClientError) -> User {
        do throws(ClientError) {
            let user = try await api().call(Endpoints.person, Nothing(), path: ["user": id.text])
            try openStore().remember([user])
            return user
        } catch {
            guard error.isOffline, let known = try openStore().knownPeople(matching: "").first(where: { $0.id == id })
            else { throw error }
            return known
        }
    }

    /// The groups of which the user and another person are members, in the order of the list. Works offline.
    public func sharedGroups(with user: UserID) async throws(ClientError) -> [ConversationRow] {
        let engine = try await engine()
        return engine.conversationRows().filter { row in
            row.kind == .group && engine.conversations[row.id]?.member(user)?.hasLeft == false
        }
    }
}
