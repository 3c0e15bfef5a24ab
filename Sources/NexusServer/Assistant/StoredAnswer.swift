import NexusCore

/// An answer as stored in the history: with the positions of its sources, not their texts.
struct StoredAnswer: Equatable, Sendable {
    struct Source: Equatable, Sendable {
        var message: MessageID
        var conversation: ConversationID
        var seq: Seq
        var sender: UserID
        var writtenAt: Timestamp
        /// The range of the excerpt in the text, in UTF-16 code units.
        var range: Range<Int>
        /// When the message had last been edited; `nil` if never.
        var editedAt: Timestamp?
        var match: Int?
        var kind: String?
        var note: String?
    }

    var kind: AssistantAnswer.Kind
    /// The text of a language model.
    var statements: [AssistantAnswer.Statement] = []
    var sources: [Source] = []
    var model: String?
    var notice: String?
}

extension StoredAnswer.Source: JSONEncodable, JSONDecodable {
    func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("message", message)
        writer.field("conversation", conversation)
        writer.field("seq", seq)
        writer.field("sender", sender)
        writer.field("writtenAt", writtenAt.milliseconds)
        writer.field("start", Int64(range.lowerBound))
        writer.field("end", Int64(range.upperBound))
        writer.field("editedAt", ifPresent: editedAt?.milliseconds)
        writer.field("match", ifPresent: match.map { Int64($0) })
        writer.field("kind", ifPresent: kind)
        writer.field("note", ifPresent: note)
        writer.endObject()
    }

    init(from reader: inout JSONReader) throws(JSONError) {
        var message: MessageID?
        var conversation: ConversationID?
        var sender: UserID?
        var seq: Seq = 0
        var times: (written: Timestamp, edited: Timestamp?) = (.zero, nil)
        var range: (start: Int64, end: Int64) = (0, 0)
        var match: Int64?
        var kind: String?
        var note: String?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "message": message = try reader.id("message")
            case "conversation": conversation = try reader.id("conversation")
            case "seq": seq = try reader.seq("seq")
            case "sender": sender = try reader.id("sender")
            case "writtenAt": times.written = try reader.timestamp()
            case "start": range.start = try reader.int()
            case "end": range.end = try reader.int()
            case "editedAt": times.edited = try reader.timestamp()
            case "match": match = try reader.int()
            case "kind": kind = try reader.string()
            case "note": note = try reader.string()
            default: break
            }
        }
        guard let message else { throw reader.missing("message") }
        guard let conversation else { throw reader.missing("conversation") }
        guard let sender else { throw reader.missing("sender") }
        guard range.start >= 0, range.start <= range.end else { throw reader.invalid("end") }
        self.init(
            message: message, conversation: conversation, seq: seq, sender: sender, writtenAt: times.written,
            range: Int(clamping: range.start)..<Int(clamping: range.end), editedAt: times.edited,
            match: match.map { Int(clamping: $0) }, kind: kind, note: note)
    }
}

extension StoredAnswer: JSONEncodable, JSONDecodable {
    func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("kind", kind.rawValue)
        if !statements.isEmpty { writer.field("statements", statements) }
        writer.field("sources", sources)
        writer.field("model", ifPresent: model)
        writer.field("notice", ifPresent: notice)
        writer.endObject()
    }

    init(from reader: inout JSONReader) throws(JSONError) {
        var kind = AssistantAnswer.Kind.quotes
        var statements: [AssistantAnswer.Statement] = []
        var sources: [Source] = []
        var model: String?
        var notice: String?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "kind":
                guard let known = AssistantAnswer.Kind(rawValue: try reader.string()) else {
                    throw reader.invalid("kind")
                }
                kind = known
            case "statements": statements = try [AssistantAnswer.Statement](from: &reader)
            case "sources": sources = try [Source](from: &reader)
            case "model": model = try reader.string()
            case "notice": notice = try reader.string()
            default: break
            }
        }
        self.init(kind: kind, statements: statements, sources: sources, model: model, notice: notice)
    }
}
