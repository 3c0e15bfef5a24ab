/// A message's text as styled runs, never markup. Unmatched marks are shown as typed.
///
/// The grammar is a small subset of CommonMark (https://spec.commonmark.org): docs/formatting.md.
public struct FormattedText: Equatable, Sendable {
    public var blocks: [Block]

    /// The blocks, top to bottom.
    public struct Block: Equatable, Sendable {
        public enum Kind: Equatable, Sendable {
            case paragraph
            case quote
            /// A list item. `number` is as typed; `nil` for a bullet. `depth` counts from 0.
            case item(number: String?, depth: Int)
            /// Lines of code as typed; `language` is empty if none is named.
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
        /// Its range in the source, in bytes of UTF-8. The bytes between ranges are marks.
        public var range: Range<Int>
    }

    /// The styles of a run, in any combination.
    public struct Style: OptionSet, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let bold = Style(rawValue: 1)
        public static let italic = Style(rawValue: 2)
        public static let struck = Style(rawValue: 4)
        public static let code = Style(rawValue: 8)
        /// A mention. Not within links and code.
        public static let mention = Style(rawValue: 16)
    }

    /// Parses a message's text in linear time. Every text is valid.
    ///
    /// - Parameter mentions: the mentions of the text. A name is one unit: no part of it is a mark.
    public init(_ source: String, mentions: [Mention] = []) {
        var parser = BlockParser(Array(source.utf8), names: FormattedText.ranges(of: mentions, in: source))
        blocks = parser.parse()
    }

    /// The ranges of the mentions, in bytes of UTF-8.
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

    /// Whether it is one plain paragraph, without styles and links.
    public var isPlain: Bool {
        guard let first = blocks.first else { return true }
        guard blocks.count == 1, case .paragraph = first.kind, first.pieces.count < 2 else { return false }
        guard let piece = first.pieces.first else { return true }
        return piece.style.rawValue == 0 && piece.link == nil
    }

    /// The plain words for previews, one line per block.
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
