import NexusCore
import NexusIntelligence

/// How well the questions of chat files are answered, without a language model.
public struct AnswerScore: Sendable {
    /// A share of cases.
    public struct Share: Equatable, Sendable {
        public var hits = 0
        public var count = 0
        /// 0 if there are no cases.
        public var percent: Double { count == 0 ? 0 : 100 * Double(hits) / Double(count) }

        public init(hits: Int = 0, count: Int = 0) {
            self.hits = hits
            self.count = count
        }

        mutating func add(_ isHit: Bool) {
            count += 1
            if isHit { hits += 1 }
        }
    }

    /// Questions about messages: a right source among the first three. A question left unanswered has none.
    public var rightSource = Share()
    /// Questions for records: a right one among the first three.
    public var rightRecords = Share()
    /// Questions about messages and for records that are left unanswered.
    public var falseAbstention = Share()
    /// Questions without an answer that are left unanswered.
    public var abstention = Share()
    /// The same, of questions that another conversation answers.
    public var foreignAbstention = Share()
    /// ``rightSource``, ``falseAbstention`` and ``abstention`` of a reader of all conversations.
    public var wideSource = Share()
    public var wideFalseAbstention = Share()
    public var wideAbstention = Share()
    /// ``rightSource``, ``falseAbstention`` and ``foreignAbstention`` where a conversation has only a few messages.
    public var fewSource = Share()
    public var fewFalseAbstention = Share()
    public var fewForeignAbstention = Share()
    /// The prompts of the interface that are answered rightly: at least half of the first three sources are right, and there are
    /// none if there is nothing to list.
    public var prompts = Share()
    /// What matters, by the labels, that is among the first ten points of a catch-up.
    public var catchUp = Share()
    /// Standing decisions and open actions, by the labels, that a summary has.
    public var summaryDecisions = Share()
    public var summaryActions = Share()
    /// Wrong answers, for human readers.
    public var differences: [String] = []

    public init() {}

    /// The interface's prompts for lists of records, and the list of labels that each asks for.
    static let prompts = [
        ("Extract action items", "allActions"), ("What decisions were made?", "decisions"),
        ("Any deadlines?", "deadlines"), ("What did we decide this week?", "decisions"),
        ("Who is waiting for something from me?", "waiting"), ("When is the next deadline?", "deadline"),
    ]
}
