/// Splits a text into paragraphs, quotes, list items and code, line by line.
struct BlockParser {
    private let bytes: [UInt8]
    /// The ranges of mentioned names, ascending.
    private let names: [Range<Int>]
    private var blocks: [FormattedText.Block] = []
    /// Lines of the present paragraph.
    private var paragraph: Range<Int>?
    /// Whether no further line closes a fence, so that the search need not be repeated.
    private var hasNoFence = false

    init(_ bytes: [UInt8], names: [Range<Int>]) {
        self.bytes = bytes
        self.names = names
    }

    mutating func parse() -> [FormattedText.Block] {
        var start = 0
        while start < bytes.count {
            let line = start..<end(ofLineAt: start)
            if let next = code(at: line) {
                start = next
                continue
            }
            if let content = item(of: line) {
                endParagraph()
                blocks.append(FormattedText.Block(kind: content.kind, pieces: pieces(of: content.range)))
            } else if !continueQuote(with: line) {
                paragraph = (paragraph?.lowerBound ?? line.lowerBound)..<line.upperBound
            }
            start = line.upperBound + 1
        }
        endParagraph()
        return blocks
    }

    private func end(ofLineAt start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != Mark.newline { end += 1 }
        return end
    }

    private func pieces(of range: Range<Int>) -> [FormattedText.Piece] {
        var parser = InlineParser(bytes, range, names: names)
        return parser.parse()
    }

    private mutating func endParagraph() {
        guard var range = paragraph else { return }
        paragraph = nil
        while let first = range.first, Mark.isSpace(bytes[first]) && bytes[first] != Mark.space { range.removeFirst() }
        while let last = range.last, Mark.isSpace(bytes[last]) { range.removeLast() }
        guard !range.isEmpty else { return }
        blocks.append(FormattedText.Block(kind: .paragraph, pieces: pieces(of: range)))
    }

    // MARK: Quotes

    /// Parses lines that begin with `> `; within a quote also a bare `>`.
    private mutating func continueQuote(with line: Range<Int>) -> Bool {
        guard !line.isEmpty, bytes[line.lowerBound] == Mark.greater else { return false }
        var isOpen = false
        if paragraph == nil, let last = blocks.last, case .quote = last.kind { isOpen = true }
        if line.count > 1, bytes[line.lowerBound + 1] == Mark.space {
            let content = line.lowerBound + 2..<line.upperBound
            if !isOpen && Mark.isBlank(bytes, content) { return false }
            endParagraph()
            addToQuote(pieces(of: content), isOpen: isOpen, before: line.lowerBound)
            return true
        }
        guard isOpen, line.count == 1 else { return false }
        addToQuote([], isOpen: true, before: line.lowerBound)
        return true
    }

    private mutating func addToQuote(_ pieces: [FormattedText.Piece], isOpen: Bool, before start: Int) {
        guard isOpen else {
            blocks.append(FormattedText.Block(kind: .quote, pieces: pieces))
            return
        }
        let newline = FormattedText.Piece(text: "\n", style: [], range: start - 1..<start)
        blocks[blocks.count - 1].pieces += [newline] + pieces
    }

    // MARK: Lists

    /// A line that begins with `- `, `* `, `• ` or a number of at most three digits with `. ` or `) `.
    private func item(of line: Range<Int>) -> (kind: FormattedText.Block.Kind, range: Range<Int>)? {
        var place = line.lowerBound
        while place < line.upperBound, bytes[place] == Mark.space { place += 1 }
        let depth = min((place - line.lowerBound) / 2, 3)
        var number: String?
        let digits = place
        while place < line.upperBound, place - digits < 3, Mark.isDigit(bytes[place]) { place += 1 }
        if place > digits {
            guard place < line.upperBound, bytes[place] == Mark.dot || bytes[place] == Mark.closing else { return nil }
            number = String(decoding: bytes[digits..<place], as: UTF8.self)
            place += 1
        } else if line.upperBound - place > 2, bytes[place] == 0xE2, bytes[place + 1] == 0x80, bytes[place + 2] == 0xA2
        {
            place += 3
        } else {
            guard place < line.upperBound, bytes[place] == Mark.dash || bytes[place] == Mark.star else { return nil }
            place += 1
        }
        guard place < line.upperBound, bytes[place] == Mark.space else { return nil }
        while place < line.upperBound, bytes[place] == Mark.space { place += 1 }
        guard place < line.upperBound else { return nil }
        return (.item(number: number, depth: depth), place..<line.upperBound)
    }

    // MARK: Code

    /// Parses the lines between two fences of three backticks, the first perhaps with a language. Returns the position
    /// after them.
    private mutating func code(at line: Range<Int>) -> Int? {
        guard !hasNoFence, isFence(line) else { return nil }
        var name = line.lowerBound + 3..<line.upperBound
        while let last = name.last, Mark.isSpace(bytes[last]) { name.removeLast() }
        guard name.count <= 20 else { return nil }
        for place in name where !Mark.isLanguage(bytes[place]) { return nil }
        var start = line.upperBound + 1
        while start < bytes.count {
            let next = start..<end(ofLineAt: start)
            if isFence(next), Mark.isBlank(bytes, next.lowerBound + 3..<next.upperBound) {
                let content = line.upperBound + 1..<max(line.upperBound + 1, start - 1)
                guard !Mark.isBlank(bytes, content) else { return nil }
                endParagraph()
                let text = String(decoding: bytes[content], as: UTF8.self)
                let language = String(decoding: bytes[name], as: UTF8.self)
                let piece = FormattedText.Piece(text: text, style: .code, range: content)
                blocks.append(FormattedText.Block(kind: .code(language: language), pieces: [piece]))
                return next.upperBound + 1
            }
            start = next.upperBound + 1
        }
        hasNoFence = true
        return nil
    }

    private func isFence(_ line: Range<Int>) -> Bool {
        line.count >= 3 && bytes[line.lowerBound] == Mark.backtick && bytes[line.lowerBound + 1] == Mark.backtick
            && bytes[line.lowerBound + 2] == Mark.backtick
    }
}
