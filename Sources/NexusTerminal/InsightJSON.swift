import NexusCore

/// An insight in the command line's JSON.
public struct InsightJSON: JSONEncodable {
    private let insight: InsightRecord

    public init(_ insight: InsightRecord) { self.insight = insight }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", ifPresent: insight.id)
        writer.field("message", insight.source)
        writer.field("kind", insight.kind.rawValue)
        writer.field("conversation", insight.conversation)
        writer.field("seq", insight.seq)
        writer.field("text", insight.text)
        writer.field("state", insight.state.rawValue)
        writer.field("confirmed", insight.isConfirmed)
        writer.field("priority", insight.level.rawValue)
        writer.field("assignee", ifPresent: insight.assignee)
        writer.field("due", ifPresent: insight.due)
        writer.field("saidBy", ifPresent: insight.saidBy)
        writer.field("changedBy", ifPresent: insight.changedBy)
        writer.field("changedAt", ifPresent: insight.changedAt.map(TerminalTime.iso))
        writer.field("sender", insight.sender)
        writer.field("writtenAt", TerminalTime.iso(insight.writtenAt))
        writer.field("excerpt", insight.excerpt)
        writer.field("certainty", insight.certainty.rawValue)
        writer.field("made", insight.isMade)
        writer.field("madeBy", ifPresent: insight.madeBy)
        writer.field("replaces", ifPresent: insight.replaces)
        writer.field("evidence", ifPresent: insight.evidence)
        if !insight.events.isEmpty {
            writer.key("events")
            writer.beginArray()
            for event in insight.events { event.encode(to: &writer) }
            writer.endArray()
        }
        writer.endObject()
    }
}
