import NexusCore

/// What Firebase Cloud Messaging is sent: a notification that the system shows, and data for the app.
enum GooglePushPayload {
    /// Bytes of a message, at most.
    static let limit = 4_096

    /// - Returns: nil if even an empty text does not fit.
    static func bytes(_ push: OutgoingPush, to token: String) -> [UInt8]? {
        let content = push.content
        // The device's token does not count.
        let limit = limit + token.utf8.count
        let room = limit - message(push, to: token, text: "").count
        guard room >= 0 else { return nil }
        guard content.kind != .withdrawal else { return message(push, to: token, text: "") }
        // The text is there twice: for the system and for the app.
        return message(push, to: token, text: PushText.cut(content.text, to: content.sender == nil ? room : room / 2))
    }

    private static func message(_ push: OutgoingPush, to token: String, text: String) -> [UInt8] {
        let content = push.content
        let isShown = content.kind != .withdrawal
        var writer = JSONWriter(capacity: 1_024)
        writer.beginObject()
        writer.key("message")
        writer.beginObject()
        writer.field("token", token)
        if isShown {
            writer.key("notification")
            writer.beginObject()
            writer.field("title", PushText.cut(content.title, to: PushText.titleBytes))
            writer.field("body", text)
            writer.endObject()
        }
        writer.key("data")
        data(content, text, &writer)
        writer.key("android")
        writer.beginObject()
        writer.field("collapse_key", push.collapseKey)
        writer.field("ttl", "\(max(0, push.life))s")
        writer.field("priority", isShown ? "HIGH" : "NORMAL")
        if isShown {
            writer.key("notification")
            writer.beginObject()
            writer.field("tag", ifPresent: content.tag)
            if content.playsSound { writer.field("sound", "default") }
            writer.field("notification_count", Int64(max(0, content.badge)))
            writer.endObject()
        }
        writer.endObject()
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }

    /// Every value of the data is a text.
    private static func data(_ content: PushContent, _ text: String, _ writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("kind", content.kindName)
        writer.field("conversationId", ifPresent: content.conversation?.text)
        writer.field("messageId", ifPresent: content.message?.text)
        writer.field("senderId", ifPresent: content.sender?.text)
        writer.field("senderName", ifPresent: content.senderName.map { PushText.cut($0, to: PushText.titleBytes) })
        if content.sender != nil { writer.field("messageText", text) }
        writer.field("badge", "\(max(0, content.badge))")
        writer.endObject()
    }
}
