extension SearchRequest: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("query", query)
        writer.field("order", order.rawValue)
        writer.field("limit", Int64(limit))
        writer.field("cursor", ifPresent: cursor)
        if utcOffset != 0 { writer.field("utcOffset", Int64(utcOffset)) }
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var query: String?
        var order = SearchCollector.Order.best
        var limit = Int64(Limits.searchResults)
        var cursor: String?
        var utcOffset: Int64 = 0
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "query": query = try reader.string()
            case "order":
                let word = try reader.string()
                guard let known = SearchCollector.Order(rawValue: word) else { throw reader.invalid("order") }
                order = known
            case "limit":
                limit = try reader.int()
                guard (1...Int64(Limits.searchResults)).contains(limit) else { throw reader.invalid("limit") }
            case "cursor": cursor = try reader.optionalString()
            case "utcOffset":
                utcOffset = try reader.int()
                guard (-1_440...1_440).contains(utcOffset) else { throw reader.invalid("utcOffset") }
            default: break
            }
        }
        guard let query else { throw reader.missing("query") }
        self.init(query: query, order: order, limit: Int(limit), cursor: cursor, utcOffset: Int(utcOffset))
    }
}

extension SearchSnippet: JSONEncodable, JSONDecodable {
    /// `marks` are pairs of a start and an end.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("text", text)
        writer.key("marks")
        writer.beginArray()
        for mark in marks {
            writer.beginArray()
            writer.int(Int64(mark.lowerBound))
            writer.int(Int64(mark.upperBound))
            writer.endArray()
        }
        writer.endArray()
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var text = ""
        var marks: [Range<Int>] = []
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "text": text = try reader.string()
            case "marks":
                try reader.array { (reader) throws(JSONError) in
                    var ends: [Int64] = []
                    try reader.array { (reader) throws(JSONError) in ends.append(try reader.int()) }
                    guard ends.count == 2, ends[0] >= 0, ends[0] < ends[1], ends[1] <= Int64(Int32.max) else {
                        throw reader.invalid("marks")
                    }
                    marks.append(Int(ends[0])..<Int(ends[1]))
                }
            default: break
            }
        }
        self.init(text: text, marks: marks)
    }
}

extension SearchResult: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("conversation", conversation)
        writer.field("message", message)
        writer.field("seq", seq)
        writer.field("sender", sender)
        writer.field("senderName", senderName)
        writer.field("writtenAt", writtenAt)
        writer.field("snippet", snippet)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var conversation: ConversationID?
        var message: MessageID?
        var sender: UserID?
        var seq: Seq = 0
        var senderName = ""
        var writtenAt = Timestamp.zero
        var snippet: SearchSnippet?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "conversation": conversation = try reader.id("conversation")
            case "message": message = try reader.id("message")
            case "sender": sender = try reader.id("sender")
            case "seq": seq = try reader.seq("seq")
            case "senderName": senderName = try reader.string()
            case "writtenAt": writtenAt = try reader.timestamp()
            case "snippet": snippet = try SearchSnippet(from: &reader)
            default: break
            }
        }
        guard let conversation else { throw reader.missing("conversation") }
        guard let message else { throw reader.missing("message") }
        guard let sender else { throw reader.missing("sender") }
        guard let snippet else { throw reader.missing("snippet") }
        self.init(
            conversation: conversation, message: message, seq: seq, sender: sender, senderName: senderName,
            writtenAt: writtenAt, snippet: snippet)
    }
}

extension SearchAnswer: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("results", results)
        writer.field("cursor", ifPresent: cursor)
        if isPartial { writer.field("partial", true) }
        if byMeaning { writer.field("byMeaning", true) }
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var results: [SearchResult] = []
        var cursor: String?
        var isPartial = false
        var byMeaning = false
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "results": results = try [SearchResult](from: &reader)
            case "cursor": cursor = try reader.optionalString()
            case "partial": isPartial = try reader.bool()
            case "byMeaning": byMeaning = try reader.bool()
            default: break
            }
        }
        self.init(results: results, cursor: cursor, isPartial: isPartial, byMeaning: byMeaning)
    }
}
