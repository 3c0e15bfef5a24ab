/// A message's text as its rows show it: pieces with a style, never markup. What is not a pair of marks stands as it was typed.
///
/// The grammar is a small part of CommonMark (https://spec.commonmark.org), narrowed to what people mean in a chat:
/// docs/formatting.md.
public struct FormattedText: Equatable, Sendable {
    public var blocks: [Block]

    /// What stands by itself, top to bottom.
    public struct Block: Equatable, Sendable {
        public enum Kind: Equatable, Sendable {
            case paragraph
            case quote
            /// A list's item. `number` is as typed; `nil` for a bullet. `depth` counts from 0.
            case item(number: String?, depth: Int)
            /// Lines of code as typed; `language` is empty when none is named.
            case code(language: String)
        }

        public var kind: Kind
        public var pieces: [Piece]
    }

    /// Text of one style.
    public struct Piece: Equatable, Sendable {
        public var text: String
        public var style: Style
        /// An address of http, https or mailto.
        public var link: String?
        /// Where it stands in the source, in bytes of UTF-8. What lies between the ranges are marks.
        public var range: Range<Int>
    }

    /// How a piece looks: any of these together.
    public struct Style: OptionSet, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let bold = Style(rawValue: 1)
        public static let italic = Style(rawValue: 2)
        public static let struck = Style(rawValue: 4)
        public static let code = Style(rawValue: 8)
        /// Names somebody. Not within links and code.
        public static let mention = Style(rawValue: 16)
    }

    /// Reads a message's text, in time that grows with its length only. Every text has a reading.
    ///
    /// - Parameter mentions: whom it mentions. A name is taken whole: no part of it is a mark.
    public init(_ source: String, mentions: [Mention] = []) {
        var parser = BlockParser(Array(source.utf8), names: FormattedText.ranges(of: mentions, in: source))
        blocks = parser.parse()
    }

    /// Where the mentions stand, in bytes of UTF-8.
    private static func ranges(of mentions: [Mention], in source: String) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        guard !mentions.isEmpty else { return ranges }
        var scalars = source.unicodeScalars.makeIterator()
        var position = 0
        var bytes = 0
        func skip(to end: Int) {
            while position < end, let scalar = scalars.next() {
                position += 1
                bytes += scalar.value < 0x80 ? 1 : scalar.value < 0x800 ? 2 : scalar.value < 0x10000 ? 3 : 4
            }
        }
        for mention in mentions {
            skip(to: mention.start)
            let start = bytes
            skip(to: mention.end)
            if start < bytes { ranges.append(start..<bytes) }
        }
        return ranges
    }

    /// Whether it looks as it was typed: one paragraph, with no style and no link.
    public var isPlain: Bool {
        guard let first = blocks.first else { return true }
        guard blocks.count == 1, case .paragraph = first.kind, first.pieces.count < 2 else { return false }
        guard let piece = first.pieces.first else { return true }
        return piece.style.rawValue == 0 && piece.link == nil
    }

    /// The words alone, for where there is room for no more: a line a block.
    public var words: String {
        var words = ""
        for (index, block) in blocks.enumerated() {
            if index > 0 { words += "\n" }
            if case .item(let number, _) = block.kind { words += number.map { "\($0). " } ?? "• " }
            for piece in block.pieces { words += piece.text }
        }
        return words
    }
}
