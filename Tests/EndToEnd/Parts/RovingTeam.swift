import NIOCore
import NIOPosix
import NexusCore
import NexusServer
import NexusTestSupport
import Testing

@testable import NexusBench

/// Pairs of people of whom one writes without end to whichever node takes their socket, and after each cut writes to the next what was not acknowledged.
final class RovingTeam: Sendable {
    /// Between two writes of up to 16 messages: few enough to be read in the end.
    private static let pace = TimeAmount.milliseconds(100)

    private let team: BenchTeam
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let senders: NIOLoopBoundBox<[ResendingSender]>
    private let work: Task<Void, Never>

    /// Begins.
    /// - Parameters:
    ///   - team: of pairs, whose first ones write.
    ///   - ports: of the nodes, or of what stands before them.
    init(_ team: BenchTeam, at ports: [Int]) {
        self.team = team
        let group = group
        let senders = NIOLoopBoundBox<[ResendingSender]>.makeBoxSendingValue(
            team.conversations.enumerated().map { ResendingSender(conversation: $1, number: $0) },
            eventLoop: group.any())
        self.senders = senders
        work = Task {
            await withTaskGroup(of: Void.self) { tasks in
                for index in team.conversations.indices {
                    let token = team.people[index * 2].accessToken
                    tasks.addTask { await RovingTeam.write(index, token, senders, group, ports) }
                }
            }
        }
    }

    /// Keeps one writer connected until the task is cancelled.
    private static func write(
        _ index: Int, _ token: String, _ senders: NIOLoopBoundBox<[ResendingSender]>,
        _ group: MultiThreadedEventLoopGroup, _ ports: [Int]
    ) async {
        var attempt = index
        while !Task.isCancelled {
            let connector = BenchConnector(group: group, host: "127.0.0.1", port: ports[attempt % ports.count])
            attempt += 1
            let channels = try? await connector.open([token]) {
                senders.value[index].attach($1, goesOn: false)
            }
            if let channel = channels?.first {
                let writing = senders.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: pace) { _ in
                    senders.value[index].begin()
                }
                await withTaskCancellationHandler {
                    try? await channel.closeFuture.get()
                } onCancel: {
                    channel.close(promise: nil)
                }
                writing.cancel()
            }
            // As a client would: not in a tight circle.
            try? await Task.sleep(for: .milliseconds(50))
        }
    }

    /// Waits until each writer has so many acknowledgements more than it had, or has found a problem.
    func goOn(_ count: Int, _ when: Comment) async throws {
        let before = try await read { $0.map(\.acknowledged) }
        try await eventually("all go on \(when)", within: .seconds(90)) {
            try await self.read { senders in
                zip(senders, before).allSatisfy { $0.acknowledged >= $1 + count || $0.problem != nil }
            }
        }
    }

    /// Ends the writing, and expects of the first server what ``ServerProcess/expectUnbroken(_:_:)`` says, and of all the same newest messages.
    func expectUnbroken(on servers: [ServerProcess]) async throws {
        work.cancel()
        await work.value
        let states = try await read { $0.map { (acknowledged: $0.acknowledged, problem: $0.problem) } }
        guard let first = servers.first else { return }
        try await first.expectUnbroken(team, states)
        for (index, conversation) in team.conversations.enumerated() {
            let token = team.people[index * 2 + 1].accessToken
            let newest = try await first.page(of: conversation, token: token)
            for other in servers.dropFirst() {
                #expect(try await other.page(of: conversation, token: token) == newest)
            }
        }
        try await group.shutdownGracefully()
    }

    private func read<T: Sendable>(_ body: @escaping @Sendable ([ResendingSender]) -> T) async throws -> T {
        try await senders.eventLoop.submit { [senders] in body(senders.value) }.get()
    }
}
