/// A position or an extent on the screen, in cells; the top left corner is (0, 0).
struct Rectangle: Equatable, Sendable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    var right: Int { x + width }
    var bottom: Int { y + height }
    var isEmpty: Bool { width <= 0 || height <= 0 }

    func holds(x: Int, y: Int) -> Bool { x >= self.x && x < right && y >= self.y && y < bottom }

    /// The same without so many rows and columns at its edges.
    func inset(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) -> Rectangle {
        Rectangle(
            x: x + left, y: y + top, width: max(0, width - left - right), height: max(0, height - top - bottom))
    }

    /// The middle part of that size, as much of it as there is.
    func centred(width wanted: Int, height wantedHeight: Int) -> Rectangle {
        let (w, h) = (min(max(wanted, 0), width), min(max(wantedHeight, 0), height))
        return Rectangle(x: x + (width - w) / 2, y: y + (height - h) / 2, width: w, height: h)
    }
}

/// The extent of a terminal in cells.
struct GridSize: Equatable, Sendable {
    var columns: Int
    var rows: Int

    /// More than any display: a wrong size must not take all memory.
    static let limit = 1_000

    init(columns: Int, rows: Int) {
        self.columns = min(max(columns, 1), GridSize.limit)
        self.rows = min(max(rows, 1), GridSize.limit)
    }

    var rectangle: Rectangle { Rectangle(x: 0, y: 0, width: columns, height: rows) }
}

/// A screen as a value: styled cells, and where the cursor is. Drawing beyond an edge is cut.
struct CellGrid: Equatable, Sendable {
    struct Position: Equatable, Sendable {
        var x: Int
        var y: Int
    }

    let size: GridSize
    private(set) var cells: [Cell]
    /// Where the cursor blinks; `nil` if it is hidden.
    var cursor: Position?

    init(_ size: GridSize) {
        self.size = size
        cells = [Cell](repeating: .blank, count: size.columns * size.rows)
    }

    subscript(x: Int, y: Int) -> Cell {
        guard x >= 0, y >= 0, x < size.columns, y < size.rows else { return .blank }
        return cells[y * size.columns + x]
    }

    /// Writes a line from a position on; what does not fit before `limit` is cut. A wide cluster at the edge is left out.
    mutating func write(_ line: [Cell], x: Int, y: Int, limit: Int? = nil) {
        let end = min(limit ?? size.columns, size.columns)
        guard y >= 0, y < size.rows else { return }
        var x = x
        for cell in line {
            if x + cell.width > end { break }
            if x >= 0 { put(cell, x, y) }
            x += cell.width
        }
    }

    /// Writes a text in one style.
    mutating func write(_ text: String, x: Int, y: Int, _ style: CellStyle = .plain, limit: Int? = nil) {
        write(Cell.of(text, style), x: x, y: y, limit: limit)
    }

    /// Fills a rectangle with spaces in a style.
    mutating func fill(_ area: Rectangle, _ style: CellStyle = .plain) {
        for y in max(0, area.y)..<max(0, min(area.bottom, size.rows), area.y) {
            for x in max(0, area.x)..<max(0, min(area.right, size.columns), area.x) { put(.space(style), x, y) }
        }
    }

    /// Changes the styles in a rectangle.
    mutating func restyle(_ area: Rectangle, _ change: (CellStyle) -> CellStyle) {
        for y in max(0, area.y)..<max(0, min(area.bottom, size.rows), area.y) {
            for x in max(0, area.x)..<max(0, min(area.right, size.columns), area.x) {
                cells[y * size.columns + x].style = change(cells[y * size.columns + x].style)
            }
        }
    }

    /// A row as text, for tests.
    func text(row: Int) -> String {
        guard row >= 0, row < size.rows else { return "" }
        return cells[(row * size.columns)..<((row + 1) * size.columns)].map(\.text).joined()
    }

    private mutating func put(_ cell: Cell, _ x: Int, _ y: Int) {
        clear(x, y)
        for offset in 1..<max(cell.width, 1) { clear(x + offset, y) }
        let at = y * size.columns + x
        cells[at] = cell
        for offset in 1..<max(cell.width, 1) where x + offset < size.columns { cells[at + offset] = .rest(cell.style) }
    }

    /// Blanks the whole cluster that covers a cell, since a part of it cannot stay.
    private mutating func clear(_ x: Int, _ y: Int) {
        guard x < size.columns else { return }
        var start = x
        while start > 0, cells[y * size.columns + start].isRest { start -= 1 }
        let width = cells[y * size.columns + start].width
        guard width > 1 else { return }
        for column in start..<min(start + width, size.columns) {
            cells[y * size.columns + column] = .space(cells[y * size.columns + column].style)
        }
    }
}
