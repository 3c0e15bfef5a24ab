import NexusCore
import NexusDatabase

/// Finding messages in all conversations of somebody. Each answer is one snapshot.
///
/// The index gives candidates, newest first; each is read as history would read it, by its member, and matched again by the rules of
/// NexusCore. What the index does not hold yet is read directly. An answer costs a bounded number of reads: where that does not
/// suffice it says where to go on.
struct SearchService: Sendable {
    /// Where all that somebody may read is no more than this, it is read without the index.
    static let directMessages: Int64 = 4_000
    /// Messages of the newest that the index does not hold yet, at most.
    static let tailMessages = 20_000
    /// Rows of the index looked at for one answer.
    static let candidateRows = 30_000
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
        return try found.compactMap { message in
            guard let match = scope.query.match(message.text, carrying: message.attachments) else {
                return nil
            }
            if names[message.sender] == nil {
                names[message.sender] = try SearchRepository.name(of: message.sender, reader) ?? ""
            }
            return SearchResult(
                conversation: message.conversation, message: message.id, seq: message.seq, sender: message.sender,
                senderName: names[message.sender] ?? "", writtenAt: message.writtenAt, snippet: match.snippet)
        }
    }
}
