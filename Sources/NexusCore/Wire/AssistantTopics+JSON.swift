extension AssistantTopic: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("conversation", ifPresent: conversation)
        writer.field("title", title)
        writer.field("changedAt", changedAt)
        writer.field("count", Int64(count))
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var id: TopicID?
        var conversation: ConversationID?
        var title = ""
        var changedAt = Timestamp.zero
        var count: Int64 = 0
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "id": id = try reader.id("id")
            case "conversation": conversation = try reader.optionalID("conversation")
            case "title": title = try reader.string()
            case "changedAt": changedAt = try reader.timestamp()
            case "count": count = try reader.int()
            default: break
            }
        }
        guard let id else { throw reader.missing("id") }
        self.init(
            id: id, conversation: conversation, title: title, changedAt: changedAt, count: Int(clamping: count))
    }
}

extension TopicList: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("topics", topics)
        writer.field("model", ifPresent: model)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var topics: [AssistantTopic] = []
        var model: String?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "topics": topics = try [AssistantTopic](from: &reader)
            case "model": model = try reader.optionalString()
            default: break
            }
        }
        self.init(topics: topics, model: model)
    }
}

extension AssistantThread: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("topic", topic)
        writer.field("exchanges", exchanges)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var topic: AssistantTopic?
        var exchanges: [AssistantExchange] = []
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "topic": topic = try AssistantTopic(from: &reader)
            case "exchanges": exchanges = try [AssistantExchange](from: &reader)
            default: break
            }
        }
        guard let topic else { throw reader.missing("topic") }
        self.init(topic: topic, exchanges: exchanges)
    }
}

extension AssistantEvent: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .began(let topic, let readAs):
            writer.field("type", "began")
            writer.field("topic", topic)
            writer.field("readAs", ifPresent: readAs)
        case .citation(let citation):
            writer.field("type", "citation")
            writer.field("citation", citation)
        case .text(let text):
            writer.field("type", "text")
            writer.field("text", text)
        case .finished(let topic, let exchange):
            writer.field("type", "finished")
            writer.field("topic", topic)
            writer.field("exchange", exchange)
        case .failed(let refusal):
            writer.field("type", "failed")
            refusal.encodeFields(to: &writer)
        }
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var type = ""
        var topic: TopicID?
        var readAs: String?
        var text = ""
        var citation: Citation?
        var exchange: AssistantExchange?
        var refusal: Refusal?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "type": type = try reader.string()
            case "topic": topic = try reader.id("topic")
            case "readAs": readAs = try reader.optionalString()
            case "text": text = try reader.string()
            case "citation": citation = try Citation(from: &reader)
            case "exchange": exchange = try AssistantExchange(from: &reader)
            case "error": refusal = try Refusal(from: &reader)
            default: break
            }
        }
        switch type {
        case "began":
            guard let topic else { throw reader.missing("topic") }
            self = .began(topic, readAs: readAs)
        case "citation":
            guard let citation else { throw reader.missing("citation") }
            self = .citation(citation)
        case "text": self = .text(text)
        case "finished":
            guard let topic else { throw reader.missing("topic") }
            guard let exchange else { throw reader.missing("exchange") }
            self = .finished(topic, exchange)
        case "failed":
            guard let refusal else { throw reader.missing("error") }
            self = .failed(refusal)
        default: throw reader.invalid("type")
        }
    }
}

extension ConversationSummary: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("messages", Int64(messages))
        writer.field("read", Int64(read))
        writer.field("through", through)
        if !statements.isEmpty { writer.field("statements", statements) }
        writer.field("points", points)
        writer.field("model", ifPresent: model)
        writer.field("notice", ifPresent: notice)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var messages: Int64 = 0
        var read: Int64 = 0
        var through: Seq = 0
        var statements: [AssistantAnswer.Statement] = []
        var points: [Citation] = []
        var model: String?
        var notice: String?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "messages": messages = try reader.int()
            case "read": read = try reader.int()
            case "through": through = try reader.seq("through")
            case "statements": statements = try [AssistantAnswer.Statement](from: &reader)
            case "points": points = try [Citation](from: &reader)
            case "model": model = try reader.optionalString()
            case "notice": notice = try reader.optionalString()
            default: break
            }
        }
        self.init(
            messages: Int(clamping: messages), through: through, read: Int(clamping: read), statements: statements,
            points: points, model: model, notice: notice)
    }
}
