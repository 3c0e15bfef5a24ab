import NexusCore

/// The banners of one screen, that JavaScript holds by their address.
private final class WebBanners {
    var queue = BannerQueue()
}

/// A queue with no banner: `{"banners": address}`.
@_expose(wasm, "nexus_banners_new")
@c(nexus_banners_new)
public func nexusMakeBanners() -> UnsafeMutableRawPointer {
    let address = UInt(bitPattern: Unmanaged.passRetained(WebBanners()).toOpaque())
    return WebMemory.block { writer in
        writer.beginObject()
        writer.field("banners", Int64(address))
        writer.endObject()
    }
}

/// Ends a queue; its address is void from then on.
@_expose(wasm, "nexus_banners_free")
@c(nexus_banners_free)
public func nexusFreeBanners(_ banners: UnsafeRawPointer) {
    Unmanaged<WebBanners>.fromOpaque(banners).release()
}

/// An event of the banners: `{"type": "add", "banner", "conversation"}` with the conversation on the screen, `{"type": "opened", "conversation"}`,
/// `{"type": "dismiss"}` or `{"type": "tick"}`. Gives `{"shown": banner, "next": milliseconds}`: the banner to show now, and when
/// to tick.
@_expose(wasm, "nexus_banners_handle")
@c(nexus_banners_handle)
public func nexusHandleBanners(
    _ banners: UnsafeRawPointer, _ now: Double, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> UnsafeMutableRawPointer {
    let now = Timestamp(javaScript: now)
    let held = Unmanaged<WebBanners>.fromOpaque(banners).takeUnretainedValue()
    do throws(JSONError) {
        let event = try BannerEvent.decode(WebMemory.argument(bytes, count), limits: .engine)
        switch event.type {
        case "add": if let banner = event.banner { held.queue.add(banner, viewed: event.conversation, at: now) }
        case "opened": if let conversation = event.conversation { held.queue.opened(conversation, at: now) }
        case "dismiss": held.queue.dismiss(at: now)
        default: held.queue.tick(at: now)
        }
        return WebMemory.block { writer in
            writer.beginObject()
            writer.field("shown", ifPresent: held.queue.shown)
            writer.field("next", orNull: held.queue.nextTick(at: now))
            writer.endObject()
        }
    } catch {
        return WebMemory.block(Refusal(error))
    }
}

private struct BannerEvent: JSONDecodable {
    var type = ""
    var banner: Banner?
    var conversation: ConversationID?

    init(from reader: inout JSONReader) throws(JSONError) {
        try reader.object { reader, key throws(JSONError) in
            switch key {
            case "type": type = try reader.string()
            case "banner": banner = try Banner(from: &reader)
            case "conversation": if try !reader.null() { conversation = try reader.id("conversation") }
            default: break
            }
        }
    }
}

extension Banner: JSONDecodable {
    public init(from reader: inout JSONReader) throws(JSONError) {
        var conversation: ConversationID?
        var message: MessageID?
        var sender: UserID?
        var senderName = ""
        var title: String?
        var text = ""
        try reader.object { reader, key throws(JSONError) in
            switch key {
            case "conversation": conversation = try reader.id("conversation")
            case "message": message = try reader.id("message")
            case "sender": sender = try reader.id("sender")
            case "senderName": senderName = try reader.string()
            case "title": if try !reader.null() { title = try reader.string() }
            case "text": text = try reader.string()
            default: break
            }
        }
        guard let conversation else { throw reader.missing("conversation") }
        guard let message else { throw reader.missing("message") }
        guard let sender else { throw reader.missing("sender") }
        self.init(
            conversation: conversation, message: message, sender: sender, senderName: senderName, title: title,
            text: text)
    }
}
