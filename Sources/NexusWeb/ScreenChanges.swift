import NexusCore

/// The changes since the screens were last updated.
struct ScreenChanges {
    private var presence: [UserID] = []
    private var arrived: [Arrival] = []
    private var refused: [(OperationID, Refusal)] = []
    private var listing = ConversationListing()
    private var connection: ConnectionSummary?
    private var profile: Profile?
    private var unread = -1
    private var notable: [Relation]?
    private var splices = SpliceWriter()

    private struct Arrival {
        var conversation: ConversationID
        var senderName: String
        var text: String
        var banner: Banner?
    }

    mutating func note(_ effect: SyncEffect, _ engine: SyncEngine, _ screens: Screens) {
        listing.note(effect)
        switch effect {
        case .redraw(.presence(let people)):
            for user in people where !presence.contains(user) { presence.append(user) }
        case .arrived(let message):
            // Messages without a notification are not announced either, except in an open chat.
            let isShown = screens.shows(message.conversation) && !engine.isFolded(message)
            guard isShown || engine.decision(for: message).tells else {
                return
            }
            let state = engine.conversations[message.conversation]
            let name = { (user: UserID) in state?.member(user)?.name ?? "" }
            arrived.append(
                Arrival(
                    conversation: message.conversation, senderName: name(message.sender), text: message.summary(name),
                    banner: engine.banner(for: message, on: screens)))
        case .refused(let operation, let refusal): refused.append((operation, refusal))
        default: break
        }
    }

    /// Writes the fields of an object: only what changed is there.
    mutating func write(_ engine: SyncEngine, _ chats: inout [WebEngine.OpenChat], to writer: inout JSONWriter) {
        let connection = engine.connectionSummary
        if connection != self.connection {
            writer.field("connection", connection)
            self.connection = connection
        }
        if engine.profile != profile {
            writer.field("profile", engine.profile)
            profile = engine.profile
        }
        write(listing.changes(in: engine), to: &writer)
        if listing.badge != unread {
            unread = listing.badge
            writer.field("unread", Int64(unread))
        }
        let notable = engine.ownView.notable
        if notable != self.notable {
            writer.field("relations", notable)
            self.notable = notable
        }
        writePresence(engine, to: &writer)
        writeChats(engine, &chats, to: &writer)
        writeArrivals(to: &writer)
        writeRefusals(engine, to: &writer)
    }

    private mutating func write(_ changes: ConversationListing.Changes, to writer: inout JSONWriter) {
        guard !changes.isEmpty else { return }
        writer.field("rows", changes.rows)
        if let order = changes.order { writer.ids("order", order) }
    }

    private mutating func writePresence(_ engine: SyncEngine, to writer: inout JSONWriter) {
        guard !presence.isEmpty else { return }
        writer.field("presence", presence.map { engine.presence[$0] ?? Presence(user: $0, isOnline: false) })
        presence = []
    }

    private mutating func writeChats(
        _ engine: SyncEngine, _ chats: inout [WebEngine.OpenChat], to writer: inout JSONWriter
    ) {
        writer.key("chats")
        writer.beginArray()
        for position in chats.indices {
            let changes = chats[position].window.changes(in: engine)
            writer.beginObject()
            writer.field("chat", Int64(chats[position].number))
            splices.write(changes.splices, to: &writer)
            writer.field("header", ifPresent: changes.header)
            let missing = chats[position].window.takeMissingOriginals()
            if !missing.isEmpty { writer.ids("missing", missing) }
            writer.field("hasOlder", changes.hasOlder)
            writer.field("hasNewer", changes.hasNewer)
            chats[position].window.encodeBounds(to: &writer)
            writer.endObject()
        }
        writer.endArray()
    }

    private mutating func writeArrivals(to writer: inout JSONWriter) {
        guard !arrived.isEmpty else { return }
        writer.key("arrived")
        writer.beginArray()
        for arrival in arrived {
            writer.beginObject()
            writer.field("conversation", arrival.conversation)
            writer.field("senderName", arrival.senderName)
            writer.field("text", arrival.text)
            writer.field("banner", ifPresent: arrival.banner)
            writer.endObject()
        }
        writer.endArray()
        arrived = []
    }

    private mutating func writeRefusals(_ engine: SyncEngine, to writer: inout JSONWriter) {
        guard !refused.isEmpty else { return }
        writer.key("refused")
        writer.beginArray()
        for (operation, refusal) in refused {
            guard let entry = engine.outbox.entry(operation) else { continue }
            writer.beginObject()
            writer.field("operation", operation)
            writer.field("conversation", ifPresent: entry.operation.conversation)
            writer.field("stays", entry.operation.kind.staysWhenRefused)
            writer.field("error", refusal)
            writer.endObject()
        }
        writer.endArray()
        refused = []
    }
}

extension ConnectionSummary: JSONEncodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("online", isOnline)
        writer.field("offlineSince", orNull: offlineSince?.milliseconds)
        writer.field("waiting", Int64(waiting))
        writer.field("caughtUp", isCaughtUp)
        writer.endObject()
    }
}

/// The changes on the screens since the last call, after the engine's effects have been performed:
/// `{"connection", "profile", "rows", "order", "unread", "relations", "presence", "chats": [{"chat", "splices", "header", …}], "arrived",
/// "refused"}`, each left out where nothing changed.
@_expose(wasm, "nexus_engine_changes")
@c(nexus_engine_changes)
public func nexusChanges(_ engine: UnsafeRawPointer) -> UnsafeMutableRawPointer {
    let web = WebEngine.at(engine)
    return WebMemory.block { writer in
        writer.beginObject()
        web.changes.write(web.engine, &web.chats, to: &writer)
        writer.endObject()
    }
}

/// The screens of the device: `{"screens": [{"viewed": conversation, "visible": …}]}`. Gives `{"effects": […]}`.
@_expose(wasm, "nexus_engine_screens")
@c(nexus_engine_screens)
public func nexusScreens(
    _ engine: UnsafeRawPointer, _ now: Double, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> UnsafeMutableRawPointer {
    do throws(JSONError) {
        let screens = try ScreenList.decode(WebMemory.argument(bytes, count), limits: .engine).screens
        let web = WebEngine.at(engine)
        web.screens = screens
        let time = Timestamp(javaScript: now)
        var effects = web.engine.handle(.activity(screens.isActive), at: time)
        for screen in screens.all where screen.isVisible {
            if let viewed = screen.viewed { effects += web.engine.lookedAt(viewed, at: time) }
        }
        return WebMemory.block { writer in
            writer.beginObject()
            web.answer(effects, to: &writer)
            writer.endObject()
        }
    } catch {
        return WebMemory.block(Refusal(error))
    }
}

private struct ScreenList: JSONRecord {
    private var all: [Screens.Screen] = []

    var screens: Screens { Screens(all) }

    init(_: Blank) {}

    mutating func fields(_ coder: inout FieldCoder) {
        coder.present("screens", &all)
    }
}

extension Screens.Screen: JSONRecord {
    public init(_: Blank) { self.init(viewed: nil, isVisible: false) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.optional("viewed", &viewed)
        coder.present("visible", &isVisible)
    }
}
