import NexusCore

extension JSONLimits {
    /// The limits of the page's input to its own engine: a snapshot may be as large as the device's store.
    static let engine = JSONLimits(bytes: 64 << 20)
}

/// A mutation by the page.
struct EnginePerform: JSONDecodable {
    var kind: Operation.Kind
    /// The operation's identifier, if the page has already assigned one.
    var id: OperationID?
    /// The users that it adds to a conversation.
    var people: [User]
    /// The mentioned users, where several members share a name.
    var mentioned: [UserID]

    init(from reader: inout JSONReader) throws(JSONError) {
        var kind: Operation.Kind?
        var id: OperationID?
        var people: [User] = []
        var mentioned: [UserID] = []
        try reader.object { reader, key throws(JSONError) in
            switch key {
            case "id": id = try reader.id("id")
            case "operation": kind = try Operation.Kind(from: &reader)
            case "people": people = try [User](from: &reader)
            case "mentioned": mentioned = try reader.ids("mentioned", limit: Limits.mentions)
            default: break
            }
        }
        guard let kind else { throw reader.missing("operation") }
        self.kind = kind
        self.id = id
        self.people = people
        self.mentioned = mentioned
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

/// An input as the page writes it: an object with the input's name as its `type`.
extension SyncInput: JSONDecodable {
    public init(from reader: inout JSONReader) throws(JSONError) {
        var type: String?
        var fields = SyncInputFields()
        try reader.object { reader, key throws(JSONError) in
            switch key {
            case "type": type = try reader.string()
            default: try fields.read(key, from: &reader)
            }
        }
        switch type {
        case "start": self = .start
        case "stop": self = .stop
        case "signOfLife": self = .signOfLife
        case "networkLost": self = .networkLost
        case "socketOpened": self = .socketOpened
        case "socketClosed": self = .socketClosed(fields.refusal.map { .sessionEnded($0) } ?? .lost)
        case "frame":
            guard let frame = fields.frame else { throw reader.missing("frame") }
            self = .frame(frame)
        case "timer":
            guard let timer = fields.timer else { throw reader.missing("timer") }
            self = .timer(timer)
        case "retry": self = .retry(try fields.operation(reader))
        case "discard": self = .discard(try fields.operation(reader))
        case "uploaded": self = .uploaded(try fields.operation(reader))
        case "uploadFailed":
            guard let refusal = fields.refusal else { throw reader.missing("error") }
            self = .uploadFailed(try fields.operation(reader), refusal)
        case "view": self = .view(fields.conversation)
        case "read": self = .read(try fields.conversation(reader), through: try fields.seq(reader))
        case "loadOlder": self = .loadOlder(try fields.conversation(reader), before: try fields.seq(reader))
        case "loadAround": self = .loadAround(try fields.conversation(reader), try fields.seq(reader))
        case "typing": self = .typing(try fields.conversation(reader), try fields.active(reader))
        case "activity": self = .activity(try fields.active(reader))
        case "collected": self = .collected(fields.messages)
        case nil: throw reader.missing("type")
        default: throw reader.invalid("type")
        }
    }
}

/// The fields of inputs, in any order.
private struct SyncInputFields {
    var conversation: ConversationID?
    var operation: OperationID?
    var seq: Seq?
    var active: Bool?
    var frame: ServerFrame?
    var timer: SyncTimer?
    var refusal: Refusal?
    var messages: [Message] = []

    mutating func read(_ key: JSONKey, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "conversation": if try !reader.null() { conversation = try reader.id("conversation") }
        case "operation": operation = try reader.id("operation")
        case "seq": seq = try reader.seq("seq")
        case "active": active = try reader.bool()
        case "frame": frame = try ServerFrame(from: &reader)
        case "timer":
            guard let named = SyncTimer(named: try reader.string()) else { throw reader.invalid("timer") }
            timer = named
        case "error": refusal = try Refusal(from: &reader)
        case "messages": messages = try [Message](from: &reader)
        default: break
        }
    }

    func conversation(_ reader: borrowing JSONReader) throws(JSONError) -> ConversationID {
        guard let conversation else { throw reader.missing("conversation") }
        return conversation
    }

    func operation(_ reader: borrowing JSONReader) throws(JSONError) -> OperationID {
        guard let operation else { throw reader.missing("operation") }
        return operation
    }

    func seq(_ reader: borrowing JSONReader) throws(JSONError) -> Seq {
        guard let seq else { throw reader.missing("seq") }
        return seq
    }

    func active(_ reader: borrowing JSONReader) throws(JSONError) -> Bool {
        guard let active else { throw reader.missing("active") }
        return active
    }
}

extension SyncTimer {
    /// The word by which the page knows the timer.
    var name: String {
        switch self {
        case .reconnect: "reconnect"
        case .heartbeat: "heartbeat"
        case .silence: "silence"
        case .outbox: "outbox"
        case .requests: "requests"
        case .typing: "typing"
        case .unmute: "unmute"
        }
    }

    init?(named name: String) {
        for timer in [SyncTimer.reconnect, .heartbeat, .silence, .outbox, .requests, .typing, .unmute]
        where timer.name == name {
            self = timer
            return
        }
        return nil
    }
}
