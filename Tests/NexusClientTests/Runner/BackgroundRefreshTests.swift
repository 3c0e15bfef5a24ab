import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("A background refresh")
struct BackgroundRefreshTests {
    private let folder: TemporaryFolder
    private let clock = ManualClock()
    private let line = ScriptedLine()
    private let client: NexusClient

    init() throws {
        folder = try TemporaryFolder()
        let profile = try ProfileFolder(folder.path)
        _ = try Samples.store(messages: 3, in: LocalStore(at: profile.store))
        try profile.credentials.save(
            Credentials(
                server: try ServerAddress("http://127.0.0.1:1"), signedIn: AccessTokenTests.signedIn(1),
                at: clock.now()))
        client = NexusClient(
            profile,
            configuration: ClientConfiguration(
                http: AccessTokenTests.ScriptedHTTP(), live: line, clock: clock, device: "test"))
    }

    /// A refresh of 25 seconds, of which 24 pass once as many sleepers wait for their end; no time passes afterwards.
    private func refresh(sleepers: Int) async throws -> SyncSummary {
        let work = Task { try await client.sync(within: .seconds(25)) }
        try await eventually("it waits for its end") {
            clock.sleepers(within: 24_000) - clock.sleepers(within: 23_999) == sleepers
        }
        clock.advance(by: 24_000)
        return try await work.value
    }

    @Test("ends in time when the server accepts no connection, when it is silent, and when another process is stuck")
    func silent() async throws {
        try await client.send("hello", in: Samples.talk)
        line.next(.silence)
        let unreachable = try await refresh(sleepers: 2)
        #expect(unreachable.outcome == .offline && !unreachable.isComplete)
        #expect(unreachable.waiting == 1 && unreachable.sent == 0 && unreachable.arrived.isEmpty)

        let socket = ScriptedSocket()
        line.next(.socket(socket))
        let mute = try await refresh(sleepers: 2)
        #expect(mute.outcome != .settled && mute.waiting == 1)
        #expect(socket.isClosed)

        await client.close()
        let profile = try ProfileFolder(folder.path)
        let lock = try #require(try FileLock.claim(profile.syncLock))
        let stuck = try await refresh(sleepers: 1)
        #expect(stuck.outcome == .unfinished && stuck.waiting == 1)
        withExtendedLifetime(lock) {}
    }

    @Test("ends at once when its task is cancelled, and with no time at all")
    func cancelled() async throws {
        line.next(.silence)
        let work = Task { try await client.sync(within: .seconds(25)) }
        try await eventually("it connects") { line.attempts == 1 }
        work.cancel()
        #expect(try await work.value.outcome == .offline)
        for time in [Duration.zero, .seconds(-5)] {
            line.next(.silence)
            #expect(try await client.sync(within: time).outcome == .offline)
        }
    }

    @Test("reports what arrived, what was sent and what was refused")
    func reports() async throws {
        try await client.send("one", in: Samples.talk)
        try await client.send("two", in: Samples.talk)
        let socket = ScriptedSocket()
        line.next(.socket(socket))
        let work = Task { try await client.sync(within: .seconds(25)) }
        try await eventually("it asks what moved") { socket.sent.contains { $0.isDiscover } }
        socket.say(
            .welcome(Welcome(session: SessionID(high: 1, low: 1), profile: Samples.profile, time: clock.now())),
            .moved(Moved(time: clock.now(), conversations: [], hasMore: false)))
        try await eventually("the first goes out") { socket.posts.count == 1 }
        let message = Samples.message(5)
        socket.say(.change(Change(conversation: Samples.talk, seq: 5, messages: [message])))
        socket.say(.ack(Acknowledgement(operation: socket.posts[0].id, seq: 6, at: clock.now())))
        try await eventually("the second follows") { socket.posts.count == 2 }
        socket.say(.refusal(.operation(socket.posts[1].id), Refusal(.blocked, "No.")))
        try await eventually("it is refused") { try await client.outbox().contains { $0.state != .waiting } }
        // A receipt for what arrived goes out before it ends, once its time has come: time that passes before it waits is lost.
        try await eventually("the receipt waits, or is out") {
            clock.sleepers(within: 1_000) > 0 || socket.receipts.count == 1
        }
        clock.advance(by: 1_000)
        try await eventually("the receipt goes out") { socket.receipts.count == 1 }
        socket.say(.ack(Acknowledgement(operation: try #require(socket.receipts.first).id, seq: 7, at: clock.now())))
        let summary = try await work.value
        #expect(summary.arrived.map(\.id) == [message.id])
        #expect(summary.sent == 1 && summary.refused == 1 && summary.waiting == 0)
        #expect(summary.outcome == .settled)
    }
}

extension ScriptedSocket {
    fileprivate var posts: [Operation] {
        operations.filter { if case .post = $0.kind { true } else { false } }
    }

    fileprivate var receipts: [Operation] {
        operations.filter { if case .receipt = $0.kind { true } else { false } }
    }
}
