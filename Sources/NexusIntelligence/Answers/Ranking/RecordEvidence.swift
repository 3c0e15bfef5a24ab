/// What is on record of a message, as far as it tells whether the message answers a question.
public struct RecordEvidence: OptionSet, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let decision = RecordEvidence(rawValue: 1)
    /// A date, of a deadline or a task.
    public static let deadline = RecordEvidence(rawValue: 2)
    public static let task = RecordEvidence(rawValue: 4)
    /// It reports that a task is done.
    public static let report = RecordEvidence(rawValue: 8)

    public init(_ record: AnswerRecord) {
        switch record.kind {
        case .decision: self = .decision
        case .deadline: self = .deadline
        case .task: self = record.due == nil ? .task : [.task, .deadline]
        case .urgent: self = []
        }
    }
}
