import NexusCore

// Rows as a page reads them: Web/shell/contract.js. What a row may lack is left out in the list of conversations, and null
// in a chat.

extension ConversationRow: JSONEncodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("kind", kind)
        writer.field("title", title)
        writer.field("other", ifPresent: other)
        writer.field("picture", ifPresent: picture)
        writer.field("online", isOnline)
        writer.field("lastText", ifPresent: lastText)
        writer.field("lastSenderName", ifPresent: lastSenderName)
        writer.field("lastIsMine", lastIsMine)
        writer.field("lastIsDeleted", lastIsDeleted)
        writer.field("lastAt", lastAt.milliseconds)
        writer.field("unread", Int64(unread))
        writer.field("mentions", Int64(mentions))
        writer.names("typing", typing)
        writer.field("waiting", Int64(waiting))
        writer.field("failed", Int64(failed))
        writer.names("memberNames", memberNames)
        writer.field("pinned", isPinned)
        writer.field("mutedUntil", ifPresent: mutedUntil?.milliseconds)
        writer.field("archived", isArchived)
        writer.field("markedUnread", isMarkedUnread)
        writer.field("draft", draft)
        writer.field("level", level)
        writer.field("sound", playsSound)
        writer.field("lastIsFolded", lastIsFolded)
        writer.endObject()
    }
}

extension ChatHeader: JSONEncodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("kind", kind)
        writer.field("title", title)
        writer.field("other", orNull: other)
        writer.field("picture", ifPresent: picture)
        writer.field("about", about)
        writer.field("online", isOnline)
        writer.field("lastSeen", orNull: lastSeen?.milliseconds)
        writer.field("presenceKnown", isPresenceKnown)
        writer.names("typing", typing)
        writer.field("members", members)
        writer.field("gone", isGone)
        writer.key("may")
        writer.beginObject()
        writer.field("rename", may.rename)
        writer.field("describe", may.describe)
        writer.field("addMembers", may.addMembers)
        writer.field("deleteOthers", may.deleteOthers)
        writer.field("leave", may.leave)
        writer.field("dissolve", may.dissolve)
        writer.field("setAI", may.setAI)
        writer.field("pin", may.pin)
        writer.endObject()
        writer.field("pinned", isPinned)
        writer.field("ai", allowsAI)
        writer.field("mutedUntil", orNull: mutedUntil?.milliseconds)
        writer.field("archived", isArchived)
        writer.field("draft", draft)
        writer.field("blocked", isBlocked)
        writer.field("level", level)
        writer.field("sound", playsSound)
        writer.field("otherDeleted", isOtherDeleted)
        writer.endObject()
    }
}

extension ChatHeader.Person: JSONEncodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", user)
        writer.field("name", name)
        writer.field("picture", ifPresent: picture)
        writer.field("role", role)
        writer.field("me", isMe)
        writer.field("online", isOnline)
        writer.field("lastSeen", orNull: lastSeen?.milliseconds)
        writer.field("presenceKnown", isPresenceKnown)
        writer.field("mayRemove", mayRemove)
        writer.key("mayBecome")
        writer.beginArray()
        for role in mayBecome { writer.string(role.name) }
        writer.endArray()
        writer.endObject()
    }
}

/// Splices for one page. Rows that are not messages get a name of their own each, so that a page can tell them apart.
struct SpliceWriter {
    private var lastName: Int64 = 0

    mutating func write(_ splices: [RowSplice], to writer: inout JSONWriter) {
        writer.key("splices")
        writer.beginArray()
        for splice in splices {
            writer.beginObject()
            writer.field("at", Int64(splice.at))
            writer.field("remove", Int64(splice.remove))
            writer.key("rows")
            writer.beginArray()
            for row in splice.rows { write(row, to: &writer) }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
    }

    private mutating func write(_ row: TimelineRow, to writer: inout JSONWriter) {
        writer.beginObject()
        switch row {
        case .day(let day):
            writer.field("row", "day")
            name("day", &writer)
            writer.field("day", day)
        case .newMessages:
            writer.field("row", "newMessages")
            name("new", &writer)
        case .gap(let range):
            writer.field("row", "gap")
            name("gap", &writer)
            writer.field("from", range.lowerBound)
            writer.field("through", range.upperBound)
        case .message(let message) where message.event != nil:
            writer.field("row", "event")
            writer.field("key", message.id)
            writer.field("text", message.text)
            writer.field("writtenAt", message.writtenAt.milliseconds)
        case .message(let message):
            message.encodeFields(to: &writer)
        }
        writer.endObject()
    }

    private mutating func name(_ kind: String, _ writer: inout JSONWriter) {
        lastName += 1
        writer.field("key", "\(kind) \(lastName)")
    }
}

extension MessageRow {
    func encodeFields(to writer: inout JSONWriter) {
        writer.field("row", "message")
        writer.field("key", id)
        writer.field("id", id)
        writer.field("seq", orNull: seq)
        writer.field("sender", sender)
        writer.field("senderName", senderName)
        writer.field("mine", isMine)
        writer.field("text", text)
        writer.key("format")
        let formatted = FormattedText(isDeleted ? "" : text, mentions: mentions)
        if formatted.isPlain { writer.null() } else { formatted.encode(to: &writer) }
        writer.ids("mentions", mentions.map { $0.user })
        writer.field("mentionsMe", mentionsMe)
        writer.field("attachments", attachments)
        writer.field("writtenAt", writtenAt.milliseconds)
        writer.field("editedAt", orNull: editedAt?.milliseconds)
        writer.field("deleted", isDeleted)
        writer.field("folded", isFolded)
        writer.key("quote")
        if let quote { quote.encode(to: &writer) } else { writer.null() }
        writer.field("reactions", reactions)
        writer.field("pinnedBy", orNull: pinnedBy)
        writer.field("forwardedFrom", orNull: forwardedFrom)
        writer.field("pendingChange", hasPendingChange)
        writer.field("status", orNull: status?.name)
        writer.field("receiptText", orNull: receipts?.text)
        writer.key("refusal")
        if let refusal { refusal.encode(to: &writer) } else { writer.null() }
        writer.field("textAlone", canSendTextAlone)
        writer.field("continues", isContinuation)
    }
}

extension ReactionRow: JSONEncodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("emoji", emoji)
        writer.field("count", Int64(count))
        writer.field("mine", isMine)
        writer.names("names", names)
        writer.endObject()
    }
}

extension Quote: JSONEncodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("message", message)
        writer.field("state", state.name)
        writer.field("sender", orNull: sender)
        writer.field("senderName", senderName)
        writer.field("text", text)
        writer.endObject()
    }
}

extension JSONWriter {
    mutating func names(_ key: StaticString, _ names: [String]) {
        self.key(key)
        beginArray()
        for name in names { string(name) }
        endArray()
    }

    mutating func field(_ name: StaticString, orNull value: String?) {
        key(name)
        if let value { string(value) } else { null() }
    }

    mutating func field(_ name: StaticString, orNull value: Int64?) {
        key(name)
        if let value { int(value) } else { null() }
    }

    mutating func field<Subject>(_ name: StaticString, orNull value: ID<Subject>?) {
        key(name)
        if let value { id(value) } else { null() }
    }
}
