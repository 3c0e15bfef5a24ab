// The bodies that a frame and an endpoint share: a frame adds its `type`, an endpoint stands alone.

/// The object that stands under `error`.
extension Refusal: JSONRecord {
    public init(_: Blank) { self.init(.invalidRequest, "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("code", &code)
        coder.present("message", &message)
        coder.optional("retryAfter", &retryAfter)
    }
}

/// The body of every HTTP response that is not a success.
public struct ErrorBody: Equatable, Sendable, JSONRecord {
    public var refusal: Refusal

    public init(_ refusal: Refusal) { self.refusal = refusal }

    public init(_: Blank) { self.init(Refusal(.blank)) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("error", &refusal)
    }
}

extension Welcome: JSONRecord {
    public init(_: Blank) { self.init(session: .blank, profile: Profile(.blank), time: .zero) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("session", &session)
        coder.required("profile", &profile)
        coder.required("time", &time)
        coder.optional("epoch", &epoch)
        coder.flag("insights", &hasInsights)
    }
}

extension Acknowledgement: JSONRecord {
    public init(_: Blank) { self.init(operation: .blank, seq: 0, at: .zero) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("operation", &operation)
        coder.required("seq", &seq, in: .seqs)
        coder.required("at", &at)
    }
}

extension Change: JSONRecord {
    public init(_: Blank) { self.init(conversation: .blank, seq: 0) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("conversation", &conversation)
        coder.required("seq", &seq, in: .seqs)
        coder.optional("info", &info)
        coder.unlessEmpty("members", &members)
        coder.unlessEmpty("messages", &messages)
    }
}

extension Changes: JSONRecord {
    public init(_: Blank) {
        self.init(
            conversation: .blank, after: 0, cursor: 0, head: 0, isReset: false, oldest: 0, unread: 0, info: nil,
            members: [], messages: [])
    }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("conversation", &conversation)
        coder.required("after", &after, in: .seqs)
        coder.required("cursor", &cursor, in: .seqs)
        coder.required("head", &head, in: .seqs)
        coder.flag("reset", &isReset)
        coder.unless(!isReset, "oldest", &oldest, in: .seqs)
        coder.present("unread", &unread, in: 0...Int64(Self.unreadLimit), clamps: true)
        coder.unless(mentions <= 0, "mentions", &mentions, in: 0...Int64(Self.unreadLimit), clamps: true)
        coder.optional("epoch", &epoch)
        coder.optional("info", &info)
        coder.unlessEmpty("members", &members)
        coder.unlessEmpty("messages", &messages)
    }
}

extension Page: JSONRecord {
    public init(_: Blank) { self.init(conversation: .blank, from: 0, through: 0, head: 0, messages: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("conversation", &conversation)
        coder.required("from", &from, in: .seqs)
        coder.required("through", &through, in: .seqs)
        coder.required("head", &head, in: .seqs)
        coder.optional("epoch", &epoch)
        coder.present("messages", &messages)
    }
}

extension Moved: JSONRecord {
    public init(_: Blank) { self.init(time: .zero, conversations: [], hasMore: false) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("time", &time)
        coder.present("conversations", &conversations)
        coder.flag("more", &hasMore)
        coder.unless(own <= 0, "own", &own, in: .seqs)
        coder.optional("epoch", &epoch)
        coder.optional("insights", &insights)
    }
}

extension Moved.Entry: JSONRecord {
    public init(_: Blank) { self.init(conversation: .blank, head: 0) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("conversation", &conversation)
        coder.required("head", &head, in: .seqs)
        coder.flag("left", &hasLeft)
        coder.optional("lastAt", &lastAt)
    }
}
