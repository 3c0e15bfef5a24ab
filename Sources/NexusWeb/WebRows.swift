import NexusCore

/// Messages of a conversation, wherever they stand in it or whatever they once said.
private struct RowsRequest: JSONRecord {
    var conversation = ConversationID.blank
    var messages: [Message] = []

    init(_: Blank) {}

    mutating func fields(_ coder: inout FieldCoder) {
        coder.required("conversation", &conversation)
        coder.present("messages", &messages)
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
