import NexusCore

/// What the page asks of a chat: which fields matter depends on the question.
private struct ChatRequest: JSONRecord {
    var conversation: ConversationID?
    var message: MessageID?
    var seq: Seq?
    var page: HeldPage?
    var messages: [Message] = []
    var settles = false
    var minutesFromUTC: Int64 = 0

    init(_: Blank) {}

    mutating func fields(_ coder: inout FieldCoder) {
        coder.optional("conversation", &conversation)
        coder.optional("message", &message)
        coder.optional("seq", &seq, in: .seqs)
        coder.optional("page", &page)
        coder.unlessEmpty("messages", &messages)
        coder.flag("settles", &settles)
        coder.present("minutesFromUTC", &minutesFromUTC)
    }
}

extension HeldPage: JSONRecord {
    public init(_: Blank) { self.init([], isOldest: false, isNewest: false) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("messages", &messages)
        coder.unlessEmpty("originals", &originals)
        coder.present("oldest", &isOldest)
        coder.present("newest", &isNewest)
    }
}

extension ChatWindow {
    /// The ends of the page: older messages come before `start`, newer ones after `end`.
    func encodeBounds(to writer: inout JSONWriter) {
        writer.field("start", orNull: start == .max ? nil : start)
        writer.field("end", orNull: end)
    }
}

/// Reads a question, finds the chat, and gives what `answer` writes; or `{"error": …}`.
private func ask(
    _ engine: UnsafeRawPointer, _ chat: Int32, _ bytes: UnsafePointer<UInt8>?, _ count: Int32,
    _ answer: (WebEngine, inout ChatWindow, ChatRequest, inout JSONWriter) -> Void
) -> UnsafeMutableRawPointer {
    do throws(JSONError) {
        let request = try ChatRequest.decode(WebMemory.argument(bytes, count), limits: .engine)
        let web = WebEngine.at(engine)
        guard let position = web.chats.firstIndex(where: { $0.number == chat }) else {
            return WebMemory.block(Refusal.conversationGone)
        }
        return WebMemory.block { writer in
            writer.beginObject()
            answer(web, &web.chats[position].window, request, &writer)
            web.chats[position].window.encodeBounds(to: &writer)
            writer.endObject()
        }
    } catch {
        return WebMemory.block(Refusal(error))
    }
}

/// Where the unread messages of `{"conversation"}` begin: `{"seq", "missing"}`. `seq` is null while nothing is unread; `missing` says
/// that it lies in a gap, so that it must be fetched from the server.
@_expose(wasm, "nexus_chat_unread")
@c(nexus_chat_unread)
public func nexusFirstUnread(
    _ engine: UnsafeRawPointer, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> UnsafeMutableRawPointer {
    do throws(JSONError) {
        let request = try ChatRequest.decode(WebMemory.argument(bytes, count), limits: .engine)
        let engine = WebEngine.at(engine).engine
        let seq = request.conversation.flatMap { engine.firstUnread(in: $0) }
        let gaps = request.conversation.flatMap { engine.conversations[$0]?.record.gaps }
        return WebMemory.block { writer in
            writer.beginObject()
            writer.field("seq", orNull: seq)
            writer.field("missing", seq.flatMap { gaps?.gap(at: $0) } != nil)
            writer.endObject()
        }
    } catch {
        return WebMemory.block(Refusal(error))
    }
}

/// Opens a chat at a page that is held: `{"conversation", "page": {"messages", "originals", "oldest", "newest"}, "seq",
/// "minutesFromUTC"}`; `originals` are stored messages outside of the page that these reply to, `seq` is the position that the page
/// was read around, left out for the newest page. Gives `{"chat": number}`; its rows and header come with the next
/// `nexus_engine_changes`.
@_expose(wasm, "nexus_chat_open")
@c(nexus_chat_open)
public func nexusOpenChat(
    _ engine: UnsafeRawPointer, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> UnsafeMutableRawPointer {
    do throws(JSONError) {
        let request = try ChatRequest.decode(WebMemory.argument(bytes, count), limits: .engine)
        let web = WebEngine.at(engine)
        guard let conversation = request.conversation, let page = request.page,
            web.engine.conversations[conversation].hasValue
        else { return WebMemory.block(Refusal.conversationGone) }
        let minutes = Int(truncatingIfNeeded: min(max(request.minutesFromUTC, -1_440), 1_440))
        let chat = web.add(
            ChatWindow(
                conversation, showing: page, around: request.seq, minutesFromUTC: minutes, in: web.engine))
        return WebMemory.block { writer in
            writer.beginObject()
            writer.field("chat", Int64(chat))
            writer.endObject()
        }
    } catch {
        return WebMemory.block(Refusal(error))
    }
}

/// Ends a chat; its number is void from then on.
@_expose(wasm, "nexus_chat_close")
@c(nexus_chat_close)
public func nexusCloseChat(_ engine: UnsafeRawPointer, _ chat: Int32) {
    WebEngine.at(engine).chats.removeAll { $0.number == chat }
}

/// The held page before `start`, or after `end`: `{"page", "settles"}`. Gives `{"fetch": seq}` where the server must be asked
/// first; with `settles` it never must.
@_expose(wasm, "nexus_chat_older")
@c(nexus_chat_older)
public func nexusShowOlder(
    _ engine: UnsafeRawPointer, _ chat: Int32, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> UnsafeMutableRawPointer {
    ask(engine, chat, bytes, count) { web, window, request, writer in
        guard let page = request.page else { return }
        writer.field("fetch", orNull: window.showOlder(page, settles: request.settles, in: web.engine))
    }
}

/// See `nexus_chat_older`.
@_expose(wasm, "nexus_chat_newer")
@c(nexus_chat_newer)
public func nexusShowNewer(
    _ engine: UnsafeRawPointer, _ chat: Int32, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> UnsafeMutableRawPointer {
    ask(engine, chat, bytes, count) { web, window, request, writer in
        guard let page = request.page else { return }
        writer.field("fetch", orNull: window.showNewer(page, settles: request.settles, in: web.engine))
    }
}

/// Shows another part of the history: `{"page", "seq"}`, around a position, if any.
@_expose(wasm, "nexus_chat_show")
@c(nexus_chat_show)
public func nexusShow(
    _ engine: UnsafeRawPointer, _ chat: Int32, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> UnsafeMutableRawPointer {
    ask(engine, chat, bytes, count) { web, window, request, _ in
        guard let page = request.page else { return }
        window.show(page, around: request.seq, in: web.engine)
    }
}

/// Stored messages that rows reply to: `{"messages"}`. `nexus_engine_changes` names the needed ones under `missing`.
@_expose(wasm, "nexus_chat_know")
@c(nexus_chat_know)
public func nexusKnow(
    _ engine: UnsafeRawPointer, _ chat: Int32, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> UnsafeMutableRawPointer {
    ask(engine, chat, bytes, count) { _, window, request, _ in window.know(request.messages) }
}

/// The chat is visible again.
@_expose(wasm, "nexus_chat_look")
@c(nexus_chat_look)
public func nexusLook(_ engine: UnsafeRawPointer, _ chat: Int32) {
    let web = WebEngine.at(engine)
    for position in web.chats.indices where web.chats[position].number == chat {
        web.chats[position].window.look(in: web.engine)
    }
}

/// Whether a message is shown, by `{"seq"}` or by `{"message"}`: `{"message": id, "missing": …}`. `missing` says that it lies in a
/// gap, so that it must be fetched from the server.
@_expose(wasm, "nexus_chat_find")
@c(nexus_chat_find)
public func nexusFind(
    _ engine: UnsafeRawPointer, _ chat: Int32, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> UnsafeMutableRawPointer {
    ask(engine, chat, bytes, count) { web, window, request, writer in
        var found = request.message.flatMap { window.holds($0) ? $0 : nil }
        if let seq = request.seq { found = window.message(at: seq)?.id }
        let gaps = web.engine.conversations[window.conversation]?.record.gaps
        writer.field("message", orNull: found)
        writer.field("missing", request.seq.flatMap { gaps?.gap(at: $0) } != nil)
    }
}

/// Who has a message, whose `message` is the stored row, and who reacted to it: `{"deliveredTo", "readBy", "audience"}`, each a
/// list of people, and `"reactions": [{"emoji", "people"}]`.
@_expose(wasm, "nexus_engine_receipts")
@c(nexus_engine_receipts)
public func nexusReceipts(
    _ engine: UnsafeRawPointer, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> UnsafeMutableRawPointer {
    do throws(JSONError) {
        let message = try Message.decode(WebMemory.argument(bytes, count), limits: .engine)
        let members = WebEngine.at(engine).engine.conversations[message.conversation]?.members ?? []
        let summary = ReceiptSummary(of: message, among: members)
        return WebMemory.block { writer in
            writer.beginObject()
            writer.people("deliveredTo", summary.deliveredTo, members)
            writer.people("readBy", summary.readBy, members)
            writer.people("audience", summary.audience, members)
            writer.key("reactions")
            writer.beginArray()
            for reaction in message.reactions {
                writer.beginObject()
                writer.field("emoji", reaction.emoji)
                writer.people("people", reaction.users, members)
                writer.endObject()
            }
            writer.endArray()
            writer.endObject()
        }
    } catch {
        return WebMemory.block(Refusal(error))
    }
}

extension JSONWriter {
    fileprivate mutating func people(_ key: StaticString, _ users: [UserID], _ members: [Member]) {
        self.key(key)
        beginArray()
        for user in users {
            beginObject()
            field("id", user)
            field("name", members.first { $0.user == user }?.name ?? "")
            endObject()
        }
        endArray()
    }
}
