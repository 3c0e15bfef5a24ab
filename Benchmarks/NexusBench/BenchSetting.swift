import Foundation
import NIOCore
import NIOPosix
import NexusCore
import NexusServer

/// What every scenario starts from: a server, people with tokens, and the generator's event loop on a processor of its own.
struct BenchSetting {
    let server: BenchServer
    let group: MultiThreadedEventLoopGroup

    /// Runs a scenario on a fresh server, and cleans up whatever happens.
    static func run(
        _ scenario: String, seed: (ServerSeed) async throws -> BenchTeam,
        _ body: (BenchSetting, BenchTeam, inout BenchReport) async throws -> Void
    ) async throws -> BenchReport {
        Processor.raiseFileLimit()
        let server = try BenchServer()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        var report = BenchReport(scenario: scenario)
        do {
            let team = try await server.seed(seed)
            try server.start()
            if Processor.count > 1 { Processor.pin(to: 1) }
            try await body(BenchSetting(server: server, group: group), team, &report)
        } catch {
            server.stop()
            try await group.shutdownGracefully()
            throw error
        }
        server.stop()
        try await group.shutdownGracefully()
        return report
    }

    var connector: BenchConnector { BenchConnector(group: group, host: "127.0.0.1", port: server.port) }
}

/// Who was seeded, and their conversations.
struct BenchTeam: Sendable {
    var people: [ServerSeed.Person] = []
    var conversations: [ConversationID] = []

    static func people(_ count: Int, _ seed: ServerSeed) async throws -> BenchTeam {
        var team = BenchTeam()
        while team.people.count < count {
            let start = team.people.count
            let names = (start..<min(count, start + 1_000)).map { ("Person \($0)", "person\($0)@bench.example") }
            team.people += try await seed.people(names)
        }
        return team
    }

    /// The first with the second, the third with the fourth, …
    static func pairs(_ count: Int, _ seed: ServerSeed) async throws -> BenchTeam {
        var team = try await people(count * 2, seed)
        var random = SystemRandomNumberGenerator()
        for pair in 0..<count {
            let (one, other) = (team.people[pair * 2].user.id, team.people[pair * 2 + 1].user.id)
            let id = ConversationID.direct(between: one, and: other)
            let operation = Operation(
                id: OperationID(at: BenchServer.now(), using: &random), kind: .createDirect(id, with: other))
            try await seed.apply([(operation, one)])
            team.conversations.append(id)
        }
        return team
    }

    /// One group of all.
    static func group(_ count: Int, _ seed: ServerSeed) async throws -> BenchTeam {
        var team = try await people(count, seed)
        try await team.addGroup(of: team.people.map(\.user.id), seed)
        return team
    }

    mutating func addGroup(of users: [UserID], _ seed: ServerSeed) async throws {
        var random = SystemRandomNumberGenerator()
        let id = ConversationID(at: BenchServer.now(), using: &random)
        let operation = Operation(
            id: OperationID(at: BenchServer.now(), using: &random),
            kind: .createGroup(id, title: "Bench", members: Array(users.dropFirst())))
        try await seed.apply([(operation, users[0])])
        conversations.append(id)
    }

    /// Posts `count` messages of 100 bytes by somebody.
    static func post(
        _ count: Int, in conversation: ConversationID, by user: UserID, _ seed: ServerSeed
    ) async throws {
        var random = SystemRandomNumberGenerator()
        let text = String(repeating: "x", count: 100)
        var posted = 0
        while posted < count {
            let batch = min(1_000, count - posted)
            try await seed.apply(
                (0..<batch).map { _ in
                    let time = BenchServer.now()
                    return (
                        Operation(
                            id: OperationID(at: time, using: &random),
                            kind: .post(conversation, text: text, writtenAt: time)), user
                    )
                })
            posted += batch
        }
    }
}
