import NexusCore

/// A conversation in the command line's JSON.
public struct ConversationJSON: JSONEncodable {
    private let row: ConversationRow
    private let members: [Member]
    private let isConnected: Bool

    /// - Parameter isConnected: whether the client is connected: without a connection it is not known who is online.
    public init(_ row: ConversationRow, members: [Member], isConnected: Bool) {
        self.row = row
        self.members = members
        self.isConnected = isConnected
    }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", row.id)
        writer.field("kind", row.kind == .group ? "group" : "direct")
        writer.field("title", row.title)
        writer.field("unread", Int64(row.unread))
        if row.mentions > 0 { writer.field("mentions", Int64(row.mentions)) }
        writer.key("members")
        writer.beginArray()
        for member in members where !member.hasLeft { MemberJSON(member).encode(to: &writer) }
        writer.endArray()
        if let text = row.lastText {
            writer.key("last")
            writer.beginObject()
            writer.field("sender", row.lastSenderName ?? "")
            writer.field("text", text)
            writer.field("at", TerminalTime.iso(row.lastAt))
            writer.endObject()
        }
        if row.kind == .direct, isConnected { writer.field("online", row.isOnline) }
        writer.field("waiting", Int64(row.waiting))
        writer.field("failed", Int64(row.failed))
        if row.isPinned { writer.field("pinned", true) }
        if let end = row.mutedUntil {
            writer.field("mutedUntil", end == ConversationSettings.always ? "always" : TerminalTime.iso(end))
        }
        if row.isArchived { writer.field("archived", true) }
        if row.isMarkedUnread { writer.field("markedUnread", true) }
        if row.lastIsFolded { writer.field("lastFolded", true) }
        if !row.draft.isEmpty { writer.field("draft", row.draft) }
        writer.endObject()
    }
}

/// A member in the command line's JSON.
public struct MemberJSON: JSONEncodable {
    private let member: Member

    public init(_ member: Member) { self.member = member }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", member.user)
        writer.field("name", member.name)
        writer.field("role", member.role.name)
        writer.field("read", member.read)
        writer.field("delivered", member.delivered)
        if member.hasLeft { writer.field("left", true) }
        writer.endObject()
    }
}
