import Foundation
import NexusCore

/// A filter for insights. Empty lists match all.
public struct InsightFilter: Equatable, Sendable {
    /// Whose items.
    public enum Assignee: Equatable, Sendable {
        case me
        case nobody
        case user(UserID)
    }

    public var conversation: ConversationID?
    public var kinds: [InsightRecord.Kind]
    public var states: [InsightRecord.State]
    public var assignee: Assignee?
    /// The message in which they were found.
    public var message: MessageID?
    /// The one of this identifier.
    public var id: InsightID?

    public init(
        conversation: ConversationID? = nil, kinds: [InsightRecord.Kind] = [], states: [InsightRecord.State] = [],
        assignee: Assignee? = nil, message: MessageID? = nil, id: InsightID? = nil
    ) {
        self.id = id
        self.message = message
        self.conversation = conversation
        self.kinds = kinds
        self.states = states
        self.assignee = assignee
    }

    /// The query of the endpoints.
    var query: [(name: String, value: String?)] {
        let whose: String? =
            switch assignee {
            case .me: "me"
            case .nobody: "none"
            case .user(let user): user.text
            case nil: nil
            }
        return [
            ("id", id?.text),
            ("conversation", conversation?.text),
            ("message", message?.text),
            ("kind", kinds.isEmpty ? nil : kinds.map(\.rawValue).joined(separator: ",")),
            ("state", states.isEmpty ? nil : states.map(\.rawValue).joined(separator: ",")),
            ("assignee", whose),
        ]
    }
}

extension NexusClient {
    /// The insights on this device: the first `InsightRows.limit` of each conversation, with pending changes. Works
    /// offline.
    public func insightListing(_ filter: InsightFilter = InsightFilter()) async throws(ClientError) -> InsightListing {
        var listing = try await engine().insights(matching: filter.selection)
        let store = try openStore()
        // The server has not told of the source of an insight that the user has just made.
        for place in listing.rows.indices where listing.rows[place].record.seq == 0 {
            guard let message = try store.message(listing.rows[place].record.source) else { continue }
            listing.rows[place].record.take(message, from: try await engine())
        }
        return listing
    }

    /// Changes, makes, splits or merges insights of a conversation, for all members. Works offline: shown at once and
    /// queued. A date is read in this device's zone.
    ///
    /// - Throws: ``ClientError/refused(_:)`` for texts that no server would take, and while connected to a server that is
    ///   older than such operations.
    @discardableResult
    public func queue(
        _ mutation: InsightMutation, in conversation: ConversationID
    ) async throws(ClientError) -> OperationID {
        var mutation = mutation
        switch mutation {
        case .change(let id, let change): mutation = .change(id, change.inThisZone)
        case .make(var new):
            if new.due != nil, new.zone == nil { new.zone = TimeZone.current.identifier }
            mutation = .make(new)
        case .split, .merge: break
        }
        return try await perform(.insight(conversation, mutation))
    }
}

// The server's answers at once: these need a network, and nothing of it is queued.
extension NexusClient {
    /// Action items, decisions, deadlines and priorities in the user's conversations: open ones first, then by due
    /// date, then newest first.
    ///
    /// - Parameter cursor: that of the previous page.
    /// - Throws: as all of these: ``ClientError/offline(_:)``, ``ClientError/refused(_:)``.
    public func insights(
        _ filter: InsightFilter = InsightFilter(), cursor: String? = nil, limit: Int = 50
    ) async throws(ClientError) -> InsightPage {
        try await api().call(
            Endpoints.insights, Nothing(),
            query: filter.query + [("cursor", cursor), ("limit", "\(min(max(limit, 1), 200))")])
    }

    /// Confirms, completes, dismisses, opens, edits or assigns an insight, for all members. A date is read in this device's zone.
    @discardableResult
    public func update(
        _ insight: InsightRecord, _ change: InsightChange
    ) async throws(ClientError) -> InsightRecord {
        guard let id = insight.id else { return try await update(insight.kind, of: insight.source, change) }
        return try await api().call(
            Endpoints.changeInsight, change.inThisZone, path: ["id": id.text])
    }

    /// As ``update(_:_:)``, for the first of a kind that a message has.
    @discardableResult
    public func update(
        _ kind: InsightRecord.Kind, of message: MessageID, _ change: InsightChange
    ) async throws(ClientError) -> InsightRecord {
        try await api().call(
            Endpoints.updateInsight, change.inThisZone, path: ["id": message.text, "kind": kind.rawValue])
    }

    /// Makes a message an action item, a decision or a deadline, for all members. A date is read in this device's zone.
    ///
    /// - Parameter new: with an identifier of the caller's, so that a repeated call makes no second one.
    @discardableResult
    public func make(_ new: NewInsight) async throws(ClientError) -> InsightRecord {
        var new = new
        if new.due != nil, new.zone == nil { new.zone = TimeZone.current.identifier }
        return try await api().call(Endpoints.makeInsight, new)
    }

    /// Makes a second insight of a part of one. Returns the new one.
    @discardableResult
    public func split(_ split: InsightSplit) async throws(ClientError) -> InsightRecord {
        try await api().call(Endpoints.splitInsight, split)
    }

    /// Merges two insights of the same message and kind. Returns the one that stays.
    @discardableResult
    public func merge(_ merge: InsightMerge) async throws(ClientError) -> InsightRecord {
        try await api().call(Endpoints.mergeInsights, merge)
    }

    /// Insights as a file for other programs.
    public func insightFile(
        _ filter: InsightFilter = InsightFilter(), as format: InsightFile.Format
    ) async throws(ClientError) -> InsightFile {
        try await api().call(
            Endpoints.exportInsights, Nothing(), query: filter.query + [("format", format.rawValue)])
    }
}

extension InsightChange {
    /// The same, with a date in this device's zone.
    fileprivate var inThisZone: InsightChange {
        var change = self
        if case .set = change.due, change.zone == nil { change.zone = TimeZone.current.identifier }
        return change
    }
}

extension InsightFilter {
    /// The same for the insights on this device.
    fileprivate var selection: InsightSelection {
        let whose: InsightSelection.Assignee? =
            switch assignee {
            case .me: .me
            case .nobody: .nobody
            case .user(let user): .user(user)
            case nil: nil
            }
        return InsightSelection(
            conversation: conversation, message: message, id: id, kinds: kinds, states: states, assignee: whose)
    }
}

extension InsightRecord {
    /// Takes what its source tells.
    fileprivate mutating func take(_ message: Message, from engine: SyncEngine) {
        let name = engine.conversations[conversation]?.member(message.sender)?.name ?? ""
        seq = message.seq
        sender = Person(id: message.sender, name: name)
        writtenAt = message.writtenAt
        let line = message.text.split(whereSeparator: \.isNewline).joined(separator: " ")
        excerpt =
            line.count <= InsightRecord.excerptLimit ? line : String(line.prefix(InsightRecord.excerptLimit - 1)) + "…"
        if text.isEmpty { text = excerpt }
    }
}
