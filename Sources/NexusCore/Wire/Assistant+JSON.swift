extension AssistantQuestion: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("text", text)
        writer.field("topic", ifPresent: topic)
        writer.field("conversation", ifPresent: conversation)
        if utcOffset != 0 { writer.field("utcOffset", Int64(utcOffset)) }
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var text: String?
        var topic: TopicID?
        var conversation: ConversationID?
        var utcOffset: Int64 = 0
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "text": text = try reader.string()
            case "topic": topic = try reader.optionalID("topic")
            case "conversation": conversation = try reader.optionalID("conversation")
            case "utcOffset":
                utcOffset = try reader.int()
                guard (-1_440...1_440).contains(utcOffset) else { throw reader.invalid("utcOffset") }
            default: break
            }
        }
        guard let text else { throw reader.missing("text") }
        self.init(text, topic: topic, conversation: conversation, utcOffset: Int(utcOffset))
    }
}

extension Citation: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("message", message)
        writer.field("conversation", conversation)
        writer.field("title", title)
        writer.field("seq", seq)
        writer.field("sender", sender)
        writer.field("senderName", senderName)
        writer.field("writtenAt", writtenAt)
        writer.field("excerpt", excerpt)
        writer.field("match", ifPresent: match.map { Int64($0) })
        writer.field("kind", ifPresent: kind)
        writer.field("note", ifPresent: note)
        writer.field("state", state.rawValue)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var message: MessageID?
        var conversation: ConversationID?
        var sender: UserID?
        var seq: Seq = 0
        var texts = (title: "", senderName: "", excerpt: "")
        var writtenAt = Timestamp.zero
        var match: Int64?
        var kind: String?
        var note: String?
        var state = State.current
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "message": message = try reader.id("message")
            case "conversation": conversation = try reader.id("conversation")
            case "title": texts.title = try reader.string()
            case "seq": seq = try reader.seq("seq")
            case "sender": sender = try reader.id("sender")
            case "senderName": texts.senderName = try reader.string()
            case "writtenAt": writtenAt = try reader.timestamp()
            case "excerpt": texts.excerpt = try reader.string()
            case "match":
                let value = try reader.int()
                guard (0...100).contains(value) else { throw reader.invalid("match") }
                match = value
            case "kind": kind = try reader.optionalString()
            case "note": note = try reader.optionalString()
            case "state":
                guard let known = State(rawValue: try reader.string()) else { throw reader.invalid("state") }
                state = known
            default: break
            }
        }
        guard let message else { throw reader.missing("message") }
        guard let conversation else { throw reader.missing("conversation") }
        guard let sender else { throw reader.missing("sender") }
        self.init(
            message: message, conversation: conversation, title: texts.title, seq: seq, sender: sender,
            senderName: texts.senderName, writtenAt: writtenAt, excerpt: texts.excerpt, match: match.map { Int($0) },
            kind: kind, note: note, state: state)
    }
}

extension AssistantAnswer.Statement: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("text", text)
        writer.key("citations")
        writer.beginArray()
        for place in citations { writer.int(Int64(place)) }
        writer.endArray()
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var text = ""
        var citations: [Int] = []
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "text": text = try reader.string()
            case "citations":
                try reader.array { (reader) throws(JSONError) in
                    let place = try reader.int()
                    guard (0..<1_000).contains(place) else { throw reader.invalid("citations") }
                    citations.append(Int(place))
                }
            default: break
            }
        }
        self.init(text, citations: citations)
    }
}

extension AssistantAnswer: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("kind", kind.rawValue)
        if !statements.isEmpty { writer.field("statements", statements) }
        writer.field("citations", citations)
        writer.field("model", ifPresent: model)
        writer.field("notice", ifPresent: notice)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var kind: Kind?
        var statements: [Statement] = []
        var citations: [Citation] = []
        var model: String?
        var notice: String?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "kind":
                kind = Kind(rawValue: try reader.string())
                if kind == nil { throw reader.invalid("kind") }
            case "statements": statements = try [Statement](from: &reader)
            case "citations": citations = try [Citation](from: &reader)
            case "model": model = try reader.optionalString()
            case "notice": notice = try reader.optionalString()
            default: break
            }
        }
        guard let kind else { throw reader.missing("kind") }
        self.init(kind, statements: statements, citations: citations, model: model, notice: notice)
    }
}

extension AssistantExchange: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("number", Int64(number))
        writer.field("question", question)
        writer.field("readAs", ifPresent: readAs)
        writer.field("askedAt", askedAt)
        writer.field("answer", answer)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var number: Int64 = 0
        var question = ""
        var readAs: String?
        var askedAt = Timestamp.zero
        var answer: AssistantAnswer?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "number": number = try reader.int()
            case "question": question = try reader.string()
            case "readAs": readAs = try reader.optionalString()
            case "askedAt": askedAt = try reader.timestamp()
            case "answer": answer = try AssistantAnswer(from: &reader)
            default: break
            }
        }
        guard let answer else { throw reader.missing("answer") }
        self.init(
            number: Int(clamping: number), question: question, readAs: readAs, askedAt: askedAt, answer: answer)
    }
}
