import NexusCore

/// A sync engine that JavaScript holds by its address. The page performs the effects: it owns store, socket and timers. What
/// its screens show is followed here; the page asks for what changed (`nexus_engine_changes`) once the effects are performed.
final class WebEngine {
    var engine: SyncEngine
    /// The screens of this device, and the changes not yet sent to them.
    var screens = Screens()
    var changes = ScreenChanges()
    /// Chats that are open on a screen, by the number under which the page knows them.
    var chats: [OpenChat] = []
    private var lastChat: Int32 = 0

    struct OpenChat {
        let number: Int32
        var window: ChatWindow
    }

    init(_ engine: SyncEngine) {
        self.engine = engine
    }

    func add(_ chat: ChatWindow) -> Int32 {
        lastChat += 1
        chats.append(OpenChat(number: lastChat, window: chat))
        return lastChat
    }

    /// Writes the engine's effects for the page, and notes them for the screens.
    func answer(_ effects: [SyncEffect], to writer: inout JSONWriter) {
        for effect in effects {
            for position in chats.indices { chats[position].window.note(effect) }
            changes.note(effect, engine, screens)
        }
        WebEngine.write(effects, to: &writer)
    }

    /// The engine at an address that `nexus_engine_new` gave out and `nexus_engine_free` has not taken back.
    static func at(_ handle: UnsafeRawPointer) -> WebEngine {
        Unmanaged<WebEngine>.fromOpaque(handle).takeUnretainedValue()
    }

    static func write(_ effects: [SyncEffect], to writer: inout JSONWriter) {
        writer.key("effects")
        writer.beginArray()
        for effect in effects { effect.encode(to: &writer) }
        writer.endArray()
    }
}

extension Timestamp {
    /// A time from JavaScript's `Date.now()`.
    init(javaScript milliseconds: Double) {
        self.init(milliseconds: Int64(exactly: milliseconds.rounded(.down)) ?? 0)
    }
}

/// Starts an engine from what the page has stored: `{"seed": integer, "utcOffset": minutes, "snapshot": {…}}`. The seed differs at each start.
/// Gives `{"engine": address}`, or `{"error": …}`.
@_expose(wasm, "nexus_engine_new")
@c(nexus_engine_new)
public func nexusMakeEngine(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> UnsafeMutableRawPointer {
    do throws(JSONError) {
        let start = try EngineStart.decode(WebMemory.argument(bytes, count), limits: .engine)
        let engine = WebEngine(SyncEngine(restoring: start.snapshot, seed: DeviceRandom(seed: start.seed)))
        engine.engine.utcOffset = start.utcOffset
        let address = UInt(bitPattern: Unmanaged.passRetained(engine).toOpaque())
        return WebMemory.block { writer in
            writer.beginObject()
            writer.field("engine", Int64(address))
            writer.endObject()
        }
    } catch {
        return WebMemory.block(Refusal(error))
    }
}

/// Ends an engine; its address is void from then on.
@_expose(wasm, "nexus_engine_free")
@c(nexus_engine_free)
public func nexusFreeEngine(_ engine: UnsafeRawPointer) {
    Unmanaged<WebEngine>.fromOpaque(engine).release()
}

/// Gives an engine one input at a time `now`, in milliseconds since 1970. Gives `{"effects": […]}`, or `{"error": …}`.
@_expose(wasm, "nexus_engine_handle")
@c(nexus_engine_handle)
public func nexusHandle(
    _ engine: UnsafeRawPointer, _ now: Double, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> UnsafeMutableRawPointer {
    do throws(JSONError) {
        let input = try SyncInput.decode(WebMemory.argument(bytes, count), limits: .engine)
        let web = WebEngine.at(engine)
        let effects = web.engine.handle(input, at: Timestamp(javaScript: now))
        return WebMemory.block { writer in
            writer.beginObject()
            web.answer(effects, to: &writer)
            writer.endObject()
        }
    } catch {
        return WebMemory.block(Refusal(error))
    }
}

/// Performs a mutation: `{"operation": {"kind": …, …}, "people": […], "mentioned": […], "id": …}`; one whose `id` is queued already is not queued
/// again. A new group's `conversation` comes from
/// `nexus_new_id`. Gives `{"operation": id, "effects": […]}`, or `{"error": …}` when it needs no server to
/// refuse.
@_expose(wasm, "nexus_engine_perform")
@c(nexus_engine_perform)
public func nexusPerform(
    _ engine: UnsafeRawPointer, _ now: Double, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> UnsafeMutableRawPointer {
    let now = Timestamp(javaScript: now)
    do throws(Refusal) {
        var request = try EnginePerform.decoded(WebMemory.argument(bytes, count))
        let web = WebEngine.at(engine)
        request.findMentions(web.engine)
        let (operation, effects) = try web.engine.perform(
            request.kind, id: request.id, people: request.people, at: now)
        return WebMemory.block { writer in
            writer.beginObject()
            writer.field("operation", operation)
            web.answer(effects, to: &writer)
            writer.endObject()
        }
    } catch {
        return WebMemory.block(error)
    }
}

/// The users who share a conversation with this user, by name: `{"people": [{"id", "name"}]}`.
@_expose(wasm, "nexus_engine_people")
@c(nexus_engine_people)
public func nexusPeople(_ engine: UnsafeRawPointer) -> UnsafeMutableRawPointer {
    let people = WebEngine.at(engine).engine.knownPeople
    return WebMemory.block { writer in
        writer.beginObject()
        writer.key("people")
        writer.beginArray()
        for person in people {
            writer.beginObject()
            writer.field("id", person.id)
            writer.field("name", person.name)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
    }
}
