/// A change of the rows on a screen: at `at`, `remove` rows are removed and `rows` inserted. Splices are applied in
/// order.
public struct RowSplice: Equatable, Sendable {
    public var at: Int
    public var remove: Int
    public var rows: [TimelineRow]

    public init(at: Int, remove: Int, rows: [TimelineRow]) {
        self.at = at
        self.remove = remove
        self.rows = rows
    }

    /// The splice between two lists at `at`, without their common prefix and suffix; `nil` if they are equal.
    init?(from old: [TimelineRow], to new: [TimelineRow], at: Int) {
        let shorter = min(old.count, new.count)
        var head = 0
        while head < shorter, old[head] == new[head] { head += 1 }
        if head == old.count, head == new.count { return nil }
        var tail = 0
        while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
        self.at = at + head
        remove = old.count - head - tail
        rows = Array(new[head..<(new.count - tail)])
    }
}

extension [TimelineRow] {
    /// The rows after a change.
    public mutating func apply(_ splice: RowSplice) {
        replaceSubrange(splice.at..<(splice.at + splice.remove), with: splice.rows)
    }
}
