import NexusCore

/// The data to start an engine with.
struct EngineStart: JSONDecodable {
    var seed: UInt64
    var snapshot: SyncSnapshot

    init(from reader: inout JSONReader) throws(JSONError) {
        var seed: Int64?
        var snapshot: SyncSnapshot?
        try reader.object { reader, key throws(JSONError) in
            switch key {
            case "seed": seed = try reader.int()
            case "snapshot": snapshot = try SyncSnapshot(from: &reader)
            default: break
            }
        }
        guard let seed else { throw reader.missing("seed") }
        guard let snapshot else { throw reader.missing("snapshot") }
        self.seed = UInt64(bitPattern: seed)
        self.snapshot = snapshot
    }
}

extension SyncSnapshot: JSONDecodable {
    public init(from reader: inout JSONReader) throws(JSONError) {
        var profile: Profile?
        var since: Timestamp?
        var clockOffset: Int64 = 0
        var conversations: [Item] = []
        var own = OwnState()
        var outbox: [OutboxEntry] = []
        var epoch: EpochID?
        try reader.object { reader, key throws(JSONError) in
            switch key {
            case "profile": profile = try Profile(from: &reader)
            case "since": if try !reader.null() { since = try reader.timestamp() }
            case "clockOffset": clockOffset = try reader.int()
            case "conversations": conversations = try [Item](from: &reader)
            case "own": if try !reader.null() { own = try OwnState(from: &reader) }
            case "outbox": outbox = try [OutboxEntry](from: &reader)
            case "epoch": epoch = try reader.null() ? nil : reader.id("epoch")
            default: break
            }
        }
        guard let profile else { throw reader.missing("profile") }
        self.init(
            profile: profile, since: since, clockOffset: clockOffset, conversations: conversations, own: own,
            outbox: outbox, epoch: epoch)
    }
}

extension OwnState: JSONDecodable {
    public init(from reader: inout JSONReader) throws(JSONError) {
        var cursor: Seq = 0
        var settings: [ConversationSettings] = []
        var relations: [Relation] = []
        try reader.object { reader, key throws(JSONError) in
            switch key {
            case "cursor": cursor = try reader.int()
            case "settings": settings = try [ConversationSettings](from: &reader)
            case "relations": relations = try [Relation](from: &reader)
            default: break
            }
        }
        self.init(cursor: cursor, settings: settings, relations: relations)
    }
}

extension SyncSnapshot.Item: JSONDecodable {
    public init(from reader: inout JSONReader) throws(JSONError) {
        var record: ConversationRecord?
        var members: [Member] = []
        var newest: Message?
        var unread: [Seq] = []
        var mentions: [Seq] = []
        var mentionSenders: [UserID] = []
        try reader.object { reader, key throws(JSONError) in
            switch key {
            case "record": record = try ConversationRecord(from: &reader)
            case "members": members = try [Member](from: &reader)
            case "newest": if try !reader.null() { newest = try Message(from: &reader) }
            case "unread": unread = try reader.seqs("unread")
            case "mentions": mentions = try reader.seqs("mentions")
            case "mentionSenders": mentionSenders = try reader.ids("mentionSenders", limit: .max)
            default: break
            }
        }
        guard let record else { throw reader.missing("record") }
        self.init(
            record: record, members: members, newest: newest, unread: unread, mentions: mentions,
            mentionSenders: mentionSenders)
    }
}

extension ConversationRecord: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("info", info)
        writer.field("cursor", cursor)
        writer.field("head", head)
        writer.key("gaps")
        writer.beginArray()
        for gap in gaps.ranges {
            writer.beginArray()
            writer.int(gap.lowerBound)
            writer.int(gap.upperBound)
            writer.endArray()
        }
        writer.endArray()
        writer.field("read", read)
        writer.field("unreadInGaps", Int64(unreadInGaps))
        writer.field("mentionsInGaps", Int64(mentionsInGaps))
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var info: Conversation?
        var cursor: Seq = 0
        var head: Seq = 0
        var gaps: [ClosedRange<Seq>] = []
        var read: Seq = 0
        var unreadInGaps: Int64 = 0
        var mentionsInGaps: Int64 = 0
        try reader.object { reader, key throws(JSONError) in
            switch key {
            case "info": info = try Conversation(from: &reader)
            case "cursor": cursor = try reader.int()
            case "head": head = try reader.seq("head")
            case "gaps":
                try reader.array { reader throws(JSONError) in
                    let bounds = try reader.seqs("gaps")
                    guard bounds.count == 2, bounds[0] <= bounds[1] else { throw reader.invalid("gaps") }
                    gaps.append(bounds[0]...bounds[1])
                }
            case "read": read = try reader.seq("read")
            case "unreadInGaps": unreadInGaps = try reader.int()
            case "mentionsInGaps": mentionsInGaps = try reader.int()
            default: break
            }
        }
        guard let info else { throw reader.missing("info") }
        self.init(
            info: info, cursor: cursor, head: head, gaps: Gaps(gaps), read: read,
            unreadInGaps: Int(min(max(unreadInGaps, 0), Int64(Changes.unreadLimit))),
            mentionsInGaps: Int(min(max(mentionsInGaps, 0), Int64(Changes.unreadLimit))))
    }
}

extension OutboxEntry: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("operation", operation)
        writer.field("order", order)
        switch state {
        case .waiting: writer.field("state", "waiting")
        case .acknowledged(let seq):
            writer.field("state", "acknowledged")
            writer.field("seq", seq)
        case .failed(let refusal):
            writer.field("state", "failed")
            refusal.encodeFields(to: &writer)
        }
        writer.field("createdAt", createdAt.milliseconds)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var operation: Operation?
        var order: Int64?
        var state: String?
        var seq: Seq?
        var refusal: Refusal?
        var createdAt = Timestamp.zero
        try reader.object { reader, key throws(JSONError) in
            switch key {
            case "operation": operation = try Operation(from: &reader)
            case "order": order = try reader.int()
            case "state": state = try reader.string()
            case "seq": seq = try reader.seq("seq")
            case "error": refusal = try Refusal(from: &reader)
            case "createdAt": createdAt = try reader.timestamp()
            default: break
            }
        }
        guard let operation else { throw reader.missing("operation") }
        guard let order else { throw reader.missing("order") }
        let known: State
        switch state {
        case "waiting": known = .waiting
        case "acknowledged":
            guard let seq else { throw reader.missing("seq") }
            known = .acknowledged(seq)
        case "failed":
            guard let refusal else { throw reader.missing("error") }
            known = .failed(refusal)
        case nil: throw reader.missing("state")
        default: throw reader.invalid("state")
        }
        self.init(operation: operation, order: order, state: known, createdAt: createdAt)
    }
}
