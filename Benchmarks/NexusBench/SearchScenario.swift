import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NexusCore
import NexusServer

/// `search`: users search in turn for common and rare words, parts of words, phrases and by filters among a million
/// messages in 100 groups, over HTTP. Half of the searches are by a user who is in all groups, half by one who is in
/// five. By words alone, without the background work of a server that is new to a million messages: insights and
/// embeddings.
public struct SearchScenario: Sendable {
    public var messages: Int
    public var requests: Int

    public init(messages: Int = 1_000_000, requests: Int = 1_200) {
        self.messages = messages
        self.requests = requests
    }

    private static let groups = 100

    public func run(on target: BenchTarget) async throws -> BenchReport {
        let vocabulary = SearchVocabulary()
        return try await BenchSetting.run(
            "search", on: target, environment: ["NEXUS_AI": "off", "NEXUS_MODELS": "/dev/null"],
            seed: { try await seeded(vocabulary, $0) }
        ) { setting, team, report in
            let client = HTTPClient(eventLoopGroupProvider: .shared(setting.group))
            do {
                try await measure(setting, team, vocabulary, client, &report)
            } catch {
                try await client.shutdown()
                throw error
            }
            try await client.shutdown()
        }
    }

    private func seeded(_ vocabulary: SearchVocabulary, _ seed: any BenchSeed) async throws -> BenchTeam {
        var team = try await BenchTeam.people(50, seed)
        let everywhere = team.people[0].user.id
        let seldom = team.people[1].user.id
        for group in 0..<Self.groups {
            let others = team.people[(2 + group % 8 * 6)..<(8 + group % 8 * 6)].map(\.user.id)
            try await team.addGroup(of: [everywhere] + others + (group % 20 == 0 ? [seldom] : []), seed)
        }
        var random = BenchRandom(seed: 1)
        var posted = 0
        while posted < messages {
            let count = min(1_000, messages - posted)
            var operations: [(operation: NexusCore.Operation, user: UserID)] = []
            for number in 0..<count {
                let group = Int.random(in: 0..<Self.groups, using: &random)
                let sender = team.people[2 + group % 8 * 6 + number % 6].user.id
                let time = BenchServer.now()
                let kind = Operation.Kind.post(
                    team.conversations[group], text: vocabulary.sentence(using: &random), writtenAt: time)
                operations.append((Operation(id: OperationID(at: time, using: &random), kind: kind), sender))
            }
            try await seed.apply(operations)
            posted += count
        }
        return team
    }

    private func measure(
        _ setting: BenchSetting, _ team: BenchTeam, _ vocabulary: SearchVocabulary, _ client: HTTPClient,
        _ report: inout BenchReport
    ) async throws {
        let clock = ContinuousClock()
        let start = clock.now
        // The server indexes the messages while it serves, and reports completion.
        while try await search("zzz", .best, by: team.people[0], setting, client).answer.isPartial {
            try await Task.sleep(for: .milliseconds(500))
        }
        report.add("messages", messages)
        report.add("indexedSeconds", (clock.now - start) / .seconds(1))
        var random = BenchRandom(seed: 2)
        var times: [SearchVocabulary.Kind: [Double]] = [:]
        let spending = ServerSpending(of: setting.figures)
        for number in 0..<(requests + 60) {
            let kind = SearchVocabulary.Kind.allCases[number / 4 % SearchVocabulary.Kind.allCases.count]
            let query = vocabulary.query(kind, using: &random)
            let order: SearchCollector.Order = number % 2 == 0 ? .best : .newest
            let found = try await search(query, order, by: team.people[number / 2 % 2], setting, client)
            if number >= 60 { times[kind, default: []].append(found.milliseconds) }
        }
        report.add("searchMs", Percentiles(times.values.flatMap { $0 }))
        for kind in SearchVocabulary.Kind.allCases {
            report.add("\(kind.rawValue)Ms", Percentiles(times[kind] ?? []))
        }
        if let seconds = spending.serverSeconds {
            report.add("serverCpuMsPerSearch", seconds * 1_000 / Double(requests + 60))
        }
        spending.add(to: &report)
    }

    private func search(
        _ query: String, _ order: SearchCollector.Order, by person: ServerSeed.Person, _ setting: BenchSetting,
        _ client: HTTPClient
    ) async throws -> (answer: SearchAnswer, milliseconds: Double) {
        var request = HTTPClientRequest(url: "http://\(setting.host):\(setting.port)\(Endpoints.search.path)")
        request.method = .POST
        request.headers.add(name: "Authorization", value: "Bearer \(person.accessToken)")
        request.body = .bytes(ByteBuffer(bytes: SearchRequest(query: query, order: order).json))
        let start = ContinuousClock.now
        let response = try await client.execute(request, timeout: .seconds(30))
        let body = try await response.body.collect(upTo: 1 << 20)
        let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
        guard response.status == .ok else { throw BenchFailure("\(query) was refused: \(String(buffer: body))") }
        let answer = try body.withUnsafeReadableBytes { bytes throws(JSONError) in try SearchAnswer.decode(bytes) }
        return (answer, milliseconds)
    }
}
