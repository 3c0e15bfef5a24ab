import NIOCore
import NIOPosix
import NexusCore
import NexusServer
import NexusTestSupport
import Testing

@testable import NexusBench

/// Pairs of people of whom one writes without end, and after each cut writes again what was not acknowledged.
final class ResendingTeam: Sendable {
    let team: BenchTeam
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let senders: NIOLoopBoundBox<[ResendingSender]>
    private let tokens: [String]

    /// - Parameter team: of pairs, whose first ones write.
    init(_ team: BenchTeam) {
        self.team = team
        tokens = stride(from: 0, to: team.people.count, by: 2).map { team.people[$0].accessToken }
        senders = .makeBoxSendingValue(
            team.conversations.enumerated().map { ResendingSender(conversation: $1, number: $0) },
            eventLoop: group.any())
    }

    /// Connects the writers, and lets them begin or go on.
    func write(to server: ServerProcess) async throws {
        _ = try await BenchConnector(group: group, host: "127.0.0.1", port: server.port)
            .open(tokens) { [senders] index, connection in senders.value[index].attach(connection) }
        try await read { for sender in $0 { sender.begin() } }
    }

    /// Waits until each writer has as many acknowledgements in all, or has found a problem.
    func haveAcknowledgements(_ count: Int) async throws {
        try await eventually("all senders have \(count) acknowledgements", within: .seconds(60)) {
            try await self.read { $0.allSatisfy { $0.acknowledged >= count || $0.problem != nil } }
        }
    }

    func areCut() async throws {
        try await eventually("all sockets are cut", within: .seconds(60)) {
            try await self.read { $0.allSatisfy(\.isCut) }
        }
    }

    /// The most acknowledgements that a writer has.
    var acknowledged: Int {
        get async throws { try await read { $0.map(\.acknowledged).max() ?? 0 } }
    }

    /// Expects of a server what ``ServerProcess/expectUnbroken(_:_:)`` says, and ends.
    func expectUnbroken(on server: ServerProcess) async throws {
        let states = try await read { $0.map { (acknowledged: $0.acknowledged, problem: $0.problem) } }
        try await server.expectUnbroken(team, states)
        try await group.shutdownGracefully()
    }

    private func read<T: Sendable>(_ body: @escaping @Sendable ([ResendingSender]) -> T) async throws -> T {
        try await senders.eventLoop.submit { [senders] in body(senders.value) }.get()
    }
}

extension ServerProcess {
    /// Expects of each pair's history every message once, in order and without a gap, with all that were acknowledged.
    func expectUnbroken(_ team: BenchTeam, _ states: [(acknowledged: Int, problem: String?)]) async throws {
        for (index, (acknowledged, problem)) in states.enumerated() {
            #expect(problem == nil)
            let history = try await history(
                of: team.conversations[index], token: team.people[index * 2 + 1].accessToken)
            let numbers = history.compactMap { Int($0.text.prefix(8)) }
            #expect(numbers == Array(0..<numbers.count), "pair \(index) is out of order, doubled or has a hole")
            #expect(numbers.count >= acknowledged, "pair \(index) lost an acknowledged message")
            // The conversation's making is change 1; nothing else than posts followed.
            #expect(history.map(\.seq) == (0..<history.count).map { Seq($0 + 2) }, "pair \(index) has a gap in seq")
        }
    }
}
