import NexusCore

/// A range of a conversation, ready to display.
public struct TimelinePage: Equatable, Sendable {
    /// Its messages in order; the unsent ones come last.
    public var messages: [MessageRow]
    /// Whether there is older history, here or on the server.
    public var hasOlder: Bool
    /// Whether all of it is on this device and current.
    public var isComplete: Bool
}

extension NexusClient {
    /// Messages on this device just before `seq`, or the newest with the unsent ones; at most `limit`. Works offline:
    /// ``fetchMessages(in:before:limit:within:)`` fetches missing ones.
    ///
    /// - Throws: ``ClientError/refused(_:)`` if the conversation is unknown.
    public func messages(
        in conversation: ConversationID, before seq: Seq? = nil, limit: Int = Limits.defaultPageMessages
    ) async throws(ClientError) -> TimelinePage {
        // Reads the engine first: an operation acknowledged in between is then in both, and the window shows it once.
        let engine = try await engine()
        guard let state = engine.conversations[conversation] else { throw .refused(.conversationGone) }
        let limit = max(limit, 1)
        let page = try openStore().page(in: conversation, before: seq, limit: limit)
        let cleared = engine.ownView.settings(of: conversation).clearedThrough
        let held = page.messages.filter { $0.seq > cleared }
        var window = ChatWindow(conversation, showing: page, minutesFromUTC: 0, in: engine)
        // Replies find originals that the user has deleted for themself.
        _ = window.changes(in: engine)
        let messages = window.rows.compactMap { row in if case .message(let message) = row { message } else { nil } }
        let first = max(held.count < limit ? 1 : held.first?.seq ?? 1, cleared + 1)
        let isMissing = state.record.gaps.ranges.contains { $0.upperBound >= first && $0.lowerBound < seq ?? .max }
        let hasGapBefore = state.record.gaps.gap(before: first).map { $0.upperBound > cleared } ?? false
        return TimelinePage(
            messages: messages.suffix(limit),
            hasOlder: held.count == limit && first > cleared + 1 || hasGapBefore || isMissing,
            isComplete: !isMissing)
    }

    /// Messages of a conversation, ready to display: with status, receipts and pending changes.
    public func rows(
        of messages: [Message], in conversation: ConversationID
    ) async throws(ClientError) -> [MessageRow] {
        guard !messages.isEmpty else { return [] }
        let engine = try await engine()
        let originals = try openStore().originals(of: messages, [])
        let wanted = Set(messages.map(\.id))
        return engine.rows(of: originals + messages, in: conversation).filter { wanted.contains($0.id) }
    }

    /// The message with that identifier if it is on this device; also an unsent one.
    public func message(_ id: MessageID) async throws(ClientError) -> (ConversationID, MessageRow)? {
        if let held = try openStore().message(id) {
            return try await rows(of: [held], in: held.conversation).first.map { (held.conversation, $0) }
        }
        guard let conversation = try await engine().outbox.entry(id.retyped())?.operation.conversation else {
            return nil
        }
        return try await messages(in: conversation).messages.last { $0.id == id }.map { (conversation, $0) }
    }

    /// Like ``messages(in:before:limit:)``, after fetching missing messages; offline, or when that takes longer than
    /// `milliseconds`, without it.
    public func fetchMessages(
        in conversation: ConversationID, before seq: Seq? = nil, limit: Int = Limits.defaultPageMessages,
        within milliseconds: Int64 = 5_000
    ) async throws(ClientError) -> TimelinePage {
        let start = clock.now()
        let held = try await messages(in: conversation, before: seq, limit: limit)
        guard !held.isComplete else { return held }
        let runner = try await runner()
        return try await holding(runner) { () async throws(ClientError) in
            var page = held
            while !page.isComplete, !Task.isCancelled {
                let left = milliseconds - clock.now().since(start)
                let gaps = try await gaps(conversation)
                try await take(.loadOlder(conversation, before: seq ?? .max))
                guard left > 0, try await gapsChange(conversation, from: gaps, within: left, runner) else { break }
                page = try await messages(in: conversation, before: seq, limit: limit)
            }
            return page
        }
    }

    func gaps(_ conversation: ConversationID) async throws(ClientError) -> Gaps? {
        try await engine().conversations[conversation]?.record.gaps
    }

    func gapsChange(
        _ conversation: ConversationID, from gaps: Gaps?, within milliseconds: Int64, _ runner: SyncRunner?
    ) async throws(ClientError) -> Bool {
        if let runner {
            _ = await runner.wait(upTo: milliseconds) {
                $0.conversations[conversation]?.record.gaps != gaps || $0.connection.hasGivenUp
            }
            return try await self.gaps(conversation) != gaps
        }
        let store = try openStore()
        return try await poll(upTo: milliseconds) { () throws(ClientError) in
            try store.snapshot()?.conversations.first { $0.record.info.id == conversation }?.record.gaps != gaps
        }
    }

    /// Writes a message; returns once it is durable in the outbox, from where it is sent. `@` with the full name of a
    /// member in the text mentions them.
    ///
    /// - Parameters:
    ///   - original: the message of the same conversation to reply to; it need not be on this device or sent.
    ///   - mentioned: distinguishes members with the same name.
    /// - Returns: the message's identifier.
    /// - Throws: ``ClientError/refused(_:)`` for a text that is empty or too long, or an unknown conversation.
    @discardableResult
    public func send(
        _ text: String, in conversation: ConversationID, replyingTo original: MessageID? = nil,
        mentioning mentioned: [UserID] = []
    ) async throws(ClientError) -> MessageID {
        let mentions = try await engine().mentions(in: text, of: conversation, preferring: mentioned)
        let post = Post(text: text, mentions: mentions, writtenAt: clock.now(), replyTo: original)
        return try await perform(.post(conversation, post)).retyped()
    }

    /// Replaces the text of the user's own message; it mentions the members whom the new text names.
    ///
    /// - Parameters:
    ///   - text: may be empty if the message has attachments.
    ///   - mentioned: distinguishes members with the same name.
    /// - Throws: ``ClientError/refused(_:)`` if it is unknown, another user's, or would be empty.
    @discardableResult
    public func edit(
        _ message: MessageID, to text: String, mentioning mentioned: [UserID] = []
    ) async throws(ClientError) -> OperationID {
        let conversation = try await conversation(of: [message]) { .edit(sender: $0) }
        if try openStore().message(message)?.attachments.isEmpty != false {
            do throws(TextProblem) { _ = try TextRule.message(text) } catch { throw .refused(Refusal(error)) }
        }
        let mentions = try await engine().mentions(in: text, of: conversation, preferring: mentioned)
        return try await perform(.edit(conversation, message: message, text: text, mentions: mentions))
    }

    /// Adds or removes a reaction. Replaces a queued change with the same emoji.
    ///
    /// - Throws: ``ClientError/refused(_:)`` if it is not one emoji, or the message is unknown.
    @discardableResult
    public func react(
        _ emoji: String, to message: MessageID, on: Bool = true
    ) async throws(ClientError) -> OperationID {
        guard let conversation = try await conversation(of: message) else { throw .refused(.messageGone) }
        return try await perform(.react(conversation, message: message, emoji: emoji, on: on))
    }

    /// Deletes messages of one conversation, all or none: the user's own, and as the owner or an admin of a group
    /// anyone's.
    ///
    /// - Throws: ``ClientError/refused(_:)`` if one is unknown, or may not be deleted.
    @discardableResult
    public func delete(_ messages: [MessageID]) async throws(ClientError) -> OperationID {
        let conversation = try await conversation(of: messages) { .delete(sender: $0) }
        return try await perform(.delete(conversation, messages: messages))
    }

    /// Marks messages as read up to `seq`, or all.
    public func markRead(_ conversation: ConversationID, through seq: Seq? = nil) async throws(ClientError) {
        guard let state = try await engine().conversations[conversation] else { throw .refused(.conversationGone) }
        let newest = max(state.record.cursor, state.newest?.seq ?? 0)
        try await take(.read(conversation, through: min(seq ?? newest, newest)))
    }

    /// Reports that the composer was edited (`true`) or left (`false`). Others see it only while there is a connection.
    public func setTyping(_ isTyping: Bool, in conversation: ConversationID) async throws(ClientError) {
        try await runner()?.handle(.typing(conversation, isTyping))
    }

    /// The conversation on the screen, if any: it announces no banners.
    public func setViewed(_ conversation: ConversationID?) async throws(ClientError) {
        try await runner()?.handle(.view(conversation))
    }

    /// The screen of a conversation has disappeared; another one's screen may have appeared before.
    public func endViewing(_ conversation: ConversationID) async throws(ClientError) {
        try await runner()?.endViewing(conversation)
    }

    /// The unsent text of a conversation.
    public func draft(in conversation: ConversationID) async throws(ClientError) -> String {
        try await engine().ownView.settings(of: conversation).draft
    }

    /// Saves the unsent text; it survives a restart and appears on the user's other devices.
    public func setDraft(_ text: String, in conversation: ConversationID) async throws(ClientError) {
        guard try await draft(in: conversation) != text else { return }
        _ = try await perform(.updateSettings(conversation, SettingsChange(draft: text)))
    }

    // MARK: The outbox

    /// Mutations that wait or were refused, in the order they were written.
    public func outbox() async throws(ClientError) -> [OutboxEntry] {
        try await engine().outbox.entries
    }

    /// The number of mutations that another version of this program has queued and this one cannot read. They wait for a
    /// version that can.
    public func unreadableCount() throws(ClientError) -> Int { try openStore().unreadableOperations() }

    /// The number of the user's mutations that a sign-out would lose. Receipts and settings do not count, nor do refused
    /// mutations of a kind that is dropped (`staysWhenRefused` of `Operation.Kind`).
    public func unsentCount() throws(ClientError) -> Int {
        try openStore().outbox().count { entry in
            if case .receipt = entry.operation.kind { return false }
            if case .updateSettings = entry.operation.kind { return false }
            return switch entry.state {
            case .waiting: true
            case .acknowledged: false
            case .failed: entry.operation.kind.staysWhenRefused
            }
        }
    }

    /// Tries a refused operation again, under the same identifier.
    public func retry(_ operation: OperationID) async throws(ClientError) { try await take(.retry(operation)) }

    /// Gives a waiting or refused operation up.
    public func discard(_ operation: OperationID) async throws(ClientError) { try await take(.discard(operation)) }

    /// The conversation of a message that is on this device and not deleted, or still unsent.
    func conversation(of message: MessageID) async throws(ClientError) -> ConversationID? {
        if let held = try openStore().message(message) { return held.isSaid ? held.conversation : nil }
        return try await engine().outbox.entry(message.retyped())?.operation.conversation
    }

    /// The conversation of these messages, if the user may do `action` with all; they may still be unsent.
    private func conversation(
        of messages: [MessageID], for action: (_ sender: UserID) -> Permission.Action
    ) async throws(ClientError) -> ConversationID {
        let engine = try await engine()
        var found: Set<ConversationID> = []
        for id in messages {
            if let held = try openStore().message(id) {
                guard engine.may(action(held.sender), in: held.conversation) else { throw .refused(.notOwnMessage) }
                guard held.isSaid else { throw .refused(.messageGone) }
                found.insert(held.conversation)
            } else if let entry = engine.outbox.entry(id.retyped()), let conversation = entry.operation.conversation {
                found.insert(conversation)
            } else {
                throw .refused(.messageGone)
            }
        }
        guard let conversation = found.first, found.count == 1 else { throw .refused(.messageGone) }
        return conversation
    }
}

extension Refusal {
    /// The message is not on this device, or was deleted.
    static let messageGone = Refusal(.messageGone, "This message does not exist, or has been deleted.")
    static let notOwnMessage = Refusal(.forbidden, "Only its sender may change a message.")
}
