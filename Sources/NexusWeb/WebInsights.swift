import NexusCore

/// Which insights a screen asks for.
private struct InsightRequest: JSONRecord {
    var selection = InsightSelection()

    init(_: Blank) {}

    mutating func fields(_ coder: inout FieldCoder) {
        coder.optional("conversation", &selection.conversation)
        coder.unlessEmpty("kinds", &selection.kinds)
        coder.unlessEmpty("states", &selection.states)
        var (isMine, isFree) = (selection.assignee == .me, selection.assignee == .nobody)
        coder.flag("mine", &isMine)
        coder.flag("unassigned", &isFree)
        if coder.isReading { selection.assignee = isMine ? .me : isFree ? .nobody : nil }
    }
}

/// The insights on this device, with pending changes: `{"conversation", "kinds", "states", "mine", "unassigned"}`, each left out
/// for all. Gives `{"insights": […], "waiting": [ids], "open", "complete", "known": [ids], "members": [{"id", "name"}]}`; `known` only
/// where they are not all, and the present members of the one conversation.
@_expose(wasm, "nexus_engine_insights")
@c(nexus_engine_insights)
public func nexusInsights(
    _ engine: UnsafeRawPointer, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> UnsafeMutableRawPointer {
    do throws(JSONError) {
        let request = try InsightRequest.decode(WebMemory.argument(bytes, count), limits: .engine)
        let listing = WebEngine.at(engine).engine.insights(matching: request.selection)
        return WebMemory.block { writer in
            writer.beginObject()
            writer.field("insights", listing.rows.map { $0.record })
            writer.ids("waiting", listing.rows.filter { $0.isWaiting }.compactMap { $0.record.id })
            writer.field("open", Int64(listing.open))
            writer.field("complete", listing.isComplete)
            if !listing.isComplete { writer.ids("known", Array(listing.known)) }
            if let id = request.selection.conversation, let state = WebEngine.at(engine).engine.conversations[id] {
                writer.key("members")
                writer.beginArray()
                for member in state.members where !member.hasLeft {
                    writer.beginObject()
                    writer.field("id", member.user)
                    writer.field("name", member.name)
                    writer.endObject()
                }
                writer.endArray()
            }
            writer.endObject()
        }
    } catch {
        return WebMemory.block(Refusal(error))
    }
}
