extension LedgerEntry: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("number", number)
        writer.field("at", at)
        writer.field("user", user)
        writer.field("purpose", purpose)
        writer.field("model", model)
        writer.field("messages", messages)
        writer.field("inputTokens", inputTokens)
        writer.field("outputTokens", outputTokens)
        writer.field("outcome", outcome)
        writer.field("took", took)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var user: User?
        var entry = LedgerEntry(
            number: 0, at: .zero, user: User(id: UserID(high: 0, low: 0), name: "", email: ""), purpose: "", model: "",
            messages: 0, inputTokens: 0, outputTokens: 0, outcome: "")
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "number": entry.number = try reader.int()
            case "at": entry.at = try reader.timestamp()
            case "user": user = try User(from: &reader)
            case "purpose": entry.purpose = try reader.string()
            case "model": entry.model = try reader.string()
            case "messages": entry.messages = try reader.int()
            case "inputTokens": entry.inputTokens = try reader.int()
            case "outputTokens": entry.outputTokens = try reader.int()
            case "outcome": entry.outcome = try reader.string()
            case "took": entry.took = try reader.int()
            default: break
            }
        }
        guard let user else { throw reader.missing("user") }
        entry.user = user
        self = entry
    }
}

extension LedgerPage: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("entries", entries)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var entries: [LedgerEntry] = []
        try reader.object { (reader, key) throws(JSONError) in
            if case "entries" = key { entries = try [LedgerEntry](from: &reader) }
        }
        self.init(entries: entries)
    }
}

extension LanguageModelState: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("on", isOn)
        writer.field("model", ifPresent: model)
        writer.field("requests", requests)
        writer.field("requestLimit", requestLimit)
        writer.field("tokens", tokens)
        writer.field("tokenLimit", tokenLimit)
        writer.field("renewsAt", renewsAt)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var state = LanguageModelState(
            isOn: false, model: nil, requests: 0, requestLimit: 0, tokens: 0, tokenLimit: 0, renewsAt: .zero)
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "on": state.isOn = try reader.bool()
            case "model": state.model = try reader.optionalString()
            case "requests": state.requests = try reader.int()
            case "requestLimit": state.requestLimit = try reader.int()
            case "tokens": state.tokens = try reader.int()
            case "tokenLimit": state.tokenLimit = try reader.int()
            case "renewsAt": state.renewsAt = try reader.timestamp()
            default: break
            }
        }
        self = state
    }
}
