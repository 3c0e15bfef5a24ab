import NexusCore

/// A message's text as lines of a terminal: styled with colours, or as typed without them.
struct FormattedLines {
    private let style: TerminalStyle

    init(style: TerminalStyle) { self.style = style }

    func lines(of text: String, mentions: [Mention] = []) -> [String] {
        guard style == .coloured else { return typed(text) }
        return FormattedText(text, mentions: mentions).blocks.flatMap { block in
            let lines = styled(block.pieces)
            return switch block.kind {
            case .paragraph: lines
            case .quote: lines.map { style.faint("▎ ") + $0 }
            case .code: lines.map { "  " + $0 }
            case .item(let number, let depth):
                [
                    String(repeating: "  ", count: depth) + (number.map { "\($0). " } ?? "• ")
                        + lines.joined(separator: " ")
                ]
            }
        }
    }

    private func typed(_ text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map { TerminalText.line(String($0)) }
    }

    /// The lines of styled runs; the style restarts on each line.
    private func styled(_ pieces: [FormattedText.Piece]) -> [String] {
        var lines = [""]
        for piece in pieces {
            for (index, part) in piece.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
                .enumerated()
            {
                if index > 0 { lines.append("") }
                lines[lines.count - 1] += styled(TerminalText.line(String(part)), piece)
            }
        }
        return lines.filter { !$0.isEmpty }
    }

    private func styled(_ words: String, _ piece: FormattedText.Piece) -> String {
        guard !words.isEmpty else { return "" }
        var words = words
        if piece.style.contains(.code) { words = style.code(words) }
        if piece.style.contains(.struck) { words = style.struck(words) }
        if piece.style.contains(.italic) { words = style.slanted(words) }
        if piece.style.contains(.bold) || piece.style.contains(.mention) { words = style.strong(words) }
        // A terminal has no tooltip: the address follows the link's words.
        if let link = piece.link, !link.hasSuffix(piece.text) { words += " <\(TerminalText.line(link))>" }
        return words
    }
}
