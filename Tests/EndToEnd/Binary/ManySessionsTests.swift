import NIOCore
import NIOPosix
import NexusCore
import NexusServer
import NexusTestSupport
import Testing

@testable import NexusBench

@Suite("The server with many users", .serialized)
struct ManySessionsTests {
    @Test("serves fifty busy sessions among two thousand idle ones, and keeps all of them")
    func manySessions() async throws {
        Processor.raiseFileLimit()
        let server = try ServerProcess()
        let busy = 25
        let idle = 2_000
        let (team, silent) = try await server.seed { seed in
            let team = try await BenchTeam.pairs(busy, seed)
            let names = (0..<idle).map { ("Idle \($0)", "idle\($0)@bench.example") }
            return (team, try await seed.people(names))
        }
        try server.start()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.any()
        let connector = BenchConnector(group: group, host: "127.0.0.1", port: server.port)
        let logs = NIOLoopBoundBox.makeBoxSendingValue((0..<idle).map { _ in FrameLog() }, eventLoop: loop)
        _ = try await connector.open(silent.map(\.accessToken)) { index, connection in
            logs.value[index].attach(connection)
        }
        let ends = NIOLoopBoundBox.makeBoxSendingValue(
            (0..<busy).map {
                PairEnd(
                    MessageTemplate(conversation: team.conversations[$0], sender: $0, size: 100, at: BenchServer.now()))
            }, eventLoop: loop)
        _ = try await connector.open(team.people.map(\.accessToken)) { index, connection in
            let end = ends.value[index / 2]
            if index.isMultiple(of: 2) {
                end.attachSender(connection, window: 4, sendsOnAck: true)
            } else {
                end.attachReceiver(connection)
            }
        }
        try await loop.submit { for end in ends.value { end.sendWindow() } }.get()
        try await eventually("everything is delivered", within: .seconds(60)) {
            try await loop.submit { ends.value.allSatisfy { $0.delivered >= 40 } }.get()
        }
        try await loop.submit { for end in ends.value { end.isStopped = true } }.get()
        try await eventually("all ends are settled", within: .seconds(60)) {
            try await loop.submit { ends.value.allSatisfy(\.isSettled) }.get()
        }
        #expect(try await loop.submit { ends.value.compactMap(\.fault) }.get() == [])
        #expect(try await loop.submit { logs.value.allSatisfy { !$0.isClosed } }.get())
        let metrics = String(decoding: try await server.get("/metrics").body, as: UTF8.self)
        #expect(metrics.contains("nexus_live_connections \(idle + busy * 2)\n"))
        #expect(server.terminate() == 0)
        try await group.shutdownGracefully()
    }
}
