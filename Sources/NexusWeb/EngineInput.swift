import NexusCore

extension JSONLimits {
    /// The limits of the page's input to its own engine: a snapshot may be as large as the device's store.
    static let engine = JSONLimits(bytes: 64 << 20)
}

/// A mutation that the page asks for.
struct EnginePerform: JSONRecord {
    var kind = Operation.Kind(.blank)
    /// Given where the operation was named before it came here.
    var id: OperationID?
    /// Those whom it brings into a conversation.
    var people: [User] = []
    /// Of several members with one name in a text, these are meant.
    var mentioned: [UserID] = []

    init(_: Blank) {}

    mutating func fields(_ coder: inout FieldCoder) {
        coder.required("operation", &kind)
        coder.optional("id", &id)
        coder.unlessEmpty("people", &people)
        coder.unlessEmpty("mentioned", &mentioned, limit: Limits.mentions)
    }

    /// Finds the mentions of a text; `mentioned` decides between members of the same name.
    mutating func findMentions(_ engine: SyncEngine) {
        guard !mentioned.isEmpty else { return }
        switch kind {
        case .post(let id, var post):
            post.mentions = engine.mentions(in: post.text, of: id, preferring: mentioned)
            kind = .post(id, post)
        case .edit(let id, let message, let text, _):
            let mentions = engine.mentions(in: text, of: id, preferring: mentioned)
            kind = .edit(id, message: message, text: text, mentions: mentions)
        default: break
        }
    }

    static func decoded(_ bytes: UnsafeRawBufferPointer) throws(Refusal) -> EnginePerform {
        do throws(JSONError) { return try decode(bytes, limits: .engine) } catch { throw Refusal(error) }
    }
}

extension SyncTimer: JSONWord {}

/// An input as the page writes it: an object with the input's name as its `type`.
extension SyncInput: JSONUnion {
    public static var tag: StaticString { "type" }

    public init(_: Blank) { self = .signOfLife }

    public static func blank(_ name: CaseName) -> SyncInput? {
        switch name {
        case "start": .start
        case "stop": .stop
        case "signOfLife": .signOfLife
        case "networkLost": .networkLost
        case "socketOpened": .socketOpened
        case "socketClosed": .socketClosed(.lost)
        case "frame": .frame(ServerFrame(.blank))
        case "timer": .timer(.reconnect)
        case "retry": .retry(.blank)
        case "discard": .discard(.blank)
        case "sendText": .sendText(.blank, files: nil)
        case "uploaded": .uploaded(.blank)
        case "uploadFailed": .uploadFailed(.blank, Refusal(.blank))
        case "view": .view(nil)
        case "read": .read(.blank, through: 0)
        case "loadOlder": .loadOlder(.blank, before: 0)
        case "loadAround": .loadAround(.blank, 0)
        case "typing": .typing(.blank, false)
        case "activity": .activity(false)
        case "collected": .collected([])
        default: nil
        }
    }

    public mutating func payload(_ coder: inout FieldCoder) {
        switch self {
        case .start: coder.named("start")
        case .stop: coder.named("stop")
        case .signOfLife: coder.named("signOfLife")
        case .networkLost: coder.named("networkLost")
        case .socketOpened: coder.named("socketOpened")
        case .socketClosed(let closure):
            var refusal: Refusal? = if case .sessionEnded(let refusal) = closure { refusal } else { nil }
            coder.named("socketClosed")
            coder.optional("error", &refusal)
            if let refusal { self = .socketClosed(.sessionEnded(refusal)) }
        case .frame(var frame):
            coder.named("frame")
            coder.required("frame", &frame)
            self = .frame(frame)
        case .timer(var timer):
            coder.named("timer")
            coder.required("timer", &timer)
            self = .timer(timer)
        case .retry(var operation):
            coder.named("retry")
            coder.required("operation", &operation)
            self = .retry(operation)
        case .discard(var operation):
            coder.named("discard")
            coder.required("operation", &operation)
            self = .discard(operation)
        case .sendText(var operation, var files):
            coder.named("sendText")
            coder.required("operation", &operation)
            coder.optional("files", &files)
            self = .sendText(operation, files: files)
        case .uploaded(var operation):
            coder.named("uploaded")
            coder.required("operation", &operation)
            self = .uploaded(operation)
        case .uploadFailed(var operation, var refusal):
            coder.named("uploadFailed")
            coder.required("operation", &operation)
            coder.required("error", &refusal)
            self = .uploadFailed(operation, refusal)
        case .view(var conversation):
            coder.named("view")
            coder.optional("conversation", &conversation)
            self = .view(conversation)
        case .read(var conversation, var seq):
            coder.named("read", &conversation, &seq)
            self = .read(conversation, through: seq)
        case .loadOlder(var conversation, var seq):
            coder.named("loadOlder", &conversation, &seq)
            self = .loadOlder(conversation, before: seq)
        case .loadAround(var conversation, var seq):
            coder.named("loadAround", &conversation, &seq)
            self = .loadAround(conversation, seq)
        case .typing(var conversation, var active):
            coder.named("typing")
            coder.required("conversation", &conversation)
            coder.required("active", &active)
            self = .typing(conversation, active)
        case .activity(var active):
            coder.named("activity")
            coder.required("active", &active)
            self = .activity(active)
        case .collected(var messages):
            coder.named("collected")
            coder.present("messages", &messages)
            self = .collected(messages)
        }
    }
}

extension FieldCoder {
    /// The name of an input about a position in a conversation.
    fileprivate mutating func named(
        _ name: StaticString, _ conversation: inout ConversationID, _ seq: inout Seq
    ) {
        named(name)
        required("conversation", &conversation)
        required("seq", &seq, in: .seqs)
    }
}
