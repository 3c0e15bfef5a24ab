import Foundation
import NIOCore
import NIOPosix
import NexusCore
import NexusDatabase
import NexusServer

/// Which server is measured.
public enum BenchTarget: Sendable {
    /// A throw-away server of this program's own binary, on a PostgreSQL database or, with nil, on SQLite.
    /// - Parameter nodes: servers that share the PostgreSQL database.
    case ownServer(on: PostgresAddress? = nil, nodes: Int = 1)
    /// A running one at `http://host:port`, which is left running.
    case running(host: String, port: Int)
}

/// The common set-up of scenarios: a server, users with tokens, and the generator's event loop on its own processor.
public struct BenchSetting {
    let host: String
    let port: Int
    /// The process that is measured; one that does not exist for a server that was not started here.
    let figures: ProcessFigures
    let group: MultiThreadedEventLoopGroup
    /// Of a server that was started here.
    var database: BenchDatabase?
    /// Of all nodes; empty for one server.
    var ports: [Int] = []

    /// One for each node.
    private var connectors: [BenchConnector] {
        ports.isEmpty ? [connector] : ports.map { BenchConnector(group: group, host: host, port: $0) }
    }

    /// Whether nodes have a bus, over which what is posted at one arrives at once at the others.
    public static var hasBus: Bool { ProcessInfo.processInfo.environment["NEXUS_BUS_URL"]?.isEmpty == false }

    /// Opens a socket of each person, at the node of a number.
    func open(
        _ people: [ServerSeed.Person], at node: (Int) -> Int,
        configure: @escaping @Sendable (Int, BenchConnection) -> Void
    ) async throws -> [any Channel] {
        var channels: [any Channel] = []
        let connectors = connectors
        for (number, connector) in connectors.enumerated() {
            let indices = people.indices.filter { node($0) % connectors.count == number }
            channels += try await connector.open(indices.map { people[$0].accessToken }) { position, connection in
                configure(indices[position], connection)
            }
        }
        return channels
    }

    var connector: BenchConnector { BenchConnector(group: group, host: host, port: port) }

    /// Runs a scenario, and always cleans up.
    /// - Parameter environment: for a server started here.
    static func run(
        _ scenario: String, on target: BenchTarget, environment: [String: String] = [:],
        seed: (any BenchSeed) async throws -> BenchTeam,
        _ body: (BenchSetting, BenchTeam, inout BenchReport) async throws -> Void
    ) async throws -> BenchReport {
        Processor.raiseFileLimit()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        var report = BenchReport(scenario: scenario)
        let outcome: Result<Void, any Error>
        do {
            switch target {
            case .running(let host, let port):
                let team = try await seed(RemoteSeed(address: "http://\(host):\(port)"))
                let setting = BenchSetting(host: host, port: port, figures: ProcessFigures(pid: 0), group: group)
                try await body(setting, team, &report)
            case .ownServer(let postgres, let nodes):
                try await runOwnServer(on: postgres, nodes: nodes, group, environment, seed: seed, body, &report)
            }
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        try await group.shutdownGracefully()
        try outcome.get()
        return report
    }

    private static func runOwnServer(
        on postgres: PostgresAddress?, nodes: Int, _ group: MultiThreadedEventLoopGroup,
        _ environment: [String: String],
        seed: (any BenchSeed) async throws -> BenchTeam,
        _ body: (BenchSetting, BenchTeam, inout BenchReport) async throws -> Void, _ report: inout BenchReport
    ) async throws {
        let server = try BenchServer(on: postgres, nodes: nodes)
        defer { server.stop() }
        let team = try await server.seed { try await seed(LocalSeed(seed: $0)) }
        try server.start(environment: environment)
        if Processor.count > 1 { Processor.pin(to: 1) }
        let setting = BenchSetting(
            host: "127.0.0.1", port: server.port, figures: server.figures, group: group,
            database: server.database, ports: server.ports)
        try await body(setting, team, &report)
    }
}

/// The seeded users, and their conversations.
struct BenchTeam: Sendable {
    var people: [ServerSeed.Person] = []
    var conversations: [ConversationID] = []

    /// - Parameter first: the number of the first, where there are others already.
    static func people(_ count: Int, from first: Int = 0, _ seed: any BenchSeed) async throws -> BenchTeam {
        var team = BenchTeam()
        while team.people.count < count {
            let start = team.people.count
            let names = (start..<min(count, start + 1_000)).map {
                ("Person \(first + $0)", "person\(first + $0)@bench.example")
            }
            team.people += try await seed.people(names)
        }
        return team
    }

    /// The first with the second, the third with the fourth, …
    static func pairs(_ count: Int, _ seed: any BenchSeed) async throws -> BenchTeam {
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

    /// One group with all users.
    static func group(_ count: Int, _ seed: any BenchSeed) async throws -> BenchTeam {
        var team = try await people(count, seed)
        try await team.addGroup(of: team.people.map(\.user.id), seed)
        return team
    }

    mutating func addGroup(of users: [UserID], _ seed: any BenchSeed) async throws {
        var random = SystemRandomNumberGenerator()
        let id = ConversationID(at: BenchServer.now(), using: &random)
        let operation = Operation(
            id: OperationID(at: BenchServer.now(), using: &random),
            kind: .createGroup(id, title: "Bench", members: Array(users.dropFirst())))
        try await seed.apply([(operation, users[0])])
        conversations.append(id)
    }

    /// Posts `count` messages of 100 bytes by one user.
    static func post(
        _ count: Int, in conversation: ConversationID, by user: UserID, _ seed: any BenchSeed
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
