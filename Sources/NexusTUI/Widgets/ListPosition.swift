/// The chosen row of a list, and the first one that is visible.
struct ListPosition: Equatable, Sendable {
    var chosen = 0
    var top = 0

    /// Keeps the chosen row in the list, and in the visible part.
    mutating func settle(count: Int, height: Int) {
        chosen = min(max(0, chosen), max(0, count - 1))
        top = min(top, max(0, count - height))
        if chosen < top { top = chosen }
        if height > 0, chosen >= top + height { top = chosen - height + 1 }
        top = max(0, top)
    }

    mutating func move(by step: Int, count: Int) { chosen = min(max(0, chosen + step), max(0, count - 1)) }
}

/// What a key means in a list: the arrows, and the keys of vi.
enum ListMove: Equatable, Sendable {
    case by(Int)
    /// Half of what is visible, down or up.
    case half(Int)
    case first
    case last

    /// - Parameter isTyping: whether letters are typed into a field, so that arrows alone move.
    init?(_ key: Key, isTyping: Bool = false) {
        switch (key.code, key.modifiers) {
        case (.down, []), (.character("n"), .control): self = .by(1)
        case (.up, []), (.character("p"), .control): self = .by(-1)
        case (.pageDown, _): self = .half(2)
        case (.pageUp, _): self = .half(-2)
        case (.character("j"), []) where !isTyping: self = .by(1)
        case (.character("k"), []) where !isTyping: self = .by(-1)
        case (.character("d"), .control) where !isTyping: self = .half(1)
        case (.character("u"), .control) where !isTyping: self = .half(-1)
        case (.home, _) where !isTyping, (.character("g"), []) where !isTyping: self = .first
        case (.end, _) where !isTyping, (.character("G"), _) where !isTyping: self = .last
        default: return nil
        }
    }

    /// The row after the move.
    func target(from row: Int, count: Int, height: Int) -> Int {
        let wanted =
            switch self {
            case .by(let step): row + step
            case .half(let halves): row + halves * max(1, height / 2)
            case .first: 0
            case .last: count - 1
            }
        return min(max(0, wanted), max(0, count - 1))
    }
}
