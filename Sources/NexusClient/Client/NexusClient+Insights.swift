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

    public init(
        conversation: ConversationID? = nil, kinds: [InsightRecord.Kind] = [], states: [InsightRecord.State] = [],
        assignee: Assignee? = nil, message: MessageID? = nil
    ) {
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
            ("conversation", conversation?.text),
            ("message", message?.text),
            ("kind", kinds.isEmpty ? nil : kinds.map(\.rawValue).joined(separator: ",")),
            ("state", states.isEmpty ? nil : states.map(\.rawValue).joined(separator: ",")),
            ("assignee", whose),
        ]
    }
}

// Insights are the server's: reading and changing them needs a network, and nothing of it is queued.
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
        _ kind: InsightRecord.Kind, of message: MessageID, _ change: InsightChange
    ) async throws(ClientError) -> InsightRecord {
        var change = change
        if case .set = change.due, change.zone == nil { change.zone = TimeZone.current.identifier }
        return try await api().call(
            Endpoints.updateInsight, change, path: ["message": message.text, "kind": kind.rawValue])
    }

    /// Insights as a file for other programs.
    public func insightFile(
        _ filter: InsightFilter = InsightFilter(), as format: InsightFile.Format
    ) async throws(ClientError) -> InsightFile {
        try await api().call(
            Endpoints.exportInsights, Nothing(), query: filter.query + [("format", format.rawValue)])
    }
}
