import NexusCore

/// Messages of a conversation, from any place or earlier version.
private struct RowsRequest: JSONDecodable {
    var conversation: ConversationID
    var messages: [Message]

    init(from reader: inout JSONReader) throws(JSONError) {
        var conversation: ConversationID?
        var messages: [Message] = []
        try reader.object { reader, key throws(JSONError) in
            switch key {
            case "conversation": conversation = try reader.id("conversation")
            case "messages": messages = try [Message](from: &reader)
            default: break
            }
        }
        guard let conversation else { throw reader.missing("conversation") }
        self.conversation = conversation
        self.messages = messages
    }
}

/// Messages as a screen shows them, outside of any chat: `{"conversation", "messages"}`. Gives `{"rows": […]}`, in the same order, with
/// pending changes applied.
@_expose(wasm, "nexus_engine_rows")
@c(nexus_engine_rows)
public func nexusRows(
    _ engine: UnsafeRawPointer, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> UnsafeMutableRawPointer {
    do throws(JSONError) {
        let request = try RowsRequest.decode(WebMemory.argument(bytes, count), limits: .engine)
        let rows = WebEngine.at(engine).engine.rows(of: request.messages, in: request.conversation)
        return WebMemory.block { writer in
            writer.beginObject()
            writer.key("rows")
            writer.beginArray()
            for row in rows {
                writer.beginObject()
                row.encodeFields(to: &writer)
                writer.endObject()
            }
            writer.endArray()
            writer.endObject()
        }
    } catch {
        return WebMemory.block(Refusal(error))
    }
}
