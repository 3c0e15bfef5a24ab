import NexusCore

/// A message's text as lines of cells: the marks of docs/formatting.md as styles.
struct FormattedCells {
    let theme: Theme

    func lines(of text: String, _ mentions: [Mention] = [], width: Int) -> [[Cell]] {
        FormattedText(text, mentions: mentions).blocks.flatMap { block -> [[Cell]] in
            let lines = cells(of: block.pieces)
            switch block.kind {
            case .paragraph: return lines.flatMap { $0.wrapped(width) }
            case .quote:
                return lines.flatMap { $0.wrapped(max(1, width - 2)) }.map { Cell.of("▎ ", theme.faint) + $0 }
            case .code:
                return lines.flatMap { $0.wrapped(max(1, width - 2)) }.map { Cell.of("  ") + $0 }
            case .item(let number, let depth):
                let depth = min(depth, 8)
                let mark = Cell.of(String(repeating: "  ", count: depth) + (number.map { "\($0). " } ?? "• "))
                return (mark + lines.joined(separator: Cell.of(" "))).wrapped(width, indent: mark.width)
            }
        }
    }

    /// The lines of styled runs.
    private func cells(of pieces: [FormattedText.Piece]) -> [[Cell]] {
        var lines: [[Cell]] = [[]]
        for piece in pieces {
            let parts = piece.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            for (index, part) in parts.enumerated() {
                if index > 0 { lines.append([]) }
                lines[lines.count - 1] += Cell.of(String(part), style(of: piece))
            }
            // A terminal has no tooltip: the address follows the words.
            if let link = piece.link, !link.hasSuffix(piece.text) {
                lines[lines.count - 1] += Cell.of(" <\(link)>", theme.faint)
            }
        }
        return lines
    }

    private func style(of piece: FormattedText.Piece) -> CellStyle {
        var style = CellStyle.plain
        if piece.style.contains(.mention) { style = theme.accent.with(.bold) }
        if piece.link != nil { style = theme.link }
        if piece.style.contains(.code) { style = theme.code }
        if piece.style.contains(.bold) { style = style.with(.bold) }
        if piece.style.contains(.italic) { style = style.with(.italic) }
        if piece.style.contains(.struck) { style = style.with(.struck) }
        return style
    }
}
