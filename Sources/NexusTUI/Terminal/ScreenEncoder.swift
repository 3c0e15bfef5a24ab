/// Writes the difference of two screens as control sequences.
struct ScreenEncoder: Sendable {
    var depth: ColourDepth

    /// The bytes that turn `before` into `after`; `before` is `nil` if the terminal shows nothing known.
    func encode(_ after: CellGrid, over before: CellGrid?) -> [UInt8] {
        let before = before?.size == after.size ? before : nil
        var pen = Pen(depth: depth)
        if before == nil { pen.text += "\u{1B}[0m\u{1B}[2J" }
        let columns = after.size.columns
        for y in 0..<after.size.rows {
            if let before,
                before.cells[(y * columns)..<((y + 1) * columns)] == after.cells[(y * columns)..<((y + 1) * columns)]
            {
                continue
            }
            var x = 0
            while x < columns {
                let cell = after[x, y]
                let width = max(1, cell.width)
                if !isSame(after, before, x, y, width) { pen.draw(cell, x, y, isFresh: before == nil) }
                x += width
            }
        }
        guard !pen.text.isEmpty || after.cursor != before?.cursor || before == nil else { return [] }
        var text = "\u{1B}[?2026h\u{1B}[?25l" + pen.text + "\u{1B}[0m"
        if let cursor = after.cursor { text += "\u{1B}[\(cursor.y + 1);\(cursor.x + 1)H\u{1B}[?25h" }
        return Array((text + "\u{1B}[?2026l").utf8)
    }

    private func isSame(_ after: CellGrid, _ before: CellGrid?, _ x: Int, _ y: Int, _ width: Int) -> Bool {
        guard let before else { return after[x, y] == .blank }
        for column in x..<(x + width) where after[column, y] != before[column, y] { return false }
        return true
    }

    /// Writes cells, and knows where the cursor is and how it writes.
    private struct Pen {
        let depth: ColourDepth
        var text = ""
        private var x = -1
        private var y = -1
        private var style: CellStyle?

        init(depth: ColourDepth) { self.depth = depth }

        mutating func draw(_ cell: Cell, _ atX: Int, _ atY: Int, isFresh: Bool) {
            guard !cell.isRest else { return }
            move(atX, atY)
            if style != cell.style {
                text += "\u{1B}[\(cell.style.parameters(depth))m"
                style = cell.style
            }
            if !cell.isCertain {
                // Blank first: a terminal that takes fewer cells for it leaves nothing of before behind.
                text += String(repeating: " ", count: cell.width)
                x += cell.width
                move(atX, atY)
            }
            text += cell.text
            x += cell.width
            // A terminal may take another number of cells for it.
            if !cell.isCertain { x = -1 }
        }

        private mutating func move(_ toX: Int, _ toY: Int) {
            guard x != toX || y != toY else { return }
            text += "\u{1B}[\(toY + 1);\(toX + 1)H"
            (x, y) = (toX, toY)
        }
    }
}
