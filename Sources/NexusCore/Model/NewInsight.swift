/// An insight that a member makes of a message.
public struct NewInsight: Equatable, Sendable {
    /// Made by the client.
    public var id: InsightID
    public var message: MessageID
    /// `action`, `decision` or `deadline`.
    public var kind: InsightRecord.Kind
    /// Its words; `nil` for the beginning of the message.
    public var text: String?
    /// A member of the conversation.
    public var assignee: UserID?
    /// ISO 8601-1, as ``InsightRecord/Due/text``.
    public var due: String?
    /// The zone of `due`, by its name in the tz database; without one the asker's.
    public var zone: String?
    public var level: InsightRecord.Level

    public init(
        id: InsightID, message: MessageID, kind: InsightRecord.Kind, text: String? = nil, assignee: UserID? = nil,
        due: String? = nil, zone: String? = nil, level: InsightRecord.Level = .medium
    ) {
        self.id = id
        self.message = message
        self.kind = kind
        self.text = text
        self.assignee = assignee
        self.due = due
        self.zone = zone
        self.level = level
    }
}

/// A part of an insight that becomes one of its own, with the same person, date and level.
public struct InsightSplit: Equatable, Sendable {
    /// The one that is split.
    public var insight: InsightID
    /// The new one, made by the client.
    public var id: InsightID
    /// The words of the new one.
    public var text: String
    /// The words that the first one keeps; `nil` for all.
    public var rest: String?

    public init(insight: InsightID, id: InsightID, text: String, rest: String? = nil) {
        self.insight = insight
        self.id = id
        self.text = text
        self.rest = rest
    }
}

/// Two insights of the same message and kind that are one.
public struct InsightMerge: Equatable, Sendable {
    /// The one that stays, with the events of both; it takes the other's person and date where it has none.
    public var insight: InsightID
    /// The one that goes.
    public var other: InsightID
    /// The words for both; `nil` for those of the one that stays.
    public var text: String?

    public init(insight: InsightID, other: InsightID, text: String? = nil) {
        self.insight = insight
        self.other = other
        self.text = text
    }
}
