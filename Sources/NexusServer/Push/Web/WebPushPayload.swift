import NexusCore

/// What a browser is sent: the shape of Declarative Web Push, which Safari shows without the page's worker and others through it.
enum WebPushPayload {
    /// - Returns: at most `limit` bytes, the text cut to fit; nil if even an empty text does not fit.
    static func bytes(_ content: PushContent, limit: Int) -> [UInt8]? {
        guard content.kind != .withdrawal else {
            let bytes = withdrawal(content)
            return bytes.count <= limit ? bytes : nil
        }
        let room = limit - notification(content, text: "").count
        guard room >= 0 else { return nil }
        return notification(content, text: PushText.cut(content.text, to: room))
    }

    private static func notification(_ content: PushContent, text: String) -> [UInt8] {
        var writer = JSONWriter(capacity: 1_024)
        writer.beginObject()
        writer.field("web_push", 8_030 as Int64)
        writer.key("notification")
        writer.beginObject()
        writer.field("title", PushText.cut(content.title, to: PushText.titleBytes))
        writer.field("body", text)
        // Without one it is no declarative message, and only the worker shows it.
        if !content.page.isEmpty { writer.field("navigate", content.page) }
        writer.field("tag", content.tag ?? "test")
        writer.field("icon", ifPresent: content.picture)
        writer.field("silent", !content.playsSound)
        writer.key("data")
        data(content, &writer)
        if content.kind == .message {
            writer.key("actions")
            writer.beginArray()
            action("reply", "Reply", content, &writer)
            action("read", "Mark as read", content, &writer)
            writer.endArray()
        }
        writer.endObject()
        writer.field("app_badge", Int64(max(0, content.badge)))
        writer.field("mutable", true)
        writer.endObject()
        return writer.bytes
    }

    private static func data(_ content: PushContent, _ writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("kind", content.kindName)
        writer.field("conversation", ifPresent: content.conversation?.text)
        writer.field("message", ifPresent: content.message?.text)
        writer.field("sender", ifPresent: content.sender?.text)
        writer.field("senderName", ifPresent: content.senderName.map { PushText.cut($0, to: PushText.titleBytes) })
        writer.endObject()
    }

    /// An action without a page to open would make the message invalid where no worker shows it.
    private static func action(
        _ name: String, _ title: String, _ content: PushContent, _ writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.field("action", name)
        writer.field("title", title)
        if !content.page.isEmpty { writer.field("navigate", content.page) }
        writer.endObject()
    }

    private static func withdrawal(_ content: PushContent) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("nexus")
        writer.beginObject()
        writer.field("kind", "withdrawal")
        writer.field("conversation", ifPresent: content.conversation?.text)
        writer.endObject()
        writer.field("app_badge", Int64(max(0, content.badge)))
        writer.endObject()
        return writer.bytes
    }
}
