/// A screen while it is drawn: the cells, what a click in them means, and the colours.
struct Frame {
    /// A part of the screen that takes clicks.
    struct Target: Equatable {
        var area: Rectangle
        var click: Click
    }

    var grid: CellGrid
    private(set) var targets: [Target] = []
    let theme: Theme

    init(_ size: GridSize, theme: Theme) {
        grid = CellGrid(size)
        self.theme = theme
    }

    mutating func take(_ click: Click, in area: Rectangle) { targets.append(Target(area: area, click: click)) }

    /// What a click at a cell means: the part drawn last counts.
    func click(x: Int, y: Int) -> Click? { targets.last { $0.area.holds(x: x, y: y) }?.click }

    /// Draws an empty box with a title over what is there; returns its inside.
    mutating func box(_ area: Rectangle, title: String) -> Rectangle {
        // Clicks beside its content are the box's.
        take(.nothing, in: area)
        grid.fill(area)
        guard area.width > 2, area.height > 2 else { return area }
        let line = String(repeating: "─", count: area.width - 2)
        grid.write("╭" + line + "╮", x: area.x, y: area.y, theme.faint)
        grid.write("╰" + line + "╯", x: area.x, y: area.bottom - 1, theme.faint)
        for y in (area.y + 1)..<(area.bottom - 1) {
            grid.write("│", x: area.x, y: y, theme.faint)
            grid.write("│", x: area.right - 1, y: y, theme.faint)
        }
        if !title.isEmpty {
            grid.write(Cell.of(" \(title) ", theme.bold).fitted(area.width - 4), x: area.x + 2, y: area.y)
        }
        return area.inset(left: 2, top: 1, right: 2, bottom: 1)
    }

    /// Draws a field of one line with its text, and puts the cursor there.
    mutating func field(
        _ editor: TextEditor, hint: String, in area: Rectangle, isSecret: Bool = false, hasCursor: Bool = true
    ) {
        let shown = isSecret ? String(repeating: "•", count: editor.text.count) : editor.text
        let before = isSecret ? String(repeating: "•", count: editor.before.count) : String(editor.before)
        if editor.isEmpty {
            grid.write(Cell.of(hint, theme.faint).fitted(area.width), x: area.x, y: area.y)
        }
        let left = Cell.of(before).width
        // The part around the cursor.
        var line = Cell.of(shown)
        var skipped = 0
        while left - skipped >= area.width, let first = line.first {
            skipped += first.width
            line.removeFirst()
        }
        grid.write(line, x: area.x, y: area.y, limit: area.right)
        if hasCursor { grid.cursor = .init(x: min(area.x + left - skipped, area.right - 1), y: area.y) }
    }
}
