import NexusTerminal

/// A grapheme cluster in a style, with the cells that it takes. Its text never contains control characters.
struct Cell: Equatable, Sendable {
    /// Empty for the cells behind the first one of a wide cluster.
    private(set) var text: String
    private(set) var width: Int
    /// Whether all terminals agree about the width.
    private(set) var isCertain: Bool
    var style: CellStyle

    static let blank = Cell(text: " ", width: 1, isCertain: true, style: .plain)
    static let replacement = Cell(text: "\u{FFFD}", width: 1, isCertain: true, style: .plain)

    private init(text: String, width: Int, isCertain: Bool, style: CellStyle) {
        self.text = text
        self.width = width
        self.isCertain = isCertain
        self.style = style
    }

    /// A space in a style.
    static func space(_ style: CellStyle) -> Cell { Cell(text: " ", width: 1, isCertain: true, style: style) }

    /// What stands behind the first cell of a wide cluster.
    static func rest(_ style: CellStyle) -> Cell { Cell(text: "", width: 0, isCertain: true, style: style) }

    /// Whether it is one of the cells behind the first one of a wide cluster.
    var isRest: Bool { width == 0 }

    /// The cells of a text, one for each cluster: the only way from a text to the screen. Line ends become spaces; control
    /// characters and marks of direction are left out; scalars without a glyph become U+FFFD.
    static func of(_ text: String, _ style: CellStyle = .plain) -> [Cell] {
        var cells: [Cell] = []
        for cluster in TerminalText.line(text) {
            guard let cell = Cell(cluster, style) else { continue }
            cells.append(cell)
        }
        return cells
    }

    /// Fails for a cluster that takes no cells.
    private init?(_ cluster: Character, _ style: CellStyle) {
        var measure = ClusterWidth.measure(cluster)
        var scalars = String.UnicodeScalarView()
        for scalar in cluster.unicodeScalars.prefix(ClusterWidth.scalarLimit) where Cell.isAllowed(scalar) {
            scalars.append(ClusterWidth.width(of: scalar) < 0 ? "\u{FFFD}" : scalar)
        }
        if let first = cluster.unicodeScalars.first, ClusterWidth.width(of: first) < 0 {
            self = .replacement
            self.style = style
            return
        }
        if measure.cells == 0 {
            // A mark without a base, which would join the cell before it.
            guard cluster.unicodeScalars.contains(where: { $0.properties.generalCategory == .nonspacingMark }) else {
                return nil
            }
            scalars.insert("\u{25CC}", at: scalars.startIndex)
            measure = ClusterWidth.Measure(cells: 1, isCertain: false)
        }
        text = String(scalars)
        width = measure.cells
        isCertain = measure.isCertain
        self.style = style
    }

    /// Scalars that change how other text is drawn, and have no place in a cell: controls of direction, annotations, and
    /// noncharacters. `TerminalText` has removed the usual ones.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x206F, 0xFFF9...0xFFFB, 0xFEFF:
            false
        default: true
        }
    }
}

extension [Cell] {
    /// The cells that the line takes.
    var width: Int { reduce(0) { $0 + $1.width } }

    /// The beginning that fits, with an ellipsis if something is missing.
    func fitted(_ limit: Int) -> [Cell] {
        guard width > limit else { return self }
        guard limit > 0 else { return [] }
        var line: [Cell] = []
        var taken = 0
        for cell in self {
            guard taken + cell.width < limit else { break }
            line.append(cell)
            taken += cell.width
        }
        return line + Cell.of("…", line.last?.style ?? first?.style ?? .plain)
    }

    /// The same, filled with spaces up to a width.
    func padded(_ width: Int, _ style: CellStyle = .plain) -> [Cell] {
        let missing = width - self.width
        return missing > 0 ? self + [Cell](repeating: .space(style), count: missing) : self
    }

    /// The same with other styles.
    func styled(_ change: (CellStyle) -> CellStyle) -> [Cell] {
        map { cell in
            var cell = cell
            cell.style = change(cell.style)
            return cell
        }
    }

    /// The text of the cells.
    var text: String { map(\.text).joined() }
}
