/// What a member does to the insights of a conversation, in one operation.
public enum InsightMutation: Equatable, Sendable {
    /// Confirms, completes, dismisses, reopens, edits or assigns one.
    case change(InsightID, InsightChange)
    /// Makes one of a message.
    case make(NewInsight)
    /// Makes a second one of a part of one.
    case split(InsightSplit)
    /// Merges two of the same message and kind.
    case merge(InsightMerge)

    /// The insights that it changes, makes or removes.
    public var insights: [InsightID] {
        switch self {
        case .change(let id, _): [id]
        case .make(let new): [new.id]
        case .split(let split): [split.insight, split.id]
        case .merge(let merge): [merge.insight, merge.other]
        }
    }
}
