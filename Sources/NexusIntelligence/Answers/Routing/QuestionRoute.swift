/// Where the answer to a question is: in the records, in a summary, or in the messages.
public struct QuestionRoute: Equatable, Sendable {
    public enum Target: String, Equatable, Sendable, CaseIterable {
        /// The messages that answer it, by words and meaning.
        case messages
        /// A summary of a conversation.
        case summary
        /// What is new and matters to the asker.
        case catchUp
        case decisions
        /// Action items: open ones, then completed ones.
        case tasks
        /// All dates, upcoming ones first.
        case deadlines
        /// The first date from now on.
        case nextDeadline
        case urgent
        /// What was moved, replaced, reassigned or cancelled.
        case changes
    }

    /// A side of a task.
    public enum Party: Equatable, Sendable {
        case asker
        /// Everyone but the asker.
        case others
        /// Nobody: the task has no assignee.
        case nobody
        /// An index in the router's members.
        case member(Int)
    }

    public var target: Target
    /// The assignee of the tasks; nil for all.
    public var assignee: Party?
    /// The person who asked for the tasks; nil for all.
    public var requester: Party?
    /// The members whom the question names, as indices in the router's members.
    public var members: [Int] = []
    /// The conversation that the question names, as an index in the router's titles.
    public var place: Int?
    /// The days that the question names: of messages and decisions those of writing, of tasks and deadlines those due.
    public var days: ClosedRange<CivilDay>?
    /// Records of this kind that fit the question come before other messages, if `target` is ``Target/messages``.
    public var preferred: Target?

    public init(_ target: Target) { self.target = target }
}
