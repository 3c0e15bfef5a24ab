import ArgumentParser
import NexusBench

/// `nexus bench`: measures a throw-away server of this very binary.
struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measure the server and the local store.",
        discussion: "The server gets one processor and the generator another, on a database that is thrown away.")

    enum Scenario: String, ExpressibleByArgument, CaseIterable {
        case pairs, fanout, idle, catchup, history, all
    }

    @Argument(help: "What to measure: \(Scenario.allCases.map(\.rawValue).joined(separator: ", ")).")
    var scenario: Scenario

    @Option(help: "pairs: how many.")
    var pairs = 50

    @Option(help: "pairs, fanout: unanswered messages of a sender.")
    var window: Int?

    @Option(help: "pairs: messages a second offered, instead of as fast as the window allows.")
    var rate: Int?

    @Option(help: "fanout: members of the group.")
    var members = 100

    @Option(help: "idle: sockets.")
    var connections = 10_000

    @Option(help: "Seconds to measure, where it is a matter of time.")
    var seconds = 8

    @Flag(help: "One JSON object for each scenario.")
    var json = false

    func validate() throws {
        for (name, value) in [
            ("--pairs", pairs), ("--window", window ?? 1), ("--rate", rate ?? 1), ("--members", members - 1),
            ("--connections", connections - 1), ("--seconds", seconds),
        ] where value < 1 {
            throw ValidationError("\(name) is too small.")
        }
    }

    func run() async throws {
        do {
            for report in scenarios { try await tell(report) }
        } catch let failure as BenchFailure {
            throw CommandProblem(failure.description)
        }
    }

    private var scenarios: [@Sendable () async throws -> BenchReport] {
        let paced = PairsScenario(pairs: pairs, rate: rate ?? 2_000, seconds: seconds)
        let windowed = PairsScenario(pairs: pairs, window: window ?? 32, seconds: seconds)
        let fanout = FanoutScenario(members: members, window: window ?? 8, seconds: seconds)
        let idle = IdleScenario(connections: connections)
        let catchup = CatchupScenario()
        let history = HistoryScenario()
        return switch scenario {
        case .pairs: rate == nil ? [windowed.run] : [paced.run]
        case .fanout: [fanout.run]
        case .idle: [idle.run]
        case .catchup: [catchup.run]
        case .history: [history.run]
        case .all: [windowed.run, paced.run, fanout.run, idle.run, catchup.run, history.run]
        }
    }

    private func tell(_ run: @Sendable () async throws -> BenchReport) async throws {
        let report = try await run()
        if json { Output.json(report) } else { Output.line(report.text) }
    }
}
