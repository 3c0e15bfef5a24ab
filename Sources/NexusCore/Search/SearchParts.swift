/// Splits a query at its spaces, except inside quotation marks.
struct SearchParts {
    /// The words before a colon that mean something.
    enum Key: String, CaseIterable {
        case from, `in`, before, after, has, mentions
    }

    struct Part {
        /// The part as typed, for errors.
        var text: String
        var key: Key?
        /// The value: without key, colon and quotation marks.
        var value: String
        var isQuoted: Bool
    }

    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// - Throws: `unclosedQuote`.
    mutating func next() throws(SearchProblem) -> Part? {
        while position < scalars.count, isSpace(scalars[position]) { position += 1 }
        guard position < scalars.count else { return nil }
        let start = position
        let key = readKey()
        let valueStart = position
        guard position < scalars.count, isQuote(scalars[position]) else {
            while position < scalars.count, !isSpace(scalars[position]) { position += 1 }
            return Part(
                text: text(start..<position), key: key, value: text(valueStart..<position), isQuoted: false)
        }
        position += 1
        while position < scalars.count, !isQuote(scalars[position]) { position += 1 }
        guard position < scalars.count else {
            throw .unclosedQuote(text(valueStart + 1..<min(scalars.count, valueStart + 21)))
        }
        position += 1
        return Part(
            text: text(start..<position), key: key, value: text(valueStart + 1..<position - 1), isQuoted: true)
    }

    /// Moves past a key and its colon, if there is one here.
    private mutating func readKey() -> Key? {
        for key in Key.allCases {
            var index = position
            var isKey = true
            for letter in key.rawValue.unicodeScalars {
                guard index < scalars.count, scalars[index].value | 0x20 == letter.value else {
                    isKey = false
                    break
                }
                index += 1
            }
            guard isKey, index < scalars.count, scalars[index] == ":" else { continue }
            position = index + 1
            return key
        }
        return nil
    }

    private func text(_ range: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[range])
        return String(view)
    }

    /// The marks that keyboards and word processors put: straight, curly, low, and those of Japanese.
    private func isQuote(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x22, 0x201C, 0x201D, 0x201E, 0x201F, 0xAB, 0xBB, 0x300C, 0x300D, 0xFF02: true
        default: false
        }
    }

    private func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 9...13, 32, 0x85, 0xA0, 0x1680, 0x2000...0x200B, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF: true
        default: false
        }
    }
}
