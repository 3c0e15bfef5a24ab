import Foundation
import NexusCore

/// The state of an extractor after some messages: everything that later ones can still change, and no more. Extraction
/// from it continues as if from the conversation's beginning.
public struct InsightCheckpoint: Hashable, Sendable {
    /// Messages taken.
    var count: Int
    /// Items that later messages can change, in the order in which they were found.
    var open: [Item]
    /// The last messages, for what the next ones answer.
    var context: TurnContext
    var proposals: [InsightExtractor.Proposal]
    var decisions: [InsightExtractor.Settled]

    /// Before the first message.
    public static let start = InsightCheckpoint(
        count: 0, open: [], context: TurnContext(), proposals: [], decisions: [])

    /// The messages whose items later ones can still change.
    public var sources: [MessageID] { open.map(\.item.source) }

    /// The messages that gave those items their dates.
    public var dateSources: [MessageID] {
        open.compactMap { $0.item.due == nil ? nil : $0.item.dueSource ?? $0.item.source }
    }

    struct Item: Hashable, Sendable {
        var item: ActionItem
        var number: Int
        var requester: UserID
        var isAccepted: Bool
        var stems: Set<String>
        var touched: Int
    }
}

extension InsightExtractor {
    /// Continues from a checkpoint. ``insights`` then has the items open at the checkpoint, before further messages.
    public init(members: [InsightMember], from checkpoint: InsightCheckpoint) {
        self.init(members: members)
        count = checkpoint.count
        context = checkpoint.context
        proposals = checkpoint.proposals
        decisions = checkpoint.decisions
        for entry in checkpoint.open {
            open.append(
                Tracked(
                    index: insights.count, number: entry.number, requester: entry.requester,
                    isAccepted: entry.isAccepted, stems: entry.stems, touched: entry.touched))
            insights.append(.actionItem(entry.item))
        }
    }

    /// The present state.
    public var checkpoint: InsightCheckpoint {
        InsightCheckpoint(
            count: count,
            open: open.compactMap { tracked in
                guard case .actionItem(let item) = insights[tracked.index] else { return nil }
                return InsightCheckpoint.Item(
                    item: item, number: tracked.number, requester: tracked.requester, isAccepted: tracked.isAccepted,
                    stems: tracked.stems, touched: tracked.touched)
            }, context: context, proposals: proposals, decisions: decisions)
    }
}

// MARK: As text

extension InsightCheckpoint {
    /// The checkpoint as text, for storage.
    public var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(StoredCheckpoint(self)) else { return "" }
        return String(decoding: data, as: UTF8.self)
    }

    /// A stored checkpoint; `nil` for an invalid text.
    public init?(text: String) {
        guard let stored = try? JSONDecoder().decode(StoredCheckpoint.self, from: Data(text.utf8)) else { return nil }
        count = stored.count
        open = stored.open.compactMap(\.item)
        context = TurnContext()
        let turns = stored.turns.compactMap(\.turn)
        for turn in turns { context.take(turn) }
        proposals = stored.proposals.compactMap(\.proposal)
        decisions = stored.decisions.compactMap(\.settled)
        guard open.count == stored.open.count, turns.count == stored.turns.count,
            proposals.count == stored.proposals.count, decisions.count == stored.decisions.count
        else { return nil }
    }
}

/// A checkpoint in basic types for the coder.
private struct StoredCheckpoint: Codable {
    var count: Int
    var open: [StoredItem]
    var turns: [StoredTurn]
    var proposals: [StoredProposal]
    var decisions: [StoredDecision]

    init(_ checkpoint: InsightCheckpoint) {
        count = checkpoint.count
        turns = checkpoint.context.turns.map(StoredTurn.init)
        proposals = checkpoint.proposals.map(StoredProposal.init)
        decisions = checkpoint.decisions.map(StoredDecision.init)
        open = checkpoint.open.map(StoredItem.init)
    }
}

private struct StoredItem: Codable {
    var source: String
    var task: String
    var borrowsFrom: String?
    var assignee: String?
    var due: String?
    var dueSource: String?
    var isUrgent: Bool
    var start: Int
    var length: Int
    var confidence: Double
    var events: [StoredEvent]
    var number: Int
    var requester: String
    var isAccepted: Bool
    var stems: [String]
    var touched: Int

    init(_ entry: InsightCheckpoint.Item) {
        source = entry.item.source.text
        task = entry.item.task
        borrowsFrom = entry.item.borrowsFrom?.text
        assignee = entry.item.assignee?.text
        due = entry.item.due?.iso8601
        dueSource = entry.item.dueSource?.text
        isUrgent = entry.item.isUrgent
        start = entry.item.span.start
        length = entry.item.span.length
        confidence = entry.item.confidence.value
        events = entry.item.events.map(StoredEvent.init)
        number = entry.number
        requester = entry.requester.text
        isAccepted = entry.isAccepted
        stems = entry.stems.sorted()
        touched = entry.touched
    }

    var item: InsightCheckpoint.Item? {
        guard let source = MessageID(source), let requester = UserID(requester) else { return nil }
        // Only open items are stored.
        return InsightCheckpoint.Item(
            item: ActionItem(
                source: source, task: task, assignee: assignee.flatMap(UserID.init(_:)),
                due: due.flatMap(DueDate.init(iso8601:)),
                dueSource: dueSource.flatMap(MessageID.init(_:)), isUrgent: isUrgent, state: .open,
                span: TextSpan(start: start, length: length), confidence: Confidence(confidence),
                events: events.compactMap(\.event), borrowsFrom: borrowsFrom.flatMap(MessageID.init(_:))),
            number: number, requester: requester, isAccepted: isAccepted, stems: Set(stems),
            touched: touched)
    }
}

private struct StoredEvent: Codable {
    var kind: String
    var message: String
    var person: String
    var due: String?
    var assignee: String?

    init(_ event: InsightEvent) {
        kind = event.kind.rawValue
        message = event.message.text
        person = event.person.text
        due = event.due?.iso8601
        assignee = event.assignee?.text
    }

    var event: InsightEvent? {
        guard let kind = InsightEvent.Kind(rawValue: kind), let message = MessageID(message),
            let person = UserID(person)
        else { return nil }
        return InsightEvent(
            kind, message, by: person, due: due.flatMap(DueDate.init(iso8601:)),
            assignee: assignee.flatMap(UserID.init(_:)))
    }
}
