import NexusCore
import NexusDatabase

/// Search in all conversations of a user. Each answer is one snapshot.
///
/// The index returns candidates of each conversation, newest first; each is read with the member's permissions, and matched again by the
/// rules of NexusCore. Unindexed messages are read directly. An answer costs a bounded number of reads: if that does
/// not suffice it has a cursor.
struct SearchService: Sendable {
    /// Searches over at most this many messages do not use the index.
    static let directMessages: Int64 = 4_000
    /// The maximum of newest unindexed messages to read.
    static let tailMessages = 20_000
    /// Blocks of the index read for one answer, beside the newest of each conversation.
    static let candidateBlocks = 3_072
    /// Messages read for one answer.
    static let candidateMessages = 2_500

    /// - Parameter now: what `today` means.
    /// - Throws: `Refusal`: `search_invalid`, `invalid_request`.
    func answer(_ request: SearchRequest, for user: UserID, now: Timestamp, in reader: Reader) throws -> SearchAnswer {
        let query: SearchQuery
        do throws(SearchProblem) {
            query = try SearchGrammar(now: now, utcOffset: request.utcOffset).query(request.query)
        } catch {
            throw Refusal(error)
        }
        let cursor = try request.cursor.map { text throws(Refusal) in try SearchCursor(text) }
        let scope = try SearchScope(query, for: user, reader)
        let isPartial = try !SearchIndex.isComplete(reader)
        guard !scope.isEmpty else { return SearchAnswer(results: []) }
        switch request.order {
        case .newest:
            var search = SearchWalk(scope, wanted: request.limit, from: cursor)
            try search.run(reader)
            return SearchAnswer(
                results: try results(search.found, scope, reader), cursor: search.end?.text,
                isPartial: search.isPartial || isPartial && search.usesIndex)
        case .best:
            var rank = 0
            if case .rank(let reached) = cursor { rank = reached }
            var search = SearchWalk(scope, wanted: Limits.searchRanked, from: nil)
            try search.run(reader)
            let ranked = ranked(search.found, query)
            let page = ranked.dropFirst(rank).prefix(request.limit)
            let end = rank + page.count
            return SearchAnswer(
                results: try results(Array(page), scope, reader),
                cursor: end < ranked.count ? SearchCursor.rank(end).text : nil,
                isPartial: search.isPartial || search.isCut || isPartial && search.usesIndex)
        }
    }

    /// The messages with all words, best first, as a base for ``MeaningSearch``.
    ///
    /// - Throws: as ``answer(_:for:now:in:)``.
    func exact(
        _ request: SearchRequest, for user: UserID, now: Timestamp, in reader: Reader
    ) throws -> (scope: SearchScope, messages: [SearchedMessage], isPartial: Bool) {
        let scope = try scope(request, for: user, now: now, in: reader)
        guard !scope.isEmpty else { return (scope, [], false) }
        var search = SearchWalk(scope, wanted: Limits.searchRanked, from: nil)
        try search.run(reader)
        let isPartial = try search.isPartial || search.isCut || search.usesIndex && !SearchIndex.isComplete(reader)
        return (scope, ranked(search.found, scope.query), isPartial)
    }

    /// - Throws: `Refusal`: `search_invalid`.
    func scope(
        _ request: SearchRequest, for user: UserID, now: Timestamp, in reader: Reader
    ) throws -> SearchScope {
        let query: SearchQuery
        do throws(SearchProblem) {
            query = try SearchGrammar(now: now, utcOffset: request.utcOffset).query(request.query)
        } catch {
            throw Refusal(error)
        }
        return try SearchScope(query, for: user, reader)
    }

    /// A page of results by words and meaning, each message read again, since it may have changed.
    func page(
        of ranked: [SearchedMessage], _ request: SearchRequest, for user: UserID, isPartial: Bool, now: Timestamp,
        in reader: Reader
    ) throws -> SearchAnswer {
        var rank = 0
        if let text = request.cursor, case .rank(let reached) = try SearchCursor(text) { rank = reached }
        let page = ranked.dropFirst(rank).prefix(request.limit)
        let end = rank + page.count
        let messages = try page.compactMap {
            try SearchRepository.message(in: $0.conversation, at: $0.seq, for: user, reader)
        }
        return SearchAnswer(
            results: try results(messages, scope(request, for: user, now: now, in: reader), reader),
            cursor: end < min(ranked.count, Limits.searchRanked) ? SearchCursor.rank(end).text : nil,
            isPartial: isPartial)
    }

    /// Newest first among equals, as they were found.
    private func ranked(_ found: [SearchedMessage], _ query: SearchQuery) -> [SearchedMessage] {
        let scores = found.map { query.match($0.text)?.score ?? 0 }
        return found.indices.sorted { left, right in
            scores[left] == scores[right] ? left < right : scores[left] > scores[right]
        }.map { found[$0] }
    }

    private func results(
        _ found: [SearchedMessage], _ scope: SearchScope, _ reader: Reader
    ) throws -> [SearchResult] {
        var names: [UserID: String] = [:]
        return try found.map { message in
            // A similar message has no match to mark.
            let match = scope.query.match(message.text, carrying: message.attachments)
            let snippet = match?.snippet ?? excerpt(of: message.text)
            if names[message.sender] == nil {
                names[message.sender] = try SearchRepository.name(of: message.sender, reader) ?? ""
            }
            return SearchResult(
                conversation: message.conversation, message: message.id, seq: message.seq, sender: message.sender,
                senderName: names[message.sender] ?? "", writtenAt: message.writtenAt, snippet: snippet)
        }
    }

    private func excerpt(of text: String) -> SearchSnippet {
        let words = FormattedText(text).words
        let line = String(words.prefix(MeaningSearch.excerpt).map { $0.isNewline ? " " : $0 })
        return SearchSnippet(text: line.count < words.count ? line + "…" : line, marks: [])
    }
}
