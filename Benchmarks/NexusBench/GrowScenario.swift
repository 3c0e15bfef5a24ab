import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NexusCore
import NexusDatabase
import NexusServer

/// `grow`: what a larger history costs. A server of its own for each of several sizes, each ten times the one before, with a hundred messages a
/// conversation; at every size each person is in a hundred conversations of five, so that only the organisation grows. Measured after indexing, with
/// SQLite's file in the system's cache: posting, the newest and an older page, searching by words, and a device that catches up with all of its person's
/// conversations. By words alone: without insights and embeddings.
public struct GrowScenario: Sendable {
    /// Of the largest size.
    public var messages: Int
    public var requests: Int
    /// Where the rows are; nil for SQLite.
    public var postgres: PostgresAddress?

    /// Of the smallest size.
    public static let smallest = 10_000

    public init(messages: Int = 1_000_000, requests: Int = 500, on postgres: PostgresAddress? = nil) {
        self.messages = messages
        self.requests = requests
        self.postgres = postgres
    }

    private var sizes: [Int] {
        Array(sequence(first: Self.smallest) { $0 * 10 }.prefix { $0 <= messages })
    }

    /// Figures of each size, as `postMsAt10000`, and how often the median of the smallest size goes into that of the largest, as `postGrowth`. The
    /// smallest is measured again at the end (`postMsAt10000Again`), and the mean of both counts: filling the largest takes long enough for a shared
    /// machine to become quicker or slower.
    public func run() async throws -> BenchReport {
        var report = BenchReport(scenario: "grow")
        var first: [String: Double] = [:]
        var last: [String: Double] = [:]
        for size in sizes {
            let figures = try await measure(size)
            for (name, times) in figures.times {
                let percentiles = Percentiles(times)
                report.add("\(name)MsAt\(size)", percentiles)
                if size == sizes.first { first[name] = percentiles.p50 }
                last[name] = percentiles.p50
            }
            report.add("bytesPerMessageAt\(size)", figures.bytesPerMessage)
            report.add("indexedSecondsAt\(size)", figures.indexedSeconds)
            report.add("serverMegabytesAt\(size)", figures.megabytes)
        }
        if let smallest = sizes.first, sizes.count > 1 {
            for (name, times) in try await measure(smallest).times {
                let percentiles = Percentiles(times)
                report.add("\(name)MsAt\(smallest)Again", percentiles)
                first[name] = ((first[name] ?? percentiles.p50) + percentiles.p50) / 2
            }
        }
        for (name, value) in last.sorted(by: { $0.key < $1.key }) {
            if let base = first[name], base > 0 { report.add("\(name)Growth", value / base) }
        }
        return report
    }

    private struct Figures {
        /// Milliseconds by what was done, in the order of the report.
        var times: [(name: String, samples: [Double])] = []
        var bytesPerMessage = 0.0
        var indexedSeconds = 0.0
        var megabytes = 0.0
    }

    private func measure(_ size: Int) async throws -> Figures {
        let organisation = GrowingOrganisation(messages: size)
        var figures = Figures()
        _ = try await BenchSetting.run(
            "grow", on: .ownServer(on: postgres), environment: ["NEXUS_AI": "off", "NEXUS_MODELS": "/dev/null"],
            seed: { try await organisation.fill($0) }
        ) { setting, team, _ in
            let client = HTTPClient(eventLoopGroupProvider: .shared(setting.group))
            do {
                let visitor = GrowVisitor(setting: setting, team: team, organisation: organisation, client: client)
                figures.indexedSeconds = try await visitor.indexed()
                try setting.database?.readThrough()
                // The first requests fill caches.
                _ = try await visitor.times(requests: requests / 5)
                figures.times = try await visitor.times(requests: requests)
                figures.times.append(("catchup", try await visitor.catchUps()))
            } catch {
                try await client.shutdown()
                throw error
            }
            try await client.shutdown()
            figures.bytesPerMessage = Double(setting.database?.bytes ?? 0) / Double(size)
            figures.megabytes = (setting.figures.residentKibibytes ?? 0) / 1_024
        }
        return figures
    }
}

/// An organisation of any size in which each person has the same number of conversations.
struct GrowingOrganisation: Sendable {
    static let members = 5
    static let conversationsOfEach = 100
    static let messagesOfEach = 100

    let messages: Int
    let vocabulary = SearchVocabulary()

    var conversations: Int { messages / Self.messagesOfEach }
    var people: Int { max(Self.members, conversations * Self.members / Self.conversationsOfEach) }

    /// The members of a conversation, by number.
    func members(of conversation: Int) -> [Int] {
        (0..<Self.members).map { (conversation * Self.members + $0) % people }
    }

    func fill(_ seed: any BenchSeed) async throws -> BenchTeam {
        var team = try await BenchTeam.people(people, seed)
        var random = BenchRandom(seed: 4)
        var batch: [(operation: NexusCore.Operation, user: UserID)] = []
        func add(_ kind: NexusCore.Operation.Kind, by person: Int) async throws {
            let operation = Operation(id: OperationID(at: BenchServer.now(), using: &random), kind: kind)
            batch.append((operation, team.people[person].user.id))
            guard batch.count == 1_000 else { return }
            try await seed.apply(batch)
            batch = []
        }
        for number in 0..<conversations {
            let id = ConversationID(at: BenchServer.now(), using: &random)
            let members = members(of: number)
            team.conversations.append(id)
            try await add(
                .createGroup(
                    id, title: "Group \(number)", members: members.dropFirst().map { team.people[$0].user.id }),
                by: members[0])
        }
        // Conversations take turns, as in an organisation at work.
        for number in 0..<messages {
            let conversation = number % conversations
            try await add(
                .post(
                    team.conversations[conversation], text: vocabulary.sentence(using: &random),
                    writtenAt: BenchServer.now()),
                by: members(of: conversation)[number / conversations % Self.members])
        }
        try await seed.apply(batch)
        return team
    }
}
