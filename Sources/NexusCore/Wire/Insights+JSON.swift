extension InsightRecord: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("conversation", conversation)
        writer.field("message", source)
        writer.field("seq", seq)
        writer.field("kind", kind.rawValue)
        writer.field("text", text)
        writer.field("assignee", ifPresent: assignee)
        writer.field("due", ifPresent: due)
        writer.field("level", level.rawValue)
        writer.field("state", state.rawValue)
        if isConfirmed { writer.field("confirmed", true) }
        writer.field("saidBy", ifPresent: saidBy)
        writer.field("changedBy", ifPresent: changedBy)
        writer.field("changedAt", ifPresent: changedAt?.milliseconds)
        writer.field("sender", sender)
        writer.field("writtenAt", writtenAt)
        writer.field("excerpt", excerpt)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var fields = InsightFields()
        try reader.object { (reader, key) throws(JSONError) in try fields.read(key, from: &reader) }
        guard let conversation = fields.conversation else { throw reader.missing("conversation") }
        guard let source = fields.source else { throw reader.missing("message") }
        guard let kind = fields.kind else { throw reader.missing("kind") }
        guard let state = fields.state else { throw reader.missing("state") }
        guard let sender = fields.sender else { throw reader.missing("sender") }
        self.init(
            conversation: conversation, source: source, seq: fields.seq, kind: kind, text: fields.text,
            assignee: fields.assignee, due: fields.due, level: fields.level, state: state,
            isConfirmed: fields.isConfirmed, saidBy: fields.saidBy, changedBy: fields.changedBy,
            changedAt: fields.changedAt, sender: sender, writtenAt: fields.writtenAt, excerpt: fields.excerpt)
    }
}

/// The fields of an insight, read in whatever order they come.
private struct InsightFields {
    var conversation: ConversationID?
    var source: MessageID?
    var seq: Seq = 0
    var kind: InsightRecord.Kind?
    var text = ""
    var assignee: InsightRecord.Person?
    var due: InsightRecord.Due?
    var level = InsightRecord.Level.medium
    var state: InsightRecord.State?
    var isConfirmed = false
    var saidBy: MessageID?
    var changedBy: InsightRecord.Person?
    var changedAt: Timestamp?
    var sender: InsightRecord.Person?
    var writtenAt = Timestamp.zero
    var excerpt = ""

    mutating func read(_ key: JSONKey, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "conversation": conversation = try reader.id("conversation")
        case "message": source = try reader.id("message")
        case "seq": seq = try reader.seq("seq")
        case "kind": kind = try reader.word("kind")
        case "text": text = try reader.string()
        case "assignee": assignee = try reader.null() ? nil : InsightRecord.Person(from: &reader)
        case "due": due = try reader.null() ? nil : InsightRecord.Due(from: &reader)
        case "level": level = try reader.word("level")
        case "state": state = try reader.word("state")
        case "confirmed": isConfirmed = try reader.bool()
        case "saidBy": saidBy = try reader.optionalID("saidBy")
        case "changedBy": changedBy = try reader.null() ? nil : InsightRecord.Person(from: &reader)
        case "changedAt": changedAt = try reader.null() ? nil : reader.timestamp()
        case "sender": sender = try InsightRecord.Person(from: &reader)
        case "writtenAt": writtenAt = try reader.timestamp()
        case "excerpt": excerpt = try reader.string()
        default: break
        }
    }
}

extension JSONReader {
    /// One of the words that a type has.
    fileprivate mutating func word<Word: RawRepresentable<String>>(
        _ field: StaticString
    ) throws(JSONError) -> Word {
        guard let word = Word(rawValue: try string()) else { throw invalid(field) }
        return word
    }
}

extension InsightRecord.Person: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("name", name)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var id: UserID?
        var name = ""
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "id": id = try reader.id("id")
            case "name": name = try reader.string()
            default: break
            }
        }
        guard let id else { throw reader.missing("id") }
        self.init(id: id, name: name)
    }
}

extension InsightRecord.Due: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("at", text)
        writer.field("zone", zone)
        if isServerZone { writer.field("serverZone", true) }
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var text: String?
        var zone = ""
        var isServerZone = false
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "at": text = try reader.string()
            case "zone": zone = try reader.string()
            case "serverZone": isServerZone = try reader.bool()
            default: break
            }
        }
        guard let text else { throw reader.missing("at") }
        self.init(text: text, zone: zone, isServerZone: isServerZone)
    }
}

extension InsightPage: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("insights", insights)
        writer.field("cursor", ifPresent: cursor)
        writer.field("open", Int64(open))
        if isPartial { writer.field("partial", true) }
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var insights: [InsightRecord] = []
        var cursor: String?
        var open: Int64 = 0
        var isPartial = false
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "insights": insights = try [InsightRecord](from: &reader)
            case "cursor": cursor = try reader.optionalString()
            case "open": open = try reader.int()
            case "partial": isPartial = try reader.bool()
            default: break
            }
        }
        self.init(
            insights: insights, cursor: cursor, open: Int(min(max(open, 0), Int64(InsightPage.countLimit))),
            isPartial: isPartial)
    }
}

extension InsightChange: JSONEncodable, JSONDecodable {
    /// `null` removes an assignee or a date; absent fields stay.
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("state", ifPresent: state?.rawValue)
        writer.field("text", ifPresent: text)
        switch assignee {
        case .unchanged: break
        case .cleared:
            writer.key("assignee")
            writer.null()
        case .set(let user): writer.field("assignee", user)
        }
        switch due {
        case .unchanged: break
        case .cleared:
            writer.key("due")
            writer.null()
        case .set(let text): writer.field("due", text)
        }
        writer.field("zone", ifPresent: zone)
        writer.field("level", ifPresent: level?.rawValue)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init()
        var change = InsightChange()
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "state": change.state = try reader.word("state") as InsightRecord.State
            case "text": change.text = try reader.string()
            case "assignee": change.assignee = try reader.null() ? .cleared : .set(reader.id("assignee"))
            case "due": change.due = try reader.null() ? .cleared : .set(reader.string())
            case "zone": change.zone = try reader.optionalString()
            case "level": change.level = try reader.word("level") as InsightRecord.Level
            default: break
            }
        }
        self = change
    }
}

extension InsightFile: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("name", name)
        writer.field("type", type)
        writer.field("text", text)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var name = ""
        var type = ""
        var text = ""
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "name": name = try reader.string()
            case "type": type = try reader.string()
            case "text": text = try reader.string()
            default: break
            }
        }
        self.init(name: name, type: type, text: text)
    }
}

extension ZoneNotice: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("zone", zone)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var zone: String?
        try reader.object { (reader, key) throws(JSONError) in
            if case "zone" = key { zone = try reader.string() }
        }
        guard let zone else { throw reader.missing("zone") }
        self.init(zone: zone)
    }
}
