/// Parses a search query.
///
/// | part | finds |
/// |---|---|
/// | `haus` | the word, its beginning or any part of a word; of two letters the beginning, of one the word |
/// | `haus*` | words with this prefix |
/// | `"guten morgen"` | exactly these words, in sequence |
/// | `from:anna`, `from:me` | messages by this sender |
/// | `in:kitchen` | messages in the conversation with that title, or with that person |
/// | `before:2026-11-21`, `after:2026-11` | messages before the day, or on that day or later; also `today`, `yesterday` |
/// | `has:link` | messages with a link, an `image`, a `file` or a `voice` message |
/// | `mentions:me` | messages that mention the caller |
///
/// All parts must match; of several users or conversations, one. A value with spaces is in quotation marks. A word with
/// another colon is searched literally.
public struct SearchGrammar: Sendable {
    private let now: Timestamp
    private let utcOffset: Int

    /// - Parameters:
    ///   - now: the reference for `today`.
    ///   - utcOffset: the caller's offset from UTC in minutes: days begin by it.
    public init(now: Timestamp, utcOffset: Int = 0) {
        self.now = now
        self.utcOffset = min(max(utcOffset, -24 * 60), 24 * 60)
    }

    /// - Throws: ``SearchProblem``.
    public func query(_ text: String) throws(SearchProblem) -> SearchQuery {
        guard text.utf8.count <= Limits.searchCharacters * 4, text.unicodeScalars.count <= Limits.searchCharacters
        else { throw .tooLong }
        var query = SearchQuery()
        var parts = SearchParts(text)
        var count = 0
        while let part = try parts.next() {
            count += 1
            guard count <= Limits.searchParts else { throw .tooManyParts }
            try read(part, into: &query)
        }
        guard count > 0 else { throw .empty }
        return query
    }

    private func read(_ part: SearchParts.Part, into query: inout SearchQuery) throws(SearchProblem) {
        guard let key = part.key else {
            query.terms.append(try term(part))
            return
        }
        guard !part.value.isEmpty else { throw .valueMissing("\(key.rawValue):") }
        switch key {
        case .from:
            if isWord(part.value, "me") {
                query.from.append(.me)
            } else if let id = UserID(part.value) {
                query.from.append(.id(id))
            } else {
                query.from.append(.named(try name(part)))
            }
        case .in:
            if let id = ConversationID(part.value) {
                query.places.append(.id(id))
            } else {
                query.places.append(.named(try name(part)))
            }
        case .before:
            let day = try day(part)
            query.before = min(query.before ?? day, day)
        case .after:
            let day = try day(part)
            query.after = max(query.after ?? day, day)
        case .has:
            guard let content = SearchQuery.Content.allCases.first(where: { isWord(part.value, $0.rawValue) }) else {
                throw .unknownContent(part.text)
            }
            if !query.contents.contains(content) { query.contents.append(content) }
        case .mentions:
            guard isWord(part.value, "me") else { throw .unknownMention(part.text) }
            query.mentionsMe = true
        }
    }

    private func term(_ part: SearchParts.Part) throws(SearchProblem) -> SearchTerm {
        let scalars = FoldedText(part.value).scalars
        guard let first = scalars.first else { throw .nothingToFind(part.text) }
        if part.isQuoted {
            return SearchTerm(scalars: scalars, startsWord: true, endsWord: true)
        }
        let isShort = scalars.count < 3 && !SearchFolding.isUnsegmented(first)
        if part.value.utf8.last == UInt8(ascii: "*") {
            guard scalars.count > 1 || !isShort else { throw .prefixTooShort(part.text) }
            return SearchTerm(scalars: scalars, startsWord: true, endsWord: false)
        }
        return SearchTerm(scalars: scalars, startsWord: isShort, endsWord: isShort && scalars.count == 1)
    }

    private func name(_ part: SearchParts.Part) throws(SearchProblem) -> String {
        guard !FoldedText(part.value).isEmpty else { throw .nothingToFind(part.text) }
        return part.value
    }

    private func day(_ part: SearchParts.Part) throws(SearchProblem) -> Timestamp {
        let today = SearchDay(at: now, utcOffset: utcOffset)
        if isWord(part.value, "today") { return today.start(utcOffset: utcOffset) }
        if isWord(part.value, "yesterday") { return today.earlier(by: 1).start(utcOffset: utcOffset) }
        guard let day = SearchDay(part.value) else { throw .notADay(part.text) }
        return day.start(utcOffset: utcOffset)
    }

    private func isWord(_ value: String, _ word: String) -> Bool {
        FoldedText(value).scalars == word.unicodeScalars.map { $0.value }
    }
}
