import NexusCore

/// What Apple's and Google's services get of a relayed push: a neutral text and the ciphertext.
enum RelayPayload {
    /// The field of the ciphertext.
    static let field: StaticString = "nexus"

    static func apple(_ push: RelayedPush) -> [UInt8] {
        var writer = JSONWriter(capacity: 4_096)
        writer.beginObject()
        writer.key("aps")
        writer.beginObject()
        switch push.urgency {
        case .high:
            // Shown only if the service extension cannot decrypt in time.
            writer.key("alert")
            writer.beginObject()
            writer.field("title", "Nexus")
            writer.field("body", "New message")
            writer.endObject()
            writer.field("sound", "default")
            writer.field("mutable-content", 1 as Int64)
        case .normal: writer.field("content-available", 1 as Int64)
        }
        writer.endObject()
        writer.field(field, push.ciphertext)
        writer.endObject()
        return writer.bytes
    }

    /// A data message: the app decrypts and shows it.
    static func google(_ push: RelayedPush) -> [UInt8] {
        var writer = JSONWriter(capacity: 4_096)
        writer.beginObject()
        writer.key("message")
        writer.beginObject()
        writer.field("token", push.token)
        writer.key("data")
        writer.beginObject()
        writer.field(field, push.ciphertext)
        writer.endObject()
        writer.key("android")
        writer.beginObject()
        writer.field("collapse_key", push.collapseKey)
        writer.field("ttl", "\(push.life)s")
        writer.field("priority", push.urgency == .high ? "HIGH" : "NORMAL")
        writer.endObject()
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }
}
