import NexusCore

/// A quoted part of a message: whole sentences if they fit, on one line and without formatting marks.
public struct Excerpt: Equatable, Sendable {
    /// The quoted part of the message's text, in UTF-16 code units.
    public let range: Range<Int>
    /// The words of the part, with an ellipsis on each side where the message continues.
    public let text: String

    /// The number of characters that ellipses can take.
    private static let omission = 3

    /// The part of a text around one of its sentences, with as many of its neighbours as fit, the following ones first.
    ///
    /// - Parameters:
    ///   - kept: the range that a part of a long sentence must include; nil for its beginning.
    ///   - limit: characters, ellipses included.
    init(
        of text: String, around sentence: Range<String.Index>, among sentences: [Range<String.Index>],
        keeping kept: Range<String.Index>? = nil, limit: Int
    ) {
        let room = max(1, limit - Self.omission)
        if text.distance(from: sentence.lowerBound, to: sentence.upperBound) > room {
            let start = kept.map { Self.start(of: sentence, keeping: $0, in: text, room: room) } ?? sentence.lowerBound
            self.init(of: text, start..<sentence.upperBound, limit: limit)
            return
        }
        var range = sentence
        if var first = sentences.firstIndex(of: sentence) {
            var last = first
            while true {
                if last + 1 < sentences.count,
                    text.distance(from: range.lowerBound, to: sentences[last + 1].upperBound) <= room
                {
                    last += 1
                } else if first > 0,
                    text.distance(from: sentences[first - 1].lowerBound, to: range.upperBound) <= room
                {
                    first -= 1
                } else {
                    break
                }
                range = sentences[first].lowerBound..<sentences[last].upperBound
            }
        }
        self.init(of: text, range, limit: limit)
    }

    /// The beginning of a text.
    public init(beginningOf text: String, limit: Int) {
        let sentences = TextSentences.ranges(in: text)
        guard let first = sentences.first else {
            self.init(of: text, text.startIndex..<text.endIndex, limit: limit)
            return
        }
        self.init(of: text, around: first, among: sentences, limit: limit)
    }

    /// The sentence of a text that contains some words, with its neighbours; the beginning of the text if none does.
    public init(of text: String, holding words: String, limit: Int) {
        let sentences = TextSentences.ranges(in: text)
        guard !words.isEmpty, let found = text.firstRange(of: words),
            let sentence = sentences.first(where: { $0.contains(found.lowerBound) })
        else {
            self.init(beginningOf: text, limit: limit)
            return
        }
        self.init(of: text, around: sentence, among: sentences, keeping: found, limit: limit)
    }

    /// The sentences of a text that overlap a quote, or the part of them around the quote.
    ///
    /// - Parameter quote: Unicode scalars of the text.
    public init(of text: String, aroundScalars quote: Range<Int>, limit: Int) {
        let place = Self.place(of: quote, in: text)
        let held = TextSentences.ranges(in: text).filter {
            $0.upperBound > place.lowerBound && $0.lowerBound < place.upperBound
        }
        guard let first = held.first, let last = held.last else {
            self.init(beginningOf: text, limit: limit)
            return
        }
        let sentence = first.lowerBound..<last.upperBound
        self.init(of: text, around: sentence, among: [sentence], keeping: place, limit: limit)
    }

    /// A quote alone.
    ///
    /// - Parameter quote: Unicode scalars of the text.
    init(of text: String, atScalars quote: Range<Int>, limit: Int) {
        self.init(of: text, Self.place(of: quote, in: text), limit: limit)
    }

    private static func place(of quote: Range<Int>, in text: String) -> Range<String.Index> {
        let scalars = text.unicodeScalars
        let end = scalars.index(scalars.startIndex, offsetBy: quote.upperBound, limitedBy: text.endIndex)
        let start = scalars.index(scalars.startIndex, offsetBy: quote.lowerBound, limitedBy: text.endIndex)
        return min(start ?? text.endIndex, end ?? text.endIndex)..<(end ?? text.endIndex)
    }

    /// The text with its words replaced and its ellipses kept.
    func mapWords(_ change: (String) -> String) -> String {
        var words = text[...]
        let front = words.hasPrefix("…") ? String(words.removeFirst()) : ""
        let back = [" …", "…"].first { words.hasSuffix($0) } ?? ""
        words.removeLast(back.count)
        return front + change(String(words)) + back
    }

    /// The part of a text at a range found before; nil if the text has no such range.
    public init?(of text: String, at range: Range<Int>, limit: Int) {
        let units = text.utf16
        guard range.lowerBound >= 0, range.upperBound <= units.count,
            let lower = units.index(units.startIndex, offsetBy: range.lowerBound).samePosition(in: text),
            let upper = units.index(units.startIndex, offsetBy: range.upperBound).samePosition(in: text)
        else {
            return nil
        }
        self.init(of: text, lower..<upper, limit: limit)
    }

    private init(of whole: String, _ range: Range<String.Index>, limit: Int) {
        var range = range
        // Ellipses always count, so that an excerpt of a given range is always the same.
        let room = max(1, limit - Self.omission)
        if whole.distance(from: range.lowerBound, to: range.upperBound) > room {
            var end = whole.index(range.lowerBound, offsetBy: room)
            if end < range.upperBound, !whole[end].isWhitespace {
                // A word longer than the excerpt, or a script without spaces, is cut anywhere.
                let words = whole[range.lowerBound..<end]
                if let space = words.lastIndex(where: \.isWhitespace), words[..<space].contains(where: Self.isContent) {
                    end = space
                }
            }
            range = range.lowerBound..<end
        }
        let line = Self.plainLine(whole, range)
        let before = whole[..<range.lowerBound].contains(where: Self.isContent)
        let after = whole[range.upperBound...].contains(where: Self.isContent)
        // A finished sentence gets no ellipsis.
        let ending = line.last(where: { !"\"”’')»“".contains($0) }) ?? " "
        let end = after ? (".!?…。！？".contains(ending) ? " …" : "…") : ""
        text = line.isEmpty ? "" : (before ? "…" : "") + line + end
        self.range = range.utf16Offsets(in: whole)
    }

    private static func isContent(_ character: Character) -> Bool {
        !character.isWhitespace && !"*_~`>".contains(character)
    }

    /// The visible words of a part of a text, on one line: without the marks of bold, quotes, lists and code.
    private static func plainLine(_ whole: String, _ range: Range<String.Index>) -> String {
        let start = whole.utf8.distance(from: whole.startIndex, to: range.lowerBound)
        let part = start..<start + whole.utf8.distance(from: range.lowerBound, to: range.upperBound)
        var line = ""
        for block in FormattedText(whole).blocks {
            for piece in block.pieces where piece.range.overlaps(part) {
                let lower = whole.utf8.index(whole.startIndex, offsetBy: max(piece.range.lowerBound, part.lowerBound))
                let upper = whole.utf8.index(whole.startIndex, offsetBy: min(piece.range.upperBound, part.upperBound))
                line += whole[lower..<upper]
            }
            line += " "
        }
        return line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The beginning of a part of a long sentence that includes a range: as early as the limit allows, at a word.
    private static func start(
        of sentence: Range<String.Index>, keeping kept: Range<String.Index>, in text: String, room: Int
    ) -> String.Index {
        let end = min(kept.upperBound, sentence.upperBound)
        guard text.distance(from: sentence.lowerBound, to: end) > room else { return sentence.lowerBound }
        let earliest = text.index(end, offsetBy: -room, limitedBy: sentence.lowerBound) ?? sentence.lowerBound
        let latest = min(max(kept.lowerBound, sentence.lowerBound), end)
        guard earliest < latest else { return latest }
        if text[text.index(before: earliest)].isWhitespace { return earliest }
        guard let space = text[earliest..<latest].firstIndex(where: \.isWhitespace) else { return latest }
        return text[space..<latest].firstIndex { !$0.isWhitespace } ?? latest
    }
}

extension Range<String.Index> {
    /// The range in UTF-16 code units of the text.
    func utf16Offsets(in text: String) -> Range<Int> {
        lowerBound.utf16Offset(in: text)..<upperBound.utf16Offset(in: text)
    }
}
