/// On record: a message that replaces what an earlier one states, or a part of it.
public struct Replacement: Hashable, Sendable {
    /// What the later message says otherwise.
    public enum Part: Hashable, Sendable {
        case date, person, all
    }

    /// Places among the searched messages.
    public var earlier: Int
    public var later: Int
    public var part: Part

    public init(of earlier: Int, by later: Int, _ part: Part) {
        self.earlier = earlier
        self.later = later
        self.part = part
    }
}
