/// Rows of text in columns, each as wide as its widest cell; the last one is unpadded.
public struct Table {
    private var rows: [[String]] = []
    private let headings: [String]

    public init(_ headings: String...) { self.headings = headings }

    public mutating func add(_ cells: String...) { rows.append(cells.map(TerminalText.line)) }

    /// The table's lines; none if there are no rows.
    public func lines(_ style: TerminalStyle = .plain) -> [String] {
        guard !rows.isEmpty else { return [] }
        var widths = headings.map(TerminalText.width)
        for row in rows {
            for (column, cell) in row.enumerated() { widths[column] = max(widths[column], TerminalText.width(cell)) }
        }
        return [style.faint(line(headings, widths))] + rows.map { line($0, widths) }
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        var line = ""
        for (column, cell) in cells.enumerated() {
            line += cell
            guard column < cells.count - 1 else { break }
            line += String(repeating: " ", count: widths[column] - TerminalText.width(cell) + 2)
        }
        return line
    }
}

/// Untrusted text, sanitized for a terminal.
public enum TerminalText {
    /// On one line and without control characters: a message must not move the cursor or recolour the reader's screen.
    public static func line(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 9, 10, 13, 0x85, 0x2028, 0x2029: line.unicodeScalars.append(" ")
            case 0..<32, 127..<160, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: continue
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }

    /// The cells of a line.
    static func width(_ text: String) -> Int { text.reduce(0) { $0 + TerminalWidth.of($1) } }
}
