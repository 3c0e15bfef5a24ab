import NexusCore

/// A message in the command line's JSON. The outbox has the reason of a failed one, under the same identifier.
public struct MessageJSON: JSONEncodable {
    private let row: MessageRow
    private let conversation: ConversationID
    private let receipts: ReceiptSummary?

    /// - Parameter members: the conversation's, from whose positions the receipts of any message follow.
    public init(_ row: MessageRow, in conversation: ConversationID, members: [Member]) {
        self.row = row
        self.conversation = conversation
        receipts = row.seq.map { seq in
            ReceiptSummary(
                of: Message(
                    id: row.id, conversation: conversation, seq: seq, changed: seq, sender: row.sender, text: "",
                    writtenAt: row.writtenAt),
                among: members)
        }
    }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", row.id)
        writer.field("conversation", conversation)
        writer.key("seq")
        if let seq = row.seq { writer.int(seq) } else { writer.null() }
        writer.field("sender", PersonJSON(id: row.sender, name: row.senderName))
        writer.field("text", row.text)
        if let event = row.event { writer.field("event", event.kind.name) }
        if !row.mentions.isEmpty { writer.field("mentions", row.mentions) }
        if !row.attachments.isEmpty { writer.field("attachments", row.attachments) }
        writer.field("writtenAt", TerminalTime.iso(row.writtenAt))
        writer.field("status", (row.status ?? receipts?.status ?? .sent).name)
        ids("deliveredTo", receipts?.deliveredTo ?? [], &writer)
        ids("readBy", receipts?.readBy ?? [], &writer)
        if let editedAt = row.editedAt { writer.field("editedAt", TerminalTime.iso(editedAt)) }
        if row.isDeleted { writer.field("deleted", true) }
        if row.isFolded { writer.field("folded", true) }
        writer.field("replyTo", ifPresent: row.quote?.message)
        if row.pinnedBy != nil { writer.field("pinned", true) }
        writer.field("forwardedFrom", ifPresent: row.forwardedFrom)
        if !row.reactions.isEmpty {
            writer.field("reactions", row.reactions.map { Reaction(emoji: $0.emoji, users: $0.users) })
        }
        writer.endObject()
    }

    private func ids(_ name: StaticString, _ users: [UserID], _ writer: inout JSONWriter) {
        writer.key(name)
        writer.beginArray()
        for user in users { writer.id(user) }
        writer.endArray()
    }
}

/// A person in JSON.
struct PersonJSON: JSONEncodable {
    var id: UserID
    var name: String

    func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("name", name)
        writer.endObject()
    }
}

/// The reason of a refusal in JSON.
struct RefusalJSON: JSONEncodable {
    let refusal: Refusal

    init(_ refusal: Refusal) { self.refusal = refusal }

    func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("code", refusal.code.text)
        writer.field("message", refusal.message)
        writer.endObject()
    }
}
