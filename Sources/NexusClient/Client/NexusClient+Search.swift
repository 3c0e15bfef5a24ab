import Foundation
import NexusCore

/// The result of a search.
public struct SearchFound: Equatable, Sendable {
    public var results: [SearchResult]
    /// For the next call with the same text and order; `nil` at the end.
    public var cursor: String?
    /// Whether only this device was searched, because it is offline.
    public var isOnDevice: Bool
    /// Whether some messages were not searched: those not on this device, or not indexed by the server yet.
    public var isPartial: Bool
    /// Whether the best matches include similar meanings: the server was asked, and has its embedding model.
    public var byMeaning: Bool
}

extension NexusClient {
    /// Messages in all of the user's conversations that match a query (see docs/api.md for its syntax). Offline, this
    /// device is searched by the same rules.
    ///
    /// - Throws: ``ClientError/refused(_:)`` (`search_invalid`) naming the invalid part.
    public func search(
        _ text: String, order: SearchCollector.Order = .best, limit: Int = Limits.searchResults, cursor: String? = nil
    ) async throws(ClientError) -> SearchFound {
        let request = SearchRequest(
            query: text, order: order, limit: min(max(limit, 1), Limits.searchResults), cursor: cursor,
            utcOffset: TimeZone.current.secondsFromGMT() / 60)
        // Invalid queries are reported offline too.
        let query = try query(of: request)
        do throws(ClientError) {
            let answer = try await api().call(Endpoints.search, request)
            return SearchFound(
                results: answer.results, cursor: answer.cursor, isOnDevice: false, isPartial: answer.isPartial,
                byMeaning: answer.byMeaning)
        } catch {
            guard error.isOffline else { throw error }
            return try await searchDevice(for: query, order: order, limit: request.limit)
        }
    }

    private func query(of request: SearchRequest) throws(ClientError) -> SearchQuery {
        do throws(SearchProblem) {
            return try SearchGrammar(now: clock.now(), utcOffset: request.utcOffset).query(request.query)
        } catch {
            throw .refused(Refusal(error))
        }
    }

    private func searchDevice(
        for query: SearchQuery, order: SearchCollector.Order, limit: Int
    ) async throws(ClientError) -> SearchFound {
        let engine = try await engine()
        let names = SearchNames(engine)
        let store = try openStore()
        let people = try store.knownPeople(matching: "")
        var collector = SearchCollector(
            query, by: engine.me, order: order, limit: limit, senders: names.senders(of: query, among: people),
            conversations: names.conversations(of: query), blocked: names.blocked, deleted: names.deleted)
        collector = try store.offerMessages(to: collector)
        let known = Dictionary(people.map { ($0.id, $0.name) }) { first, _ in first }
        let results = collector.results().map { entry in
            SearchResult(
                entry, senderName: names.name(of: entry.message.sender) ?? known[entry.message.sender] ?? "")
        }
        return SearchFound(results: results, cursor: nil, isOnDevice: true, isPartial: true, byMeaning: false)
    }
}
