/// A text that is being written, of one line or several, with its cursor.
struct TextEditor: Equatable, Sendable {
    private(set) var text = ""
    /// Clusters before the cursor.
    private(set) var position = 0

    init() {}

    init(_ text: String) {
        self.text = text
        position = text.count
    }

    var isEmpty: Bool { text.isEmpty }
    /// The text before the cursor.
    var before: Substring { text.prefix(position) }
    /// The text after the cursor.
    var after: Substring { text.dropFirst(position) }

    mutating func insert(_ more: String) {
        let head = String(before) + more
        text = head + String(after)
        position = head.count
    }

    /// Inserts two marks, and puts the cursor between them.
    mutating func insert(around mark: String) {
        insert(mark + mark)
        position -= mark.count
    }

    /// Replaces so many clusters before the cursor.
    mutating func replace(last count: Int, with more: String) {
        let head = String(before.dropLast(count)) + more
        text = head + String(after)
        position = head.count
    }

    mutating func deleteBackward() { cut(max(0, position - 1)..<position) }
    mutating func deleteForward() { cut(position..<min(position + 1, text.count)) }
    mutating func deleteWord() { cut(wordStart..<position) }
    mutating func deleteToLineStart() { cut(lineStart..<position) }

    mutating func moveLeft() { position = max(0, position - 1) }
    mutating func moveRight() { position = min(text.count, position + 1) }
    mutating func moveWordLeft() { position = wordStart }

    mutating func moveWordRight() {
        var seen = false
        for cluster in after {
            let isWord = cluster.isLetter || cluster.isNumber
            if seen, !isWord { break }
            seen = seen || isWord
            position += 1
        }
    }

    mutating func moveToLineStart() { position = lineStart }
    mutating func moveToLineEnd() { position += after.prefix { !$0.isNewline }.count }

    /// Moves to the same column of the line above; false on the first line.
    mutating func moveUp() -> Bool {
        let start = lineStart
        guard start > 0 else { return false }
        let column = position - start
        position = start - 1
        let above = lineStart
        position = min(above + column, start - 1)
        return true
    }

    /// Moves to the same column of the line below; false on the last line.
    mutating func moveDown() -> Bool {
        let column = position - lineStart
        let rest = after.prefix { !$0.isNewline }.count
        guard position + rest < text.count else { return false }
        let start = position + rest + 1
        position = start
        position = min(start + column, start + after.prefix { !$0.isNewline }.count)
        return true
    }

    private var lineStart: Int { position - before.reversed().prefix { !$0.isNewline }.count }

    private var wordStart: Int {
        let reversed = before.reversed()
        let spaces = reversed.prefix { !($0.isLetter || $0.isNumber) }.count
        return position - spaces - reversed.dropFirst(spaces).prefix { $0.isLetter || $0.isNumber }.count
    }

    private mutating func cut(_ range: Range<Int>) {
        let head = String(text.prefix(range.lowerBound))
        text = head + String(text.dropFirst(range.upperBound))
        position = head.count
    }

    /// The lines in so many cells, and where the cursor is in them.
    func lines(width: Int) -> (lines: [[Cell]], cursor: CellGrid.Position) {
        var lines: [[Cell]] = [[]]
        var cursor = CellGrid.Position(x: 0, y: 0)
        var taken = 0
        for (index, cluster) in text.enumerated() {
            if index == position { cursor = .init(x: taken, y: lines.count - 1) }
            if cluster.isNewline {
                lines.append([])
                taken = 0
                continue
            }
            for cell in Cell.of(String(cluster)) {
                if taken + cell.width >= width, taken > 0 {
                    lines.append([])
                    taken = 0
                    if index == position { cursor = .init(x: 0, y: lines.count - 1) }
                }
                lines[lines.count - 1].append(cell)
                taken += cell.width
            }
        }
        if position == text.count { cursor = .init(x: taken, y: lines.count - 1) }
        return (lines, cursor)
    }
}

extension TextEditor {
    /// Takes a key that edits; false if it is none.
    ///
    /// - Parameter isMultiline: whether the arrows move between lines.
    mutating func take(_ key: Key, isMultiline: Bool = false) -> Bool {
        if let typed = key.typed {
            insert(String(typed))
            return true
        }
        switch (key.code, key.modifiers) {
        case (.backspace, []), (.backspace, .shift), (.character("h"), .control): deleteBackward()
        case (.backspace, .alt), (.backspace, .control), (.character("w"), .control): deleteWord()
        case (.delete, _): deleteForward()
        case (.left, []): moveLeft()
        case (.right, []): moveRight()
        case (.left, .control), (.left, .alt), (.character("b"), .alt): moveWordLeft()
        case (.right, .control), (.right, .alt), (.character("f"), .alt): moveWordRight()
        case (.home, _), (.character("a"), .control): moveToLineStart()
        case (.end, _): moveToLineEnd()
        case (.character("u"), .control): deleteToLineStart()
        case (.up, []) where isMultiline: return moveUp()
        case (.down, []) where isMultiline: return moveDown()
        default: return false
        }
        return true
    }
}
