import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

struct Search: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Search the messages of all your conversations.",
        discussion: """
            Words, parts of words, beginnings (haus*), "exact phrases", from:NAME, from:me, in:TITLE, before:2026-11-21, \
            after:2026-11, has:link, has:image, has:file, has:voice, mentions:me. All of them must hold. With no network this device \
            is searched.
            """)

    @Argument(help: "The search terms. Several arguments are joined.") var query: [String]
    @Option(help: "The maximum number of results.") var limit = 20
    @Flag(help: "Sort by time, newest first, instead of by best match.") var newest = false
    @Flag(help: "Match by meaning too, if the server has its model. Not with --newest.")
    var meaning = false
    @Flag(help: "Print JSON.") var json = false

    func validate() throws {
        if meaning, newest { throw ValidationError("--meaning sorts by best match: leave out --newest.") }
        guard limit > 0 else { throw ValidationError("--limit is at least 1.") }
    }

    func run() async throws {
        let client = try ProfileClient.open()
        let (found, isOnDevice, isPartial, byMeaning) = try await results(client)
        if meaning, !byMeaning, !isOnDevice {
            Output.warn("The server has no embedding model; only words were searched.")
        }
        if isOnDevice {
            Output.warn("No connection; only this device was searched\(meaning ? ", by words alone" : "").")
        }
        if isPartial, !isOnDevice { Output.warn("There may be more.") }
        if json { return Output.json(found.map { SearchResultJSON($0) }) }
        let titles = Dictionary(try await client.conversations().map { ($0.id, $0.title) }) { first, _ in first }
        let list = SearchListing(now: SystemClock().now(), style: .standardOutput)
        Output.lines(found.flatMap { list.lines(for: $0, in: titles[$0.conversation] ?? $0.conversation.text) })
    }

    /// As many pages as the limit takes.
    private func results(
        _ client: NexusClient
    ) async throws -> ([SearchResult], isOnDevice: Bool, isPartial: Bool, byMeaning: Bool) {
        let text = query.joined(separator: " ")
        var found: [SearchResult] = []
        var cursor: String?
        var isPartial = false
        var isOnDevice = false
        var byMeaning = true
        repeat {
            let page = try await client.search(
                text, order: newest ? .newest : .best, limit: min(limit - found.count, Limits.searchResults),
                cursor: cursor)
            found += page.results
            cursor = page.cursor
            isPartial = page.isPartial || isPartial
            isOnDevice = page.isOnDevice || isOnDevice
            byMeaning = page.byMeaning && byMeaning
        } while cursor != nil && found.count < limit
        return (found, isOnDevice, isPartial, byMeaning)
    }
}
