import NexusClient
import NexusCore

/// The visible part of the timeline, and the chosen message.
struct TimelinePosition: Equatable, Sendable {
    enum Anchor: Equatable, Sendable {
        /// The newest line is at the bottom, and stays there as messages arrive.
        case bottom
        /// This line of this row is at the top, and stays there whatever is added before and after.
        case top(ChatRow.ID, line: Int)
    }

    var anchor = Anchor.bottom
    var chosen: MessageID?

    /// The first visible line, counted from the top of all.
    func start(in blocks: [TimelineBlock], height: Int) -> Int {
        let end = max(0, blocks.lineCount - height)
        guard case .top(let key, let line) = anchor, let first = blocks.firstLine(of: key) else { return end }
        return min(max(0, first + line), end)
    }

    /// Scrolls by lines; down if positive. Returns whether the edge in that direction is reached.
    mutating func scroll(by lines: Int, in blocks: [TimelineBlock], height: Int) -> Bool {
        let end = max(0, blocks.lineCount - height)
        let wanted = start(in: blocks, height: height) + lines
        place(at: wanted, in: blocks, height: height)
        return lines < 0 ? wanted <= 0 : wanted >= end
    }

    /// Puts a line at the top, or the newest at the bottom if nothing lies below.
    mutating func place(at line: Int, in blocks: [TimelineBlock], height: Int) {
        guard line < max(0, blocks.lineCount - height) else {
            anchor = .bottom
            return
        }
        var first = 0
        for block in blocks {
            if max(0, line) < first + block.lines.count {
                anchor = .top(block.key, line: max(0, line) - first)
                return
            }
            first += block.lines.count
        }
        anchor = .bottom
    }

    /// Scrolls as little as it takes to show a row completely, or its beginning if it is too high.
    mutating func show(_ key: ChatRow.ID, in blocks: [TimelineBlock], height: Int) {
        guard let first = blocks.firstLine(of: key), let block = blocks.first(where: { $0.key == key }) else { return }
        let start = start(in: blocks, height: height)
        let end = first + block.lines.count
        if first < start {
            place(at: first, in: blocks, height: height)
        } else if end > start + height {
            place(at: min(first, end - height), in: blocks, height: height)
        }
    }

    /// Follows the newest message again once it is visible.
    mutating func settle(in blocks: [TimelineBlock], height: Int) {
        if start(in: blocks, height: height) >= blocks.lineCount - height { anchor = .bottom }
    }

    /// Puts a row in the middle.
    mutating func centre(_ key: ChatRow.ID, in blocks: [TimelineBlock], height: Int) {
        guard let first = blocks.firstLine(of: key) else { return }
        place(at: max(0, first - height / 3), in: blocks, height: height)
    }

    /// The rows of which something is visible.
    func visible(in blocks: [TimelineBlock], height: Int) -> [TimelineBlock] {
        let start = start(in: blocks, height: height)
        var first = 0
        return blocks.filter { block in
            defer { first += block.lines.count }
            return first < start + height && first + block.lines.count > start
        }
    }

    /// The rows whose end is visible.
    func seen(in blocks: [TimelineBlock], height: Int) -> Set<ChatRow.ID> {
        let start = start(in: blocks, height: height)
        var end = 0
        var seen: Set<ChatRow.ID> = []
        for block in blocks {
            end += block.lines.count
            if end > start, end <= start + height { seen.insert(block.key) }
        }
        return seen
    }
}

extension [TimelineBlock] {
    var lineCount: Int { reduce(0) { $0 + $1.lines.count } }

    /// The number of lines before a row; `nil` if it is not among them.
    func firstLine(of key: ChatRow.ID) -> Int? {
        var first = 0
        for block in self {
            if block.key == key { return first }
            first += block.lines.count
        }
        return nil
    }
}
