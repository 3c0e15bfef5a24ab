import Foundation
import NIOCore
import NIOPosix
import NexusCore
import NexusServer
import NexusTestSupport
import Testing

@testable import NexusBench

@Suite("A killed server", .serialized)
struct KillTests {
    @Test("has every acknowledged message once, in order, without a gap, after ten kills with -9 under load")
    func killedUnderLoad() async throws {
        let server = try ServerProcess()
        let pairs = 8
        let team = try await server.seed { try await BenchTeam.pairs(pairs, $0) }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.any()
        let senders = NIOLoopBoundBox.makeBoxSendingValue(
            (0..<pairs).map { ResendingSender(conversation: team.conversations[$0], number: $0) }, eventLoop: loop)
        for round in 1...10 {
            try server.start()
            let connector = BenchConnector(group: group, host: "127.0.0.1", port: server.port)
            let tokens = (0..<pairs).map { team.people[$0 * 2].accessToken }
            _ = try await connector.open(tokens) { index, connection in senders.value[index].attach(connection) }
            let goal = round * 40
            try await loop.submit { for sender in senders.value { sender.begin() } }.get()
            try await eventually("all senders have their acknowledgements", within: .seconds(60)) {
                try await loop.submit { senders.value.allSatisfy { $0.acknowledged >= goal } }.get()
            }
            server.kill()
            try await eventually("all sockets are cut", within: .seconds(60)) {
                try await loop.submit { senders.value.allSatisfy(\.isCut) }.get()
            }
        }
        try server.start()
        let states = try await loop.submit { senders.value.map { ($0.acknowledged, $0.problem) } }.get()
        try await server.expectUnbroken(team, states)
        #expect(server.terminate() == 0)
        try await group.shutdownGracefully()
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

/// Posts with a window of unanswered messages, and after a cut repeats unacknowledged ones under the same identifiers.
/// Confined to the event loop.
final class ResendingSender {
    private var template: MessageTemplate
    private var connection: BenchConnection?
    private(set) var acknowledged = 0
    private(set) var problem: String?
    private var sent = 0

    init(conversation: ConversationID, number: Int) {
        template = MessageTemplate(conversation: conversation, sender: number, size: 60, at: BenchServer.now())
    }

    var isCut: Bool { connection?.isClosed ?? true }

    func attach(_ connection: BenchConnection) {
        self.connection = connection
        sent = acknowledged
        // Weak: a test that failed is gone while frames still come.
        connection.onFrame = { [weak self] frame in
            guard let self else { return }
            if FrameScan.isType("refusal", frame) { problem = String(decoding: frame, as: UTF8.self) }
            guard let number = FrameScan.acknowledged(frame) else { return }
            if number != acknowledged { problem = "acknowledgement \(number) instead of \(acknowledged)" }
            acknowledged += 1
        }
        connection.onReadComplete = { [weak self] in self?.begin() }
    }

    func begin() {
        guard sent - acknowledged < 8 else { return }
        var buffer = ByteBuffer()
        while sent - acknowledged < 16 {
            template.append(sent, to: &buffer)
            sent += 1
        }
        connection?.write(buffer)
    }
}
