import NexusCore

/// What an engine is started with.
struct EngineStart: JSONRecord {
    /// Any 64 bits, as JavaScript writes a whole number.
    private var bits: Int64 = 0
    var snapshot = SyncSnapshot(.blank)
    /// See ``SyncEngine/utcOffset``.
    var utcOffset = 0

    var seed: UInt64 { UInt64(bitPattern: bits) }

    init(_: Blank) {}

    mutating func fields(_ coder: inout FieldCoder) {
        coder.required("seed", &bits)
        coder.required("snapshot", &snapshot)
        coder.unless(utcOffset == 0, "utcOffset", &utcOffset, in: -1_440...1_440)
    }
}

extension SyncSnapshot: JSONRecord {
    public init(_: Blank) { self.init(profile: Profile(.blank)) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("profile", &profile)
        coder.optional("since", &since)
        coder.present("clockOffset", &clockOffset)
        coder.present("conversations", &conversations)
        coder.present("own", &own)
        var queued = StoredOutbox(entries: coder.isReading ? [] : outbox)
        coder.present("outbox", &queued)
        if coder.isReading, !queued.entries.isEmpty { outbox = queued.entries }
        coder.optional("epoch", &epoch)
        var held = coder.isReading ? [] : insights.map { StoredInsights(conversation: $0, state: $1) }
        coder.unlessEmpty("insights", &held)
        if coder.isReading { for item in held { insights[item.conversation] = item.state } }
        coder.unless(insightsThrough == 0, "insightsThrough", &insightsThrough, in: .seqs)
    }
}

/// The outbox. Reading leaves out entries that this version cannot read, so that the others still go out.
private struct StoredOutbox: JSONField {
    var entries: [OutboxEntry]

    init(entries: [OutboxEntry]) { self.entries = entries }

    init(from reader: inout JSONReader) throws(JSONError) {
        var entries: [OutboxEntry] = []
        try reader.array { reader throws(JSONError) in
            let bytes = try reader.bytes()
            if let entry = try? OutboxEntry.decode(bytes) { entries.append(entry) }
        }
        self.entries = entries
    }

    func encode(to writer: inout JSONWriter) { entries.encode(to: &writer) }
}

/// The insights of a conversation, in display order.
private struct StoredInsights: JSONRecord {
    var conversation = ConversationID.blank
    var state = InsightState()

    init(_: Blank) {}

    init(conversation: ConversationID, state: InsightState) {
        self.conversation = conversation
        self.state = state
    }

    mutating func fields(_ coder: inout FieldCoder) {
        coder.required("conversation", &conversation)
        coder.present("cursor", &state.cursor, in: .seqs)
        coder.present("rows", &state.rows)
    }
}

/// What a person has settled for themself, as rows. `null` is read as nothing.
extension UserSettingsState: JSONField {
    public func encode(to writer: inout JSONWriter) {
        var rows = UserSettingsRows(.blank)
        rows.cursor = cursor
        rows.settings = Array(settings.values)
        rows.relations = Array(relations.values)
        rows.encode(to: &writer)
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        let rows = try reader.null() ? UserSettingsRows(.blank) : UserSettingsRows(from: &reader)
        self.init(cursor: rows.cursor, settings: rows.settings, relations: rows.relations)
    }
}

private struct UserSettingsRows: JSONRecord {
    /// -1 for rows of an earlier epoch.
    var cursor: Seq = 0
    var settings: [ConversationSettings] = []
    var relations: [Relation] = []

    init(_: Blank) {}

    mutating func fields(_ coder: inout FieldCoder) {
        coder.present("cursor", &cursor)
        coder.present("settings", &settings)
        coder.present("relations", &relations)
    }
}

extension SyncSnapshot.Item: JSONRecord {
    public init(_: Blank) { self.init(record: ConversationRecord(.blank), members: [], newest: nil, unread: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("record", &record)
        coder.present("members", &members)
        coder.optional("newest", &newest)
        coder.seqs("unread", &unread)
        coder.seqs("mentions", &mentions)
        coder.unlessEmpty("mentionSenders", &mentionSenders)
    }
}

extension ConversationRecord: JSONRecord {
    public init(_: Blank) { self.init(info: Conversation(.blank)) }

    public mutating func fields(_ coder: inout FieldCoder) {
        let counts = 0...Int64(Changes.unreadLimit)
        coder.required("info", &info)
        coder.present("cursor", &cursor)
        coder.present("head", &head, in: .seqs)
        coder.present("gaps", &gaps)
        coder.present("read", &read, in: .seqs)
        coder.present("unreadInGaps", &unreadInGaps, in: counts, clamps: true)
        coder.present("mentionsInGaps", &mentionsInGaps, in: counts, clamps: true)
    }
}

/// Pairs of the first and the last position of each gap.
extension Gaps: JSONField {
    public func encode(to writer: inout JSONWriter) {
        writer.beginArray()
        for gap in ranges { [gap.lowerBound, gap.upperBound].encode(to: &writer) }
        writer.endArray()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var ranges: [ClosedRange<Seq>] = []
        try reader.array { reader throws(JSONError) in
            let bounds = try reader.seqs("gaps")
            guard bounds.count == 2, bounds[0] <= bounds[1] else { throw reader.invalid("gaps") }
            ranges.append(bounds[0]...bounds[1])
        }
        self.init(ranges)
    }
}

extension OutboxEntry: JSONRecord {
    public init(_: Blank) { self.init(operation: Operation(.blank), order: 0, createdAt: .zero) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("operation", &operation)
        coder.required("order", &order)
        coder.union(&state)
        coder.present("createdAt", &createdAt)
        coder.unless(files == .ahead, "files", &files, unknown: .ahead)
    }
}

extension OutboxEntry.Files: JSONWord {}

extension OutboxEntry.State: JSONUnion {
    public static var tag: StaticString { "state" }

    public init(_: Blank) { self = .waiting }

    public static func blank(_ name: CaseName) -> OutboxEntry.State? {
        switch name {
        case "waiting": .waiting
        case "acknowledged": .acknowledged(0)
        case "failed": .failed(Refusal(.blank))
        default: nil
        }
    }

    public mutating func payload(_ coder: inout FieldCoder) {
        switch self {
        case .waiting: coder.named("waiting")
        case .acknowledged(var seq):
            coder.named("acknowledged")
            coder.required("seq", &seq, in: .seqs)
            self = .acknowledged(seq)
        case .failed(var refusal):
            coder.named("failed")
            coder.required("error", &refusal)
            self = .failed(refusal)
        }
    }
}
