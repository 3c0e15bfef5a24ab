import ArgumentParser
import Foundation
import NexusBench
import NexusDatabase
import NexusIntelligence
import NexusServer

/// `nexus bench`: measures a throw-away server of this very binary.
struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measure the server and the local store.",
        discussion: "The server gets one processor and the generator another, on a temporary database.")

    enum Scenario: String, ExpressibleByArgument, CaseIterable {
        case pairs, fanout, idle, catchup, history, search, cold, screen, vectors, push, embed, retrieval, answers,
            insights, chat, clauses, grow, all
    }

    @Argument(help: "The scenarios: \(Scenario.allCases.map(\.rawValue).joined(separator: ", ")).")
    var scenario: Scenario

    @Argument(
        help: "embed: texts; retrieval and answers: conversations with questions; insights, chat, clauses: with labels."
    )
    var file: String?

    @Flag(help: "retrieval, answers, insights, chat: use words alone, as without a model.")
    var words = false

    @Flag(help: "chat: measure the language model of NEXUS_AI_URL as well; it gets the chats.")
    var model = false

    @Option(help: "chat --model: conversations of the folder, instead of all.")
    var sample: Int?

    @Option(
        help: """
            embed: write the vectors to this file, one row per text, as 32-bit floats; clauses: the training files; chat: the candidates \
            of questions.
            """)
    var out: String?

    @Option(help: "pairs: the number of pairs.")
    var pairs = 50

    @Option(help: "pairs, fanout: unanswered messages of a sender.")
    var window: Int?

    @Option(help: "pairs: messages sent per second, instead of as fast as the window allows.")
    var rate: Int?

    @Option(help: "fanout, push: members of the group; by default 100, push 10000.")
    var members: Int?

    @Option(help: "idle: sockets.")
    var connections = 10_000

    @Option(help: "Seconds to measure, for scenarios that run for a time.")
    var seconds = 8

    @Option(help: "catchup, history, search, cold, screen, vectors: messages in all; grow: of the largest size.")
    var messages: Int?

    @Option(help: "Runs of each scenario; the median is reported.")
    var runs = 1

    @Option(help: "Measure a running server at http://HOST:PORT, started with --no-rate-limits.")
    var server: String?

    @Option(
        help: """
            pairs, fanout, idle, catchup, history, search, grow: measure on this PostgreSQL database, in a schema that is removed afterwards.
            """)
    var database: String?

    @Option(help: "pairs and fanout --database: servers that share the database, with the bus of NEXUS_BUS_URL.")
    var nodes = 1

    @Flag(help: "Print one JSON object per scenario.")
    var json = false

    func validate() throws {
        if [.embed, .retrieval, .answers, .insights, .chat, .clauses].contains(scenario) != (file != nil) {
            throw ValidationError(
                "A FILE goes with embed, retrieval, answers, insights, chat and clauses, and only there.")
        }
        if out != nil, ![.embed, .clauses, .chat].contains(scenario) {
            throw ValidationError("--out goes with embed, clauses and chat.")
        }
        if scenario == .grow, server != nil || messages ?? GrowScenario.smallest < GrowScenario.smallest {
            throw ValidationError(
                "grow starts servers of its own, with at least \(GrowScenario.smallest) messages.")
        }
        if database != nil,
            server != nil || ![.pairs, .fanout, .idle, .catchup, .history, .search, .grow].contains(scenario)
        {
            throw ValidationError(
                "--database goes with pairs, fanout, idle, catchup, history, search and grow, without --server.")
        }
        if nodes != 1, ![.pairs, .fanout].contains(scenario) || database == nil {
            throw ValidationError("--nodes goes with pairs or fanout, and --database.")
        }
        if nodes != 1, scenario == .fanout, !BenchSetting.hasBus {
            throw ValidationError("fanout with --nodes needs a bus between them: name it in NEXUS_BUS_URL.")
        }
        if scenario == .clauses, out == nil { throw ValidationError("clauses needs --out.") }
        for (name, value) in [
            ("--pairs", pairs), ("--window", window ?? 1), ("--rate", rate ?? 1), ("--members", (members ?? 2) - 1),
            ("--connections", connections - 1), ("--nodes", nodes), ("--seconds", seconds), ("--runs", runs),
            ("--messages", (messages ?? 1_000) / 1_000),
        ] where value < 1 {
            throw ValidationError("\(name) is too small.")
        }
    }

    func run() async throws {
        do {
            for scenario in try scenarios() {
                var reports: [BenchReport] = []
                for _ in 0..<runs { reports.append(try await scenario()) }
                guard let report = runs == 1 ? reports.first : BenchReport.median(of: reports) else { return }
                if json { Output.json(report) } else { Output.line(report.text) }
            }
        } catch let failure as BenchFailure {
            throw CommandProblem(failure.description)
        }
    }

    private typealias Run = @Sendable () async throws -> BenchReport

    private func scenarios() throws -> [Run] {
        let target = try target()
        let paced = PairsScenario(pairs: pairs, rate: rate ?? 2_000, seconds: seconds)
        let windowed = PairsScenario(pairs: pairs, window: window ?? 32, seconds: seconds)
        let fanout = FanoutScenario(members: members ?? 100, window: window ?? 8, seconds: seconds)
        let idle = IdleScenario(connections: connections)
        let catchup = CatchupScenario(messages: messages ?? 10_000)
        let history = HistoryScenario(messages: messages ?? 100_000)
        let search = SearchScenario(messages: messages ?? 1_000_000)
        let cold = ColdScenario(messages: messages ?? 100_000)
        let screen = ScreenScenario(messages: messages ?? 10_000)
        let push = PushScenario(members: members ?? 10_000, rate: rate ?? 500, seconds: seconds)
        let vectors = VectorsScenario(messages: messages ?? 1_000_000)
        let runs: [(Scenario, Run)] = [
            (.pairs, { try await windowed.run(on: target) }), (.pairs, { try await paced.run(on: target) }),
            (.fanout, { try await fanout.run(on: target) }), (.idle, { try await idle.run(on: target) }),
            (.catchup, { try await catchup.run(on: target) }), (.history, { try await history.run(on: target) }),
            (.search, { try await search.run(on: target) }), (.cold, { try await cold.run() }),
            (.screen, { try await screen.run() }),
            (.vectors, { vectors.run() }), (.push, { try await push.run() }),
        ]
        switch scenario {
        case .grow:
            let grow = GrowScenario(messages: messages ?? 1_000_000, on: try postgres())
            return [{ try await grow.run() }]
        case .embed:
            guard let file else { return [] }
            let models = ModelFolder(
                environment: ProcessInfo.processInfo.environment, installed: ProgramResources.own.models)
            if let out {
                let export = try EmbeddingExport(file: file, models: models, out: out)
                return [{ try export.run() }]
            }
            let embedding = try EmbeddingScenario(file: file, models: models)
            return [{ embedding.run() }]
        case .insights:
            guard let file else { return [] }
            let insights = InsightsScenario(file: file, models: models)
            return [{ try insights.run() }]
        case .chat:
            guard let file else { return [] }
            if model {
                let chat = try ModelChatScenario(
                    file: file, sample: sample, environment: ProcessInfo.processInfo.environment)
                return [{ try await chat.run() }]
            }
            let chat = try ChatScenario(file: file, models: models, out: out)
            return [{ try chat.run() }]
        case .clauses:
            guard let file, let out else { return [] }
            let export = try ClauseExport(
                file: file,
                models: ModelFolder(
                    environment: ProcessInfo.processInfo.environment, installed: ProgramResources.own.models), out: out)
            return [{ try export.run() }]
        case .all: return runs.map(\.1)
        case .answers:
            guard let file else { return [] }
            let answers = try AnswersScenario(file: file, models: models)
            return [{ try answers.run() }]
        case .retrieval:
            guard let file else { return [] }
            let retrieval = try RetrievalScenario(file: file, models: models)
            return [{ try retrieval.run() }]
        case .pairs: return [runs[rate == nil ? 0 : 1].1]
        default: return runs.filter { $0.0 == scenario }.map(\.1)
        }
    }

    private var models: ModelFolder? {
        words
            ? nil
            : ModelFolder(
                environment: ProcessInfo.processInfo.environment, installed: ProgramResources.own.models)
    }

    private func postgres() throws -> PostgresAddress? {
        do { return try database.map { try PostgresAddress($0) } } catch let error as DatabaseError {
            throw CommandProblem("--database: \(error.detail).")
        }
    }

    private func target() throws -> BenchTarget {
        guard let server else { return .ownServer(on: try postgres(), nodes: nodes) }
        guard let url = URL(string: server), url.scheme == "http", let host = url.host() else {
            throw CommandProblem("\"\(server)\" is not an address like http://127.0.0.1:8480.")
        }
        return .running(host: host, port: url.port ?? 80)
    }
}
