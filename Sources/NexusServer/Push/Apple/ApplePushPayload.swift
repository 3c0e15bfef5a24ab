import NexusCore

/// What Apple's push service is sent. The fields beside `aps` are for the app and its service extension.
enum ApplePushPayload {
    /// Bytes of a payload, at most.
    static let limit = 4_096

    /// - Returns: nil if even an empty text does not fit.
    static func bytes(_ content: PushContent) -> [UInt8]? {
        guard content.kind != .withdrawal else { return withdrawal(content) }
        let room = limit - alert(content, text: "").count
        guard room >= 0 else { return nil }
        // The text is there twice: for the system and for the extension.
        return alert(content, text: PushText.cut(content.text, to: content.sender == nil ? room : room / 2))
    }

    private static func alert(_ content: PushContent, text: String) -> [UInt8] {
        var writer = JSONWriter(capacity: 1_024)
        writer.beginObject()
        writer.key("aps")
        writer.beginObject()
        writer.key("alert")
        writer.beginObject()
        writer.field("title", PushText.cut(content.title, to: PushText.titleBytes))
        writer.field("body", text)
        writer.endObject()
        writer.field("badge", Int64(max(0, content.badge)))
        if content.playsSound { writer.field("sound", "default") }
        writer.field("thread-id", ifPresent: content.conversation?.text)
        if content.kind == .message { writer.field("category", "message") }
        writer.field("interruption-level", content.isUrgent ? "time-sensitive" : "active")
        writer.field("mutable-content", 1 as Int64)
        writer.endObject()
        writer.field("kind", content.kindName)
        writer.field("conversationId", ifPresent: content.conversation?.text)
        writer.field("messageId", ifPresent: content.message?.text)
        writer.field("senderId", ifPresent: content.sender?.text)
        writer.field("senderName", ifPresent: content.senderName.map { PushText.cut($0, to: PushText.titleBytes) })
        if content.sender != nil { writer.field("messageText", text) }
        writer.endObject()
        return writer.bytes
    }

    /// A background push has no badge of its own: the app sets it.
    private static func withdrawal(_ content: PushContent) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("aps")
        writer.beginObject()
        writer.field("content-available", 1 as Int64)
        writer.endObject()
        writer.field("kind", "withdrawal")
        writer.field("conversationId", ifPresent: content.conversation?.text)
        writer.field("badge", Int64(max(0, content.badge)))
        writer.endObject()
        return writer.bytes
    }
}
