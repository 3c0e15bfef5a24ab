extension InsightRecord.Kind: JSONWord {}
extension InsightRecord.State: JSONWord {}
extension InsightRecord.Level: JSONWord {}
extension InsightRecord.Certainty: JSONWord {}
extension InsightRecord.Event.Kind: JSONWord {}

extension InsightRecord: JSONRecord {
    public init(_: Blank) {
        self.init(
            conversation: .blank, source: .blank, seq: 0, kind: .action, text: "", sender: Person(.blank),
            writtenAt: .zero, excerpt: "")
    }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.optional("id", &id)
        coder.required("conversation", &conversation)
        coder.required("message", &source)
        coder.present("seq", &seq, in: .seqs)
        coder.required("kind", &kind)
        coder.present("text", &text)
        coder.optional("assignee", &assignee)
        coder.optional("due", &due)
        coder.present("level", &level)
        coder.required("state", &state)
        coder.flag("confirmed", &isConfirmed)
        coder.optional("saidBy", &saidBy)
        coder.optional("changedBy", &changedBy)
        coder.optional("changedAt", &changedAt)
        coder.required("sender", &sender)
        coder.present("writtenAt", &writtenAt)
        coder.present("excerpt", &excerpt)
        coder.unless(certainty == .likely, "certainty", &certainty, unknown: .likely)
        coder.flag("made", &isMade)
        coder.optional("madeBy", &madeBy)
        coder.unlessEmpty("events", &events, limit: Self.eventLimit)
        coder.optional("replaces", &replaces)
        coder.optional("evidence", &evidence)
    }
}

extension InsightRecord.Evidence: JSONRecord {
    public init(_: Blank) { self.init(start: 0, length: 0) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("start", &start, in: Self.bytes)
        coder.present("length", &length, in: Self.bytes)
    }

    private static var bytes: ClosedRange<Int64> { 0...Int64(Limits.messageCharacters) * 4 }
}

extension InsightRecord.Event: JSONRecord {
    public init(_: Blank) { self.init(kind: .repeated, message: .blank, person: InsightRecord.Person(.blank)) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("kind", &kind, unknown: .repeated)
        coder.required("message", &message)
        coder.required("person", &person)
        coder.optional("due", &due)
        coder.optional("assignee", &assignee)
    }
}

extension InsightRecord.Person: JSONRecord {
    public init(_: Blank) { self.init(id: .blank, name: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("id", &id)
        coder.present("name", &name)
    }
}

extension InsightRecord.Due: JSONRecord {
    public init(_: Blank) { self.init(text: "", zone: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("at", &text)
        coder.present("zone", &zone)
        coder.flag("serverZone", &isServerZone)
    }
}

extension InsightPage: JSONRecord {
    public init(_: Blank) { self.init(insights: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("insights", &insights)
        coder.optional("cursor", &cursor)
        coder.present("open", &open, in: 0...Int64(Self.countLimit), clamps: true)
        coder.flag("partial", &isPartial)
    }
}

extension InsightChange: JSONRecord {
    public init(_: Blank) { self.init() }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.change("state", &state)
        coder.change("text", &text)
        coder.unless(assignee == .unchanged, "assignee", &assignee)
        coder.unless(due == .unchanged, "due", &due)
        coder.optional("zone", &zone)
        coder.change("level", &level)
        coder.flag("undo", &isUndo)
    }
}

/// `null` takes an assignee or a date away; what is not there stays.
extension InsightChange.Setting: JSONEncodable, JSONDecodable, JSONField where Value: JSONField {
    public func encode(to writer: inout JSONWriter) {
        if case .set(let value) = self { value.encode(to: &writer) } else { writer.null() }
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        self = try reader.null() ? .cleared : .set(Value(from: &reader))
    }
}

extension NewInsight: JSONRecord {
    public init(_: Blank) { self.init(id: .blank, message: .blank, kind: .action) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("id", &id)
        coder.required("message", &message)
        coder.required("kind", &kind)
        coder.optional("text", &text)
        coder.optional("assignee", &assignee)
        coder.optional("due", &due)
        coder.optional("zone", &zone)
        coder.unless(level == .medium, "level", &level)
    }
}

extension InsightSplit: JSONRecord {
    public init(_: Blank) { self.init(insight: .blank, id: .blank, text: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("insight", &insight)
        coder.required("id", &id)
        coder.required("text", &text)
        coder.optional("rest", &rest)
    }
}

extension InsightMerge: JSONRecord {
    public init(_: Blank) { self.init(insight: .blank, other: .blank) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("insight", &insight)
        coder.required("other", &other)
        coder.optional("text", &text)
    }
}

extension InsightFile: JSONRecord {
    public init(_: Blank) { self.init(name: "", type: "", text: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("name", &name)
        coder.present("type", &type)
        coder.present("text", &text)
    }
}

extension ZoneNotice: JSONRecord {
    public init(_: Blank) { self.init(zone: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("zone", &zone)
    }
}
