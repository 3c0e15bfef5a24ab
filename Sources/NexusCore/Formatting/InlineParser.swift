/// Finds styles, code and links within a block. Links and code are taken first and whole; marks that find no partner are text.
struct InlineParser {
    private let bytes: [UInt8]
    private let range: Range<Int>
    /// The ranges of mentioned names, ascending.
    private let names: [Range<Int>]
    /// For each byte of the range the raw value of its style, or ``mark``.
    private var looks: [UInt8]
    /// Openers that wait for their partner.
    private var openers: [Opener] = []
    /// The counts of open marks, so that a mark without a partner needs no search.
    private var waiting = [0, 0, 0, 0, 0, 0]
    /// The shown words and the address of each link.
    private var links: [(shown: Range<Int>, address: Range<Int>)] = []
    /// The end of the settled part. An e-mail address is detected at its `@` and extends backwards, but not before
    /// this.
    private var settled: Int
    /// Lengths of runs of backticks that are known to have no partner further on.
    private var lonelyRuns: UInt8 = 0

    /// A hidden byte.
    private static let mark: UInt8 = 0x80

    private struct Opener {
        var mark: UInt8
        var start: Int
        var length: Int

        var end: Int { start + length }

        /// The index in ``waiting`` for a mark and a length.
        static func place(_ mark: UInt8, _ length: Int) -> Int {
            (mark == Mark.star ? 0 : mark == Mark.underscore ? 2 : 4) + length - 1
        }
    }

    init(_ bytes: [UInt8], _ range: Range<Int>, names: [Range<Int>]) {
        self.bytes = bytes
        self.names = names
        self.range = range
        looks = [UInt8](repeating: 0, count: range.count)
        settled = range.lowerBound
    }

    mutating func parse() -> [FormattedText.Piece] {
        let parser = LinkParser(bytes, within: range)
        var place = range.lowerBound
        var nextName = 0
        while place < range.upperBound {
            while nextName < names.count, names[nextName].lowerBound < place { nextName += 1 }
            if nextName < names.count, names[nextName].lowerBound == place,
                names[nextName].upperBound <= range.upperBound
            {
                let name = names[nextName]
                paint(name, FormattedText.Style.mention.rawValue)
                settled = name.upperBound
                place = settled
                continue
            }
            switch bytes[place] {
            case Mark.star, Mark.underscore, Mark.tilde:
                place = readMarks(at: place)
            case Mark.backtick:
                place = readCode(at: place)
            case Mark.newline where place + 1 < range.upperBound && bytes[place + 1] == Mark.newline:
                // No style crosses an empty line.
                dropOpeners(from: 0)
                place += 2
            default:
                guard let link = parser.link(at: place, after: settled) else {
                    place += 1
                    continue
                }
                while let last = openers.last, last.end > link.range.lowerBound { dropOpeners(from: openers.count - 1) }
                paint(link.range.lowerBound..<link.shown.lowerBound, InlineParser.mark)
                paint(link.shown.upperBound..<link.range.upperBound, InlineParser.mark)
                links.append((link.shown, link.address))
                settled = link.range.upperBound
                place = settled
            }
        }
        return pieces()
    }

    private mutating func paint(_ part: Range<Int>, _ look: UInt8) {
        for place in part { looks[place - range.lowerBound] |= look }
    }

    private func endOfRun(at start: Int) -> Int {
        var end = start
        while end < range.upperBound, bytes[end] == bytes[start] { end += 1 }
        return end
    }

    // MARK: Marks

    private mutating func readMarks(at start: Int) -> Int {
        let mark = bytes[start]
        let end = endOfRun(at: start)
        guard end - start <= 3, mark != Mark.tilde || end - start == 2 else { return end }
        var place = start
        if canClose(mark, start..<end) { place = close(mark, start..<end) }
        guard place < end, canOpen(mark, place..<end) else { return end }
        if end - place > 1 {
            addOpener(mark, at: place, length: 2)
            place += 2
        }
        if place < end { addOpener(mark, at: place, length: 1) }
        return end
    }

    /// Pairs a run with the one it closes. Returns the beginning of the rest.
    private mutating func close(_ mark: UInt8, _ run: Range<Int>) -> Int {
        var start = run.lowerBound
        while start < run.upperBound {
            let left = run.upperBound - start
            let hasShort = isAwaited(mark, 1)
            let hasLong = left > 1 && isAwaited(mark, 2)
            guard hasShort || hasLong else { break }
            // A run of the same length takes precedence over a nearer one.
            let least = left == 2 && hasLong ? 2 : 1
            var index = openers.count - 1
            while index >= 0,
                openers[index].mark != mark || openers[index].length > left || openers[index].length < least
            {
                index -= 1
            }
            guard index >= 0, openers[index].end < start else { break }
            let opener = openers[index]
            let style: FormattedText.Style = mark == Mark.tilde ? .struck : opener.length == 2 ? .bold : .italic
            paint(opener.start..<opener.end, InlineParser.mark)
            paint(opener.end..<start, style.rawValue)
            paint(start..<start + opener.length, InlineParser.mark)
            // Marks opened within have no partner within.
            dropOpeners(from: index)
            start += opener.length
            settled = start
        }
        return start
    }

    private func isAwaited(_ mark: UInt8, _ length: Int) -> Bool { waiting[Opener.place(mark, length)] > 0 }

    private mutating func addOpener(_ mark: UInt8, at start: Int, length: Int) {
        openers.append(Opener(mark: mark, start: start, length: length))
        waiting[Opener.place(mark, length)] += 1
    }

    private mutating func dropOpeners(from index: Int) {
        while openers.count > index {
            let last = openers.removeLast()
            waiting[Opener.place(last.mark, last.length)] -= 1
        }
    }

    private func canOpen(_ mark: UInt8, _ run: Range<Int>) -> Bool {
        guard run.upperBound < range.upperBound, !Mark.isSpace(bytes[run.upperBound]) else { return false }
        return run.lowerBound == range.lowerBound || isOutside(bytes[run.lowerBound - 1], mark, closes: false)
    }

    private func canClose(_ mark: UInt8, _ run: Range<Int>) -> Bool {
        guard run.lowerBound > range.lowerBound, !Mark.isSpace(bytes[run.lowerBound - 1]) else { return false }
        return run.upperBound == range.upperBound || isOutside(bytes[run.upperBound], mark, closes: true)
    }

    /// Whether the bytes around a mark allow it: within a name, a path, a sum or an emoticon it is none. Scripts
    /// without spaces may use stars, but underscores join words in every script.
    private func isOutside(_ byte: UInt8, _ mark: UInt8, closes: Bool) -> Bool {
        if Mark.isWide(byte) { return mark != Mark.underscore }
        return Mark.isSpace(byte) || (closes ? Mark.closesAfter(byte) : Mark.opensBefore(byte))
    }

    // MARK: Code

    private mutating func readCode(at start: Int) -> Int {
        let end = endOfRun(at: start)
        let length = end - start
        guard length <= 3, lonelyRuns & (1 << UInt8(length)) == 0 else { return end }
        var place = end
        while place < range.upperBound {
            let close = endOfRun(at: place)
            guard bytes[place] == Mark.backtick, close - place == length else {
                place = close
                continue
            }
            guard !Mark.isBlank(bytes, end..<place) else { return end }
            paint(start..<end, InlineParser.mark)
            paint(end..<place, FormattedText.Style.code.rawValue)
            paint(place..<close, InlineParser.mark)
            settled = close
            return close
        }
        lonelyRuns |= 1 << UInt8(length)
        return end
    }

    // MARK: Pieces

    private func pieces() -> [FormattedText.Piece] {
        var pieces: [FormattedText.Piece] = []
        var nextLink = 0
        var start = range.lowerBound
        while start < range.upperBound {
            let look = looks[start - range.lowerBound]
            let isLink = nextLink < links.count && links[nextLink].shown.lowerBound == start
            var end = start + 1
            if isLink {
                end = links[nextLink].shown.upperBound
            } else {
                let limit = nextLink < links.count ? links[nextLink].shown.lowerBound : range.upperBound
                while end < limit, looks[end - range.lowerBound] == look { end += 1 }
            }
            if look & InlineParser.mark == 0 {
                pieces.append(
                    FormattedText.Piece(
                        text: String(decoding: bytes[start..<end], as: UTF8.self),
                        style: FormattedText.Style(rawValue: look),
                        link: isLink ? address(links[nextLink].address) : nil, range: start..<end))
            }
            if isLink { nextLink += 1 }
            start = end
        }
        return pieces
    }

    private func address(_ part: Range<Int>) -> String {
        LinkParser(bytes, within: range).prefix(of: part) + String(decoding: bytes[part], as: UTF8.self)
    }
}
