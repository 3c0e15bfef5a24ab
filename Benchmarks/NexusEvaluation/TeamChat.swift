import Foundation
import NexusCore
import NexusIntelligence

/// A labelled set of team conversations (Fixtures/Insights/team-chat.json) for measuring the extraction.
public struct TeamChat: Decodable, Sendable {
    public struct Conversation: Decodable, Sendable {
        public var name: String
        /// The zone in which all of it is written.
        public var zone: String
        public var members: [String]
        /// Whether it is held out: unused while rules are written.
        public var heldOut: Bool?
        public var messages: [Message]
    }

    public struct Message: Decodable, Sendable {
        public var at: String
        public var from: String
        public var text: String
        public var labels: Labels?
    }

    /// The labels of a message. `accepts`, `completes`, `cancels` and `repeats` name items by their numbers in the
    /// conversation.
    public struct Labels: Decodable, Sendable {
        public struct Action: Decodable, Sendable {
            public var item: Int
            public var assignee: String?
            public var due: String?
        }

        public var action: Action?
        public var decision: Bool?
        public var deadline: String?
        public var high: Bool?
        public var accepts: [Int]?
        public var completes: [Int]?
        public var cancels: [Int]?
        public var repeats: [Int]?
    }

    public var conversations: [Conversation]

    /// - Throws: `DecodingError` for a file of another form.
    public init(json: Data) throws { self = try JSONDecoder().decode(TeamChat.self, from: json) }
}

/// The score of an extraction on labelled conversations, by kind.
public struct TeamChatScore: Sendable {
    public var actions = DetectionScore()
    public var decisions = DetectionScore()
    public var deadlines = DetectionScore()
    public var priorities = DetectionScore()
    /// Of the items found: how many have the assignee, the due date and the state of the labels.
    public var assignees = 0
    public var dues = 0
    public var states = 0
    /// Wrong and missed detections, for human readers.
    public var differences: [String] = []

    public init() {}

    /// All kinds together.
    public var all: DetectionScore { actions + decisions + deadlines + priorities }

    /// Takes a conversation in.
    public mutating func add(_ conversation: TeamChat.Conversation) {
        let zone = WritingZone(named: conversation.zone) ?? .utc
        var people: [String: UserID] = [:]
        for (index, name) in conversation.members.enumerated() { people[name] = UserID(high: 1, low: UInt64(index)) }
        var extractor = InsightExtractor(
            members: conversation.members.compactMap { name in people[name].map { InsightMember(id: $0, name: name) } })
        for (index, message) in conversation.messages.enumerated() {
            guard let sender = people[message.from], let time = Self.time(message.at) else { continue }
            extractor.take(
                InsightMessage(
                    id: MessageID(high: 2, low: UInt64(index)), sender: sender, text: message.text, writtenAt: time,
                    zone: zone))
        }
        var found = Found(extractor.insights)
        for (index, message) in conversation.messages.enumerated() {
            let labels = message.labels
            let line = "\(conversation.name) \(message.from): \(message.text)"
            func count(
                _ kind: String, _ path: WritableKeyPath<TeamChatScore, DetectionScore>, _ isFound: Bool,
                _ isLabelled: Bool
            ) {
                self[keyPath: path].count(found: isFound, labelled: isLabelled)
                if isFound != isLabelled { differences.append("\(isFound ? "+" : "-") \(kind) \(line)") }
            }
            let item = found.items.removeValue(forKey: index)
            count("action", \.actions, item != nil, labels?.action != nil)
            count("decision", \.decisions, found.decisions.contains(index), labels?.decision == true)
            // An item's due date is part of the item; whether it also counts as a deadline is not judged.
            if labels?.action?.due == nil || labels?.deadline != nil {
                count("deadline", \.deadlines, found.deadlines[index] != nil, labels?.deadline != nil)
            }
            count("priority", \.priorities, found.priorities.contains(index), labels?.high == true)
            if let item, let action = labels?.action { compare(item, action, conversation, people, line) }
        }
    }

    private mutating func compare(
        _ item: ActionItem, _ label: TeamChat.Labels.Action, _ conversation: TeamChat.Conversation,
        _ people: [String: UserID],
        _ line: String
    ) {
        let accepted = conversation.messages.first { $0.labels?.accepts?.contains(label.item) == true }
        let expected = (label.assignee ?? accepted?.from).flatMap { people[$0] }
        let isRight = item.assignee == expected
        assignees += isRight ? 1 : 0
        if !isRight { differences.append("~ assignee \(line)") }
        // An acceptance may add the missing date of the request.
        let isDue = item.due?.iso8601 == label.due || label.due == nil && accepted != nil
        dues += isDue ? 1 : 0
        if !isDue { differences.append("~ due \(item.due?.iso8601 ?? "none") \(line)") }
        let isDone = conversation.messages.contains { $0.labels?.completes?.contains(label.item) == true }
        let isCancelled = conversation.messages.contains { $0.labels?.cancels?.contains(label.item) == true }
        let stands: Bool
        switch item.state {
        case .open: stands = !isDone && !isCancelled
        case .saidDone: stands = isDone
        case .cancelled: stands = isCancelled
        }
        states += stands ? 1 : 0
        if !stands { differences.append("~ state \(item.state) \(line)") }
    }

    /// Detections, by the index of their message.
    private struct Found {
        var items: [Int: ActionItem] = [:]
        var decisions: Set<Int> = []
        var deadlines: [Int: DueDate] = [:]
        var priorities: Set<Int> = []

        init(_ insights: [Insight]) {
            for insight in insights {
                let place = Int(insight.source.low)
                switch insight {
                case .actionItem(let item): items[place] = item
                case .decision: decisions.insert(place)
                case .deadline(let deadline): deadlines[place] = deadline.due
                case .priority: priorities.insert(place)
                }
            }
        }
    }

    private static func time(_ text: String) -> Timestamp? {
        guard let date = try? Date(text, strategy: .iso8601) else { return nil }
        return Timestamp(milliseconds: Int64(date.timeIntervalSince1970 * 1_000))
    }
}
