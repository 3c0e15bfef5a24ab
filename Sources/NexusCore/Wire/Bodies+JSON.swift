// The bodies that a frame and an endpoint share: a frame adds its `type`, an endpoint stands alone.

extension Refusal: JSONDecodable {
    /// Reads the inner object of `{"error": …}`.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var code: String?
        var message = ""
        var retryAfter: Int64?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "code": code = try reader.string()
            case "message": message = try reader.string()
            case "retryAfter": retryAfter = try reader.int()
            default: break
            }
        }
        guard let code else { throw reader.missing("code") }
        self.init(ErrorCode(named: code), message, retryAfter: retryAfter)
    }

    /// Writes the field `error` of an object that has been begun.
    public func encodeFields(to writer: inout JSONWriter) {
        writer.key("error")
        writer.beginObject()
        writer.field("code", code.text)
        writer.field("message", message)
        writer.field("retryAfter", ifPresent: retryAfter)
        writer.endObject()
    }
}

/// The body of every HTTP response that is not a success.
public struct ErrorBody: Equatable, Sendable, JSONEncodable, JSONDecodable {
    public var refusal: Refusal

    public init(_ refusal: Refusal) { self.refusal = refusal }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        refusal.encodeFields(to: &writer)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        let fields = try ServerFrameFields(from: &reader)
        guard let refusal = fields.refusal else { throw reader.missing("error") }
        self.init(refusal)
    }
}

extension ServerFrameFields: JSONDecodable {
    init(from reader: inout JSONReader) throws(JSONError) {
        var fields = ServerFrameFields()
        try reader.object { (reader, key) throws(JSONError) in
            try fields.read(key, from: &reader)
        }
        self = fields
    }
}

extension Acknowledgement: JSONEncodable, JSONDecodable {
    func encodeFields(to writer: inout JSONWriter) {
        writer.field("operation", operation)
        writer.field("seq", seq)
        writer.field("at", at)
    }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        encodeFields(to: &writer)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        self = try ServerFrameFields(from: &reader).acknowledgement(reader)
    }
}

extension Changes: JSONEncodable, JSONDecodable {
    func encodeFields(to writer: inout JSONWriter) {
        writer.field("conversation", conversation)
        writer.field("after", after)
        writer.field("cursor", cursor)
        writer.field("head", head)
        if isReset {
            writer.field("reset", true)
            writer.field("oldest", oldest)
        }
        writer.field("unread", Int64(unread))
        if mentions > 0 { writer.field("mentions", Int64(mentions)) }
        writer.field("epoch", ifPresent: epoch)
        writer.rows(info: info, members: members, messages: messages)
    }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        encodeFields(to: &writer)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        self = try ServerFrameFields(from: &reader).changes(reader)
    }
}

extension Page: JSONEncodable, JSONDecodable {
    func encodeFields(to writer: inout JSONWriter) {
        writer.field("conversation", conversation)
        writer.field("from", from)
        writer.field("through", through)
        writer.field("head", head)
        writer.field("epoch", ifPresent: epoch)
        writer.field("messages", messages)
    }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        encodeFields(to: &writer)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        self = try ServerFrameFields(from: &reader).page(reader)
    }
}

extension Moved: JSONEncodable, JSONDecodable {
    func encodeFields(to writer: inout JSONWriter) {
        writer.field("time", time)
        writer.field("conversations", conversations)
        if hasMore { writer.field("more", true) }
        if own > 0 { writer.field("own", own) }
        writer.field("epoch", ifPresent: epoch)
    }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        encodeFields(to: &writer)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        self = try ServerFrameFields(from: &reader).moved(reader)
    }
}

extension Moved.Entry: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("conversation", conversation)
        writer.field("head", head)
        if hasLeft { writer.field("left", true) }
        writer.field("lastAt", ifPresent: lastAt)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var conversation: ConversationID?
        var head: Seq?
        var hasLeft = false
        var lastAt: Timestamp?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "conversation": conversation = try reader.id("conversation")
            case "head": head = try reader.seq("head")
            case "left": hasLeft = try reader.bool()
            case "lastAt": lastAt = try reader.timestamp()
            default: break
            }
        }
        guard let conversation else { throw reader.missing("conversation") }
        guard let head else { throw reader.missing("head") }
        self.init(conversation: conversation, head: head, hasLeft: hasLeft, lastAt: lastAt)
    }
}
