/// Finds addresses in messages: http, https and mailto only.
struct LinkParser {
    private let bytes: [UInt8]
    private let range: Range<Int>

    /// Bytes of a label and of its address, at most.
    private static let labelLimit = 300
    private static let addressLimit = 2_000

    init(_ bytes: [UInt8], within range: Range<Int>) {
        self.bytes = bytes
        self.range = range
    }

    /// A link: replaces `range` by `shown`, with the target `address`.
    struct Link {
        var range: Range<Int>
        var shown: Range<Int>
        var address: Range<Int>
    }

    /// The link at a place, if one begins there; an e-mail address begins before its `@`, not before `floor`.
    func link(at place: Int, after floor: Int) -> Link? {
        var found: Range<Int>?
        switch Mark.lower(bytes[place]) {
        case UInt8(ascii: "h"), UInt8(ascii: "m"), UInt8(ascii: "w"):
            if place == range.lowerBound || !isWord(bytes[place - 1]) { found = bare(from: place) }
        case Mark.at: found = email(at: place, after: floor)
        case Mark.openingSquare: return labelled(at: place)
        default: break
        }
        return found.map { Link(range: $0, shown: $0, address: $0) }
    }

    /// The missing prefix of an address.
    func prefix(of address: Range<Int>) -> String {
        if scheme(at: address.lowerBound) > 0 { return "" }
        return isWWW(at: address.lowerBound) ? "https://" : "mailto:"
    }

    // MARK: Addresses

    /// `https://…`, `mailto:…` or `www.…`, without the punctuation of its sentence.
    private func bare(from start: Int) -> Range<Int>? {
        var end = start
        while end < range.upperBound, !isEnd(at: end) { end += 1 }
        let address = start..<trimmed(start..<end)
        return isAddress(address) ? address : nil
    }

    private func isAddress(_ address: Range<Int>) -> Bool {
        let start = address.lowerBound
        let scheme = scheme(at: start)
        if scheme > 0 {
            guard start + scheme < address.upperBound else { return false }
            let rest = start + scheme..<address.upperBound
            if Mark.lower(bytes[start]) == UInt8(ascii: "m") {
                return rest.count > 2 && has(Mark.at, in: rest.lowerBound + 1..<rest.upperBound - 1)
            }
            return isWord(bytes[rest.lowerBound]) || isIPv6(rest)
        }
        guard isWWW(at: start), address.count > 6, isWord(bytes[start + 4]) else { return false }
        return has(Mark.dot, in: start + 5..<address.upperBound - 1)
    }

    /// `[2001:db8::1]`: https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2
    private func isIPv6(_ rest: Range<Int>) -> Bool {
        guard bytes[rest.lowerBound] == Mark.openingSquare else { return false }
        var place = rest.lowerBound + 1
        while place < rest.upperBound {
            switch Mark.lower(bytes[place]) {
            case UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "a")...UInt8(ascii: "f"), Mark.dot: place += 1
            case Mark.closingSquare: return has(UInt8(ascii: ":"), in: rest.lowerBound..<place)
            default: return false
            }
        }
        return false
    }

    /// The length of the scheme at a place, case-insensitively; 0 for none.
    private func scheme(at start: Int) -> Int {
        let word = word(at: start)
        if word == LinkParser.https { return 8 }
        return word >> 8 == LinkParser.http || word >> 8 == LinkParser.mailto ? 7 : 0
    }

    private func isWWW(at start: Int) -> Bool { word(at: start) >> 32 == LinkParser.www }

    /// `https://`, `http://`, `mailto:` and `www.`, the first letter in the highest byte.
    private static let https: UInt64 = 0x6874_7470_733A_2F2F
    private static let http: UInt64 = 0x68_7474_703A_2F2F
    private static let mailto: UInt64 = 0x6D_6169_6C74_6F3A
    private static let www: UInt64 = 0x7777_772E

    /// The eight bytes at a place, letters in lower case; zeros beyond the end.
    private func word(at start: Int) -> UInt64 {
        var word: UInt64 = 0
        for place in start..<start + 8 {
            word = word << 8 | (place < range.upperBound ? UInt64(Mark.lower(bytes[place])) : 0)
        }
        return word
    }

    private func has(_ byte: UInt8, in part: Range<Int>) -> Bool {
        for place in part where bytes[place] == byte { return true }
        return false
    }

    /// White space, quotation marks, angle brackets, backticks and control characters end an address.
    private func isEnd(at place: Int) -> Bool {
        switch bytes[place] {
        case 0...32, 127, UInt8(ascii: "<"), Mark.greater, UInt8(ascii: "\""), Mark.backtick: true
        case 0xC2: wide(at: place) >> 8 == 0xC2A0
        case 0xE2: wide(at: place) == 0xE280A8 || wide(at: place) == 0xE280A9
        case 0xE3: wide(at: place) == 0xE38080
        default: false
        }
    }

    /// The three bytes at a place.
    private func wide(at start: Int) -> UInt64 { word(at: start) >> 40 }

    /// Trailing punctuation is not part of the address, and a bracket only if the address opened it.
    private func trimmed(_ address: Range<Int>) -> Int {
        var round = 0
        var square = 0
        for place in address {
            switch bytes[place] {
            case Mark.opening: round -= 1
            case Mark.closing: round += 1
            case Mark.openingSquare: square -= 1
            case Mark.closingSquare: square += 1
            default: break
            }
        }
        var end = address.upperBound
        while end > address.lowerBound {
            switch bytes[end - 1] {
            case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "!"),
                UInt8(ascii: "?"), UInt8(ascii: "'"), Mark.star, Mark.underscore, Mark.tilde, UInt8(ascii: "|"):
                end -= 1
            case Mark.closing where round > 0:
                round -= 1
                end -= 1
            case Mark.closingSquare where square > 0:
                square -= 1
                end -= 1
            default:
                guard let length = widePunctuation(endingAt: end), end - length >= address.lowerBound else {
                    return end
                }
                end -= length
            }
        }
        return end
    }

    /// The length of » … ” ’ 、 。 ， ！ or ？ before a place.
    private func widePunctuation(endingAt end: Int) -> Int? {
        guard end >= range.lowerBound + 3 else { return nil }
        if bytes[end - 2] == 0xC2, bytes[end - 1] == 0xBB { return 2 }
        switch wide(at: end - 3) {
        case 0xE280A6, 0xE2809D, 0xE28099, 0xE38081, 0xE38082, 0xEFBC8C, 0xEFBC81, 0xEFBC9F: return 3
        default: return nil
        }
    }

    // MARK: E-mail addresses

    private func email(at place: Int, after floor: Int) -> Range<Int>? {
        var start = place
        while start > floor, isLocal(bytes[start - 1]) { start -= 1 }
        while start < place, !isWord(bytes[start]) { start += 1 }
        guard start < place else { return nil }
        var end = place + 1
        var dot = end
        while end < range.upperBound, isWord(bytes[end]) || bytes[end] == Mark.dash || bytes[end] == Mark.dot {
            if bytes[end] == Mark.dot {
                guard end > dot, bytes[end - 1] != Mark.dot else { break }
                dot = end
            }
            end += 1
        }
        while end > place + 1, bytes[end - 1] == Mark.dot || bytes[end - 1] == Mark.dash { end -= 1 }
        guard end > place + 1, has(Mark.dot, in: place + 1..<end) else { return nil }
        return start..<trimmed(start..<end)
    }

    private func isWord(_ byte: UInt8) -> Bool { Mark.isAlphanumeric(byte) || Mark.isWide(byte) }

    private func isLocal(_ byte: UInt8) -> Bool {
        isWord(byte) || byte == Mark.dot || byte == Mark.underscore || byte == Mark.dash || byte == UInt8(ascii: "%")
            || byte == UInt8(ascii: "+")
    }

    // MARK: Links with a label

    /// `[words](https://…)`. Words that look like an address must be that address, so that a link cannot deceive.
    private func labelled(at start: Int) -> Link? {
        var close = start + 1
        while close < range.upperBound, bytes[close] != Mark.closingSquare {
            guard bytes[close] != Mark.openingSquare, bytes[close] != Mark.newline,
                close - start <= LinkParser.labelLimit
            else { return nil }
            close += 1
        }
        let label = start + 1..<close
        guard close + 1 < range.upperBound, bytes[close + 1] == Mark.opening, scheme(at: close + 2) > 0,
            !Mark.isBlank(bytes, label)
        else { return nil }
        var end = close + 2
        var depth = 0
        while end < range.upperBound, depth > 0 || bytes[end] != Mark.closing {
            guard !isEnd(at: end), bytes[end] != Mark.openingSquare, end - close - 2 < LinkParser.addressLimit else {
                return nil
            }
            if bytes[end] == Mark.opening { depth += 1 }
            if bytes[end] == Mark.closing { depth -= 1 }
            end += 1
        }
        let address = close + 2..<end
        guard end < range.upperBound, isAddress(address), isHonest(label, about: address) else { return nil }
        return Link(range: start..<end + 1, shown: label, address: address)
    }

    private func isHonest(_ label: Range<Int>, about address: Range<Int>) -> Bool {
        guard !has(Mark.space, in: label), has(Mark.dot, in: label) || has(Mark.at, in: label) else { return true }
        let skipped = scheme(at: label.lowerBound) > 0 ? 0 : scheme(at: address.lowerBound)
        guard label.count == address.count - skipped else { return false }
        for index in 0..<label.count
        where bytes[label.lowerBound + index] != bytes[address.lowerBound + skipped + index] { return false }
        return true
    }
}
