// Messages and what belongs to them as JSON objects. A field that does not apply is left out, never `null`.

extension Message: JSONRecord {
    public init(_: Blank) {
        self.init(
            id: .blank, conversation: .blank, seq: 0, changed: -1, sender: .blank, text: "", writtenAt: .zero)
    }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("id", &id)
        coder.required("conversation", &conversation)
        coder.required("seq", &seq, in: .seqs)
        coder.unless(changed == seq, "changed", &changed, in: .seqs)
        coder.required("sender", &sender)
        coder.required("text", &text)
        coder.unlessEmpty("mentions", &mentions)
        coder.unlessEmpty("attachments", &attachments, limit: Limits.attachmentsPerMessage)
        coder.present("writtenAt", &writtenAt)
        coder.optional("editedAt", &editedAt)
        coder.optional("deletedAt", &deletedAt)
        coder.optional("replyTo", &replyTo)
        coder.unlessEmpty("reactions", &reactions)
        coder.optional("pin", &pin)
        coder.optional("forward", &forward)
        coder.optional("event", &event)
    }

    public mutating func finish(_ coder: inout FieldCoder) {
        if changed < 0 { changed = seq }
    }
}

extension GroupEvent: JSONRecord {
    public init(_: Blank) { self.init(.title) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("kind", &kind)
        coder.unlessEmpty("text", &text)
        coder.unlessEmpty("users", &users)
        coder.optional("retentionDays", &retentionDays)
    }
}

extension Reaction: JSONRecord {
    public init(_: Blank) { self.init(emoji: "", users: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("emoji", &emoji)
        coder.present("users", &users)
    }
}

extension Mention: JSONRecord {
    public init(_: Blank) { self.init(user: .blank, start: 0, length: 0) }

    /// No text is longer than the numbers here: a mention beyond its text is refused where the text is known.
    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("user", &user)
        coder.required("start", &start, in: 0...0xFFFF)
        coder.required("length", &length, in: 0...0xFFFF)
    }
}

extension Pin: JSONRecord {
    public init(_: Blank) { self.init(user: .blank, at: .zero) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("user", &user)
        coder.present("at", &at)
    }
}

extension Forward: JSONRecord {
    public init(_: Blank) { self.init(user: .blank, name: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("user", &user)
        coder.present("name", &name)
        coder.optional("message", &message)
    }
}

extension PinnedList: JSONRecord {
    public init(_: Blank) { self.init(messages: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("messages", &messages)
    }
}
