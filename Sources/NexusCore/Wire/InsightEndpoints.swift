/// The response of `Endpoints.insights`: open ones first, then by due date, then the newest.
public struct InsightPage: Equatable, Sendable {
    public var insights: [InsightRecord]
    /// For the next page; `nil` at the end.
    public var cursor: String?
    /// The number of open action items and deadlines, regardless of the filter; at most ``countLimit``.
    public var open: Int
    /// Whether the server is still processing older messages.
    public var isPartial: Bool

    /// Up to which open ones are counted.
    public static let countLimit = 1_000

    public init(insights: [InsightRecord], cursor: String? = nil, open: Int = 0, isPartial: Bool = false) {
        self.insights = insights
        self.cursor = cursor
        self.open = open
        self.isPartial = isPartial
    }
}

/// The response of `Endpoints.exportInsights`: a file.
public struct InsightFile: Equatable, Sendable {
    /// The forms there are.
    public enum Format: String, Equatable, Sendable, CaseIterable {
        /// Action items and deadlines as iCalendar (RFC 5545).
        case ics
        /// Insights of all kinds as a table (RFC 4180).
        case csv
    }

    public var name: String
    /// The media type.
    public var type: String
    public var text: String

    public init(name: String, type: String, text: String) {
        self.name = name
        self.type = type
        self.text = text
    }
}

extension Endpoints {
    /// Insights of the user's conversations: one by its `id`, or of one `conversation`, of the `kind`s and `state`s named (comma-separated
    /// lists), for an `assignee` (`me`, `none` or a user), after a `cursor`, at most `limit`.
    public static let insights = Endpoint<Nothing, InsightPage>(.get, "/v1/insights")
    /// Makes one of a message. Repeating it returns the first.
    public static let makeInsight = Endpoint<NewInsight, InsightRecord>(.post, "/v1/insights")
    /// Confirms, completes, dismisses, opens, edits or assigns one.
    public static let changeInsight = Endpoint<InsightChange, InsightRecord>(.patch, "/v1/insights/{id}")
    /// Makes a second one of a part of one. Repeating it returns the first.
    public static let splitInsight = Endpoint<InsightSplit, InsightRecord>(.post, "/v1/insights/split")
    /// Merges two of the same message and kind.
    public static let mergeInsights = Endpoint<InsightMerge, InsightRecord>(.post, "/v1/insights/merge")
    /// As ``changeInsight``, of the first of a kind that the message `id` has: for clients that know no identifiers.
    public static let updateInsight = Endpoint<InsightChange, InsightRecord>(
        .post, "/v1/insights/{id}/{kind}")
    /// The same as ``insights``, without pages, as a file of a `format`: `ics` or `csv`.
    public static let exportInsights = Endpoint<Nothing, InsightFile>(.get, "/v1/insights/export")
    /// Reports the user's time zone: `zone`, by its name in the tz database. One reported on the live socket (`?zone=`)
    /// need not be repeated here.
    public static let zone = Endpoint<ZoneNotice, Nothing>(.post, "/v1/zone")
}

/// The request of `Endpoints.zone`.
public struct ZoneNotice: Equatable, Sendable {
    /// A name in the tz database, such as `Europe/Berlin`.
    public var zone: String

    public init(zone: String) { self.zone = zone }
}
