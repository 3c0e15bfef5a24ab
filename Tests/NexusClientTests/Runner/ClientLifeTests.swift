import Foundation
import GRDB
import NexusCore
import NexusTestSupport
import Synchronization
import Testing

@testable import NexusClient

@Suite("The life of a client")
struct ClientLifeTests {
    @Test("a deallocated client closes its socket and releases the profile")
    func noLeak() async throws {
        let offline = try await OfflineClient()
        let profile = try ProfileFolder(offline.folder.path)
        let socket = ScriptedSocket()
        offline.line.next(.socket(socket))
        var client: NexusClient? = NexusClient(
            profile, configuration: ClientConfiguration(http: offline.http, live: offline.line))
        weak let gone = client
        weak let runner = try await client?.runner()
        let task = Task { [client] in try await client?.run() }
        try await eventually("it is connected") { await gone?.isOnline == true }
        task.cancel()
        _ = await task.result
        client = nil
        try await eventually("it is gone") { gone == nil && runner == nil }
        try await eventually("its socket is closed") { socket.isClosed }
        try await eventually("the profile is free") { try FileLock.claim(profile.syncLock) != nil }
    }

    @Test("deleting more messages for oneself than a server keeps is refused at once, and queues nothing")
    func tooManyHidden() async throws {
        let offline = try await OfflineClient(messages: Seq(Limits.hiddenMessages) + 1)
        let messages = (2...Seq(Limits.hiddenMessages) + 2).map { Samples.message($0).id }
        await #expect(throws: ClientError.refused(.tooManyHidden)) { try await offline.client.deleteForMe(messages) }
        #expect(try await offline.client.outbox().isEmpty)
    }

    @Test("streams of events end with their readers")
    func events() async throws {
        let offline = try await OfflineClient()
        let reader = Task {
            var count = 0
            for await _ in offline.client.events() { count += 1 }
            return count
        }
        try await offline.client.send("hello", in: Samples.talk)
        reader.cancel()
        #expect(await reader.value <= 1)
    }

    /// Answers the end of a session once it is told to, and signs everybody in.
    private final class SlowEnd: HTTPTransport {
        private let state = Mutex((isAsked: false, isTold: false))

        var isAsked: Bool { state.withLock(\.isAsked) }
        func tell() { state.withLock { $0.isTold = true } }

        func send(_ request: HTTPRequest, to server: ServerAddress) async throws(ClientError) -> HTTPReply {
            guard request.method == .delete else {
                return HTTPReply(status: 200, body: AccessTokenTests.signedIn(2).json)
            }
            state.withLock { $0.isAsked = true }
            do { try await eventually("it may answer") { state.withLock(\.isTold) } } catch {
                throw .offline("\(error)")
            }
            return HTTPReply(status: 204, body: [])
        }
    }

    @Test("a required second factor ends no session: the tokens stay, and the next attempt connects once it is set up")
    func secondFactor() async throws {
        let offline = try await OfflineClient()
        let refusal = Refusal(.secondFactorRequired, "Your team requires two-step sign-in.")
        for _ in 0..<2 {
            offline.line.next(.failure(.refused(refusal)))
            await #expect(throws: ClientError.refused(refusal)) { try await offline.client.run() }
        }
        #expect(offline.line.attempts == 2)
        #expect(try ProfileFolder(offline.folder.path).credentials.load() != nil)
        #expect(try await offline.client.account() != nil)
        offline.line.next(.socket(ScriptedSocket()))
        let task = Task { try await offline.client.run() }
        try await eventually("it is connected") { await offline.client.isOnline }
        task.cancel()
        _ = await task.result
    }

    @Test("an upload that is refused for want of a second factor is tried again")
    func uploadWithoutSecondFactor() {
        let missing = Refusal(.secondFactorRequired, "Your team requires two-step sign-in.")
        #expect(Refusal(uploadFailure: .refused(missing)).code == .unavailable)
        let gone = Refusal(.mediaGone, "It is gone.")
        #expect(Refusal(uploadFailure: .refused(gone)) == gone)
    }

    @Test("a call that fails midway lets go of the connection that it asked for")
    func failsMidway() async throws {
        let offline = try await OfflineClient()
        let clock = ManualClock()
        let client = NexusClient(
            try ProfileFolder(offline.folder.path),
            configuration: ClientConfiguration(http: offline.http, live: offline.line, clock: clock, network: nil))
        let store = try await client.openStore()
        try store.writing {
            try $0.execute(
                sql: """
                    CREATE TRIGGER full BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'disk is full'); END;
                    CREATE TRIGGER full2 BEFORE UPDATE ON account BEGIN SELECT RAISE(ABORT, 'disk is full'); END;
                    """)
        }
        let full = ClientError.storeUnavailable("disk is full")
        await #expect(throws: full) { try await client.send("lost?", in: Samples.talk) }
        await #expect(throws: full) { try await client.sync(within: 1_000) }
        let unknown = OperationID(high: 1, low: 1)
        await #expect(throws: full) { try await client.answer(to: unknown, within: 1_000) }
        try store.writing { try $0.execute(sql: "DROP TRIGGER full; DROP TRIGGER full2;") }
        try await eventually("it waits to look at the store") { clock.sleepers(within: 1_000) == 1 }
        clock.advance(by: 1_000)
        try await eventually("the store works again") {
            (try? await client.send("kept", in: Samples.talk)) != nil
        }
        #expect(try await client.engine().connection.state == .stopped, "no caller wants a connection")
        await client.close()
    }

    @Test("a sign-out leaves neither copies of unsent files nor damaged stores")
    func nothingLeft() async throws {
        let offline = try await OfflineClient()
        let folder = try ProfileFolder(offline.folder.path)
        let file = offline.folder.file("notes.txt")
        try Data("notes".utf8).write(to: URL(fileURLWithPath: file))
        try await offline.client.send("", files: [OutgoingFile(file)], in: Samples.talk)
        #expect(FileManager.default.fileExists(atPath: folder.uploads.path))
        for suffix in ["", "-wal", "-shm"] {
            try Data("damaged".utf8).write(to: URL(fileURLWithPath: folder.store + ".damaged-1800000000" + suffix))
        }
        try await offline.client.signOut()
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(left.filter { $0.hasPrefix("store.sqlite") || $0 == "uploads" } == [])
        #expect(left.contains("notes.txt"))
    }

    @Test("a sign-in waits for the sign-out under way: the server ends the session before the profile is empty")
    func signInDuringSignOut() async throws {
        let offline = try await OfflineClient()
        let http = SlowEnd()
        let client = NexusClient(
            try ProfileFolder(offline.folder.path), configuration: ClientConfiguration(http: http, live: offline.line))
        let leaving = Task { try await client.signOut() }
        try await eventually("the session is being ended") { http.isAsked }
        let entering = Task {
            try await client.signIn(server: "http://127.0.0.1:1", email: "ada@example.org", password: "correct horse")
        }
        try await eventually("it waits") { await client.waitingSignIns.count == 1 }
        http.tell()
        try await leaving.value
        #expect(try await entering.value.user == Samples.profile.user)
    }

    @Test("a sign-out waits for a refresh under way, which would write the tokens again")
    func refreshDuringSignOut() async throws {
        let offline = try await OfflineClient()
        let profile = try ProfileFolder(offline.folder.path)
        let clock = ManualClock(at: SystemClock().now())
        let client = NexusClient(
            profile, configuration: ClientConfiguration(http: offline.http, live: offline.line, clock: clock))
        let refresh = try #require(try FileLock.claim(profile.refreshLock))
        let leaving = Task { try await client.signOut() }
        try await eventually("it waits") { clock.sleepers(within: 20) == 1 }
        #expect(try profile.credentials.load() != nil)
        withExtendedLifetime(refresh) {}
        try await eventually("it is signed out") {
            clock.advance(by: 20)
            return try profile.credentials.load() == nil
        }
        try await leaving.value
    }
}
