import NexusCore

/// The request format that an endpoint accepts, learned from its refusals.
struct CompletionDialect: Equatable, Sendable {
    /// How the schema of the reply is requested.
    enum Format: Int, Sendable {
        case schema, json, none
    }

    var format = Format.schema
    /// `max_completion_tokens` in the place of `max_tokens`.
    var countsCompletion = false
    var asksForUsage = true
    var setsTemperature = true

    /// The dialect to try after an error (400, 404, 422) with this body; nil if nothing is left to omit.
    func adapted(to refusal: String, hasShape: Bool) -> CompletionDialect? {
        var dialect = self
        if !countsCompletion, refusal.contains("max_completion_tokens") {
            dialect.countsCompletion = true
        } else if asksForUsage, refusal.contains("stream_options") {
            dialect.asksForUsage = false
        } else if setsTemperature, refusal.contains("temperature") {
            dialect.setsTemperature = false
        } else if hasShape, let weaker = Format(rawValue: format.rawValue + 1) {
            dialect.format = weaker
        } else {
            return nil
        }
        return dialect
    }

    /// The body of `POST …/chat/completions`.
    func body(of request: ChatRequest, model: String) -> [UInt8] {
        var writer = JSONWriter(capacity: 4_096)
        writer.beginObject()
        writer.field("model", model)
        writer.key("messages")
        writer.beginArray()
        for turn in request.turns {
            writer.beginObject()
            writer.field("role", turn.role.rawValue)
            writer.field("content", turn.text)
            writer.endObject()
        }
        writer.endArray()
        writer.field("stream", true)
        if asksForUsage {
            writer.key("stream_options")
            writer.beginObject()
            writer.field("include_usage", true)
            writer.endObject()
        }
        writer.key(countsCompletion ? "max_completion_tokens" : "max_tokens" as StaticString)
        writer.int(Int64(request.maxTokens))
        if setsTemperature {
            writer.key("temperature")
            writer.int(0)
        }
        if let shape = request.shape { write(shape, to: &writer) }
        writer.endObject()
        return writer.bytes
    }

    private func write(_ shape: ReplyShape, to writer: inout JSONWriter) {
        guard format != .none else { return }
        writer.key("response_format")
        writer.beginObject()
        switch format {
        case .schema:
            writer.field("type", "json_schema")
            writer.key("json_schema")
            writer.beginObject()
            writer.field("name", "reply")
            writer.field("strict", true)
            writer.field("schema", shape.schema)
            writer.endObject()
        case .json: writer.field("type", "json_object")
        case .none: break
        }
        writer.endObject()
    }
}
