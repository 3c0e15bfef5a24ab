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

private struct BannerEvent: JSONRecord {
    var type = ""
    var banner: Banner?
    var conversation: ConversationID?

    init(_: Blank) {}

    mutating func fields(_ coder: inout FieldCoder) {
        coder.present("type", &type)
        coder.optional("banner", &banner)
        coder.optional("conversation", &conversation)
    }
}

extension Banner: JSONRecord {
    public init(_: Blank) {
        self.init(conversation: .blank, message: .blank, sender: .blank, senderName: "", title: nil, text: "")
    }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("conversation", &conversation)
        coder.required("message", &message)
        coder.required("sender", &sender)
        coder.present("senderName", &senderName)
        coder.nullable("title", &title)
        coder.present("text", &text)
    }

    public mutating func finish(_ coder: inout FieldCoder) {
        self = Banner(
            conversation: conversation, message: message, sender: sender, senderName: senderName, title: title,
            text: text)
    }
}
