import NexusCore

/// The composer.
extension ChatViewModel {
    /// The text in the composer. It survives restarts.
    public var draft: String { composer.text }
    /// The message that the composer replies to.
    public var replyingTo: MessageRow? { composer.replyingTo }
    /// The message that the composer edits.
    public var editing: MessageRow? { composer.editing }

    /// Takes the composer's text: saves the draft, sends typing, and suggests members while a name is typed after "@".
    ///
    /// - Parameter caret: in characters; `nil` for the end.
    public func write(_ text: String, caret: Int? = nil) async {
        composer.text = text
        suggest(caret: caret)
        guard composer.editing == nil else { return }
        let conversation = conversation
        await attempt { service throws(ClientError) in
            try await service.setDraft(text, in: conversation)
            try await service.setTyping(!text.isEmpty, in: conversation)
        }
    }

    /// Sends the composer's text and attachments, or saves the edit. It shows at once; the composer is cleared once it is
    /// durable.
    public func send() async {
        guard !composer.isSending else { return }
        composer.isSending = true
        defer { composer.isSending = false }
        if let edited = composer.editing {
            await save(edited)
        } else {
            await post()
        }
        await refresh()
    }

    private func post() async {
        let (conversation, sent) = (conversation, composer)
        let isSent = await attempt { service throws(ClientError) in
            let files = sent.attachments.map(\.file)
            if files.isEmpty {
                _ = try await service.send(
                    sent.text, in: conversation, replyingTo: sent.replyingTo?.id, mentioning: sent.mentioned)
            } else {
                _ = try await service.send(
                    sent.text, files: files, in: conversation, replyingTo: sent.replyingTo?.id,
                    mentioning: sent.mentioned)
            }
        }
        guard isSent else { return }
        if composer.text == sent.text { composer.text = "" }
        if composer.text.isEmpty { composer.suggestions = nil }
        if composer.replyingTo?.id == sent.replyingTo?.id { composer.replyingTo = nil }
        composer.attachments.removeAll { attachment in sent.attachments.contains { $0.id == attachment.id } }
        composer.mentioned = []
        let left = composer.text
        await attempt { service throws(ClientError) in try await service.setDraft(left, in: conversation) }
        await jumpToNewest()
    }

    private func save(_ edited: MessageRow) async {
        let (text, mentioned) = (composer.text, composer.mentioned)
        if text != edited.text {
            let isSaved = await attempt { service throws(ClientError) in
                _ = try await service.edit(edited.id, to: text, mentioning: mentioned)
            }
            guard isSaved else { return }
        }
        if composer.editing?.id == edited.id { composer.endEdit() }
    }

    /// Sends a recording at once, as a reply if the composer replies.
    ///
    /// - Parameters:
    ///   - path: of the recorded file.
    ///   - duration: in milliseconds.
    ///   - waveform: loudness in equal steps, 0 to 31 each.
    /// - Returns: whether it is queued; the file may be deleted then.
    @discardableResult
    public func sendVoice(_ path: String, duration: Int64, waveform: [UInt8] = []) async -> Bool {
        let file = OutgoingFile(path, kind: .voice, duration: duration, waveform: waveform)
        let (conversation, original) = (conversation, composer.replyingTo?.id)
        let isSent = await attempt { service throws(ClientError) in
            _ = try await service.send("", files: [file], in: conversation, replyingTo: original, mentioning: [])
        }
        if isSent {
            if composer.replyingTo?.id == original { composer.replyingTo = nil }
            await jumpToNewest()
        }
        await refresh()
        return isSent
    }

    // MARK: Replies and edits

    /// Replies to that message; `nil` cancels the reply.
    public func reply(to message: MessageRow?) {
        guard let message, !message.isDeleted, message.event == nil else {
            composer.replyingTo = nil
            return
        }
        composer.endEdit()
        composer.replyingTo = message
    }

    /// Puts the text of the user's own message into the composer, where ``send()`` saves it.
    public func edit(_ message: MessageRow) {
        guard message.isMine, message.seq != nil, !message.isDeleted, message.forwardedFrom == nil else { return }
        composer.beginEdit(of: message)
    }

    /// Edits the user's newest message; returns whether there is one.
    @discardableResult
    public func editLast() -> Bool {
        guard
            let last = rows.last(where: { row in
                guard let message = row.message else { return false }
                return message.isMine && message.seq != nil && !message.isDeleted && message.forwardedFrom == nil
                    && message.event == nil
            })?.message
        else { return false }
        edit(last)
        return true
    }

    /// Cancels the edit, or else the reply; returns whether there was one.
    @discardableResult
    public func cancelComposing() -> Bool {
        if composer.editing != nil {
            composer.endEdit()
        } else if composer.replyingTo != nil {
            composer.replyingTo = nil
        } else {
            return false
        }
        return true
    }

    // MARK: Mentions

    /// The caret moved, in characters.
    public func suggest(caret: Int? = nil) {
        let suggestions = MentionSuggestions(for: composer.text, caret: caret, among: header?.members ?? [])
        if suggestions?.start != composer.settledMention { composer.settledMention = nil }
        composer.suggestions = composer.settledMention == nil ? suggestions : nil
    }

    /// Puts the name of a suggested member into the text; returns the caret behind it, in characters.
    @discardableResult
    public func pick(_ person: ChatHeader.Person) async -> Int? {
        guard let suggestions = composer.suggestions else { return nil }
        let (text, caret) = suggestions.text(composer.text, picking: person)
        composer.settledMention = suggestions.start
        mention(person.user)
        await write(text, caret: caret)
        return caret
    }

    /// Closes the suggestions until another name is typed.
    public func closeSuggestions() {
        composer.settledMention = composer.suggestions?.start
        composer.suggestions = nil
    }

    /// Members picked for a mention, to distinguish those with the same name.
    public var mentioned: [UserID] { composer.mentioned }

    /// Picks a member to mention; `@` and their name are for ``write(_:caret:)``.
    public func mention(_ user: UserID) {
        if !composer.mentioned.contains(user) { composer.mentioned.append(user) }
    }

    // MARK: Attachments

    /// Adds files to the message, up to ``Limits/attachmentsPerMessage``; returns whether all were added.
    @discardableResult
    public func attach(_ files: [OutgoingFile]) -> Bool {
        composer.endEdit()
        for file in files {
            guard composer.attachments.count < Limits.attachmentsPerMessage else {
                error = .refused(
                    Refusal(.attachmentInvalid, "A message has at most \(Limits.attachmentsPerMessage) attachments."))
                return false
            }
            composer.lastAttachment += 1
            composer.attachments.append(ComposerAttachment(id: composer.lastAttachment, file: file))
        }
        return true
    }

    public func removeAttachment(_ id: ComposerAttachment.ID) { composer.attachments.removeAll { $0.id == id } }
}
