import Foundation
import GRDB
import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("A profile and several processes", .timeLimit(.minutes(5)))
struct ClientSharingTests {
    private func client(in offline: OfflineClient, shares: Bool, _ clock: ManualClock) throws -> NexusClient {
        NexusClient(
            try ProfileFolder(offline.folder.path),
            configuration: ClientConfiguration(
                http: offline.http, live: offline.line, clock: clock, sharesProfile: shares, network: nil))
    }

    @Test("is not polled for other processes by default, and a second client is refused")
    func alone() async throws {
        #expect(!ClientConfiguration().sharesProfile)
        let offline = try await OfflineClient()
        let (clock, otherClock) = (ManualClock(), ManualClock())
        let first = try client(in: offline, shares: false, clock)
        try await first.send("one", in: Samples.talk)
        #expect(clock.sleepers(within: 3_600_000) == 0, "it waits for nothing")
        let second = try client(in: offline, shares: false, otherClock)
        let refused = Task { try await second.send("two", in: Samples.talk) }
        for _ in 0..<150 {
            try await eventually("it waits for the profile") { otherClock.sleepers(within: 20) == 1 }
            otherClock.advance(by: 20)
        }
        await #expect(throws: ClientError.profileBusy) { try await refused.value }
        #expect(try await second.messages(in: Samples.talk).messages.last?.text == "one", "reads need no claim")
        let waiting = Task { try await second.send("two", in: Samples.talk) }
        try await eventually("it waits again") { otherClock.sleepers(within: 20) == 1 }
        await first.close()
        otherClock.advance(by: 20)
        _ = try await waiting.value
        #expect(try await second.messages(in: Samples.talk).messages.last?.text == "two")
    }

    @Test("that is shared is polled for the requests of the others")
    func shared() async throws {
        let offline = try await OfflineClient()
        let (clock, otherClock) = (ManualClock(), ManualClock())
        let first = try client(in: offline, shares: true, clock)
        try await first.send("one", in: Samples.talk)
        let second = try client(in: offline, shares: true, otherClock)
        let sent = Task { try await second.send("two", in: Samples.talk) }
        try await eventually("the second waits for an answer") { otherClock.sleepers(within: 25) == 1 }
        try await eventually("the first looks for requests") { clock.sleepers(within: 100) == 1 }
        clock.advance(by: 100)
        try await eventually("the first has the request") {
            try await first.messages(in: Samples.talk).messages.last?.text == "two"
        }
        try await eventually("the second is answered") {
            otherClock.advance(by: 25)
            return try await second.outbox().count == 2
        }
        _ = try await sent.value
        await first.close()
    }

    /// A holder that has looked once and whose clock stands still, as in a stopped process, and another client of its profile.
    private func stopped(
        in offline: OfflineClient, _ clock: ManualClock, _ otherClock: ManualClock
    ) async throws -> (holder: NexusClient, other: NexusClient) {
        let holder = try client(in: offline, shares: true, clock)
        try await holder.send("one", in: Samples.talk)
        try await looked(clock)
        return (holder, try client(in: offline, shares: true, otherClock))
    }

    private func looked(_ clock: ManualClock) async throws {
        try await eventually("the holder has looked for requests") { clock.sleepers(within: 100) == 1 }
    }

    private func asked(_ clock: ManualClock) async throws {
        try await eventually("the other waits for an answer") { clock.sleepers(within: 25) == 1 }
    }

    @Test("a request that times out or is cancelled is never performed, and a repetition is performed once")
    func withdrawn() async throws {
        let offline = try await OfflineClient()
        let (clock, otherClock) = (ManualClock(), ManualClock())
        let (holder, other) = try await stopped(in: offline, clock, otherClock)
        let file = offline.folder.file("notes.txt")
        try Data("notes".utf8).write(to: URL(fileURLWithPath: file))
        let timed = Task { try await other.send("two", files: [OutgoingFile(file)], in: Samples.talk) }
        try await asked(otherClock)
        otherClock.advance(by: 10_000)
        await #expect(throws: ClientError.profileBusy) { try await timed.value }
        let uploads = try ProfileFolder(offline.folder.path).uploads.path
        #expect(try FileManager.default.contentsOfDirectory(atPath: uploads).isEmpty, "nothing needs the copies")
        let cancelled = Task { try await other.send("two", in: Samples.talk) }
        try await asked(otherClock)
        cancelled.cancel()
        await #expect(throws: ClientError.profileBusy) { try await cancelled.value }
        let repeated = Task { try await other.send("two", in: Samples.talk) }
        try await asked(otherClock)
        clock.advance(by: 100)
        try await looked(clock)
        otherClock.advance(by: 25)
        _ = try await repeated.value
        #expect(try await holder.outbox().count == 2, "the messages one and two")
        await holder.close()
    }

    @Test("a request that the holder has claimed is waited for, and its files stay")
    func claimed() async throws {
        let offline = try await OfflineClient()
        let (clock, otherClock) = (ManualClock(), ManualClock())
        let (holder, other) = try await stopped(in: offline, clock, otherClock)
        let file = offline.folder.file("notes.txt")
        try Data("notes".utf8).write(to: URL(fileURLWithPath: file))
        let sent = Task { try await other.send("two", files: [OutgoingFile(file)], in: Samples.talk) }
        try await asked(otherClock)
        let store = try await holder.openStore()
        let request = try #require(try store.requests().first).position
        #expect(try store.claim(request))
        otherClock.advance(by: 10_000)
        try await asked(otherClock)
        try store.answer(request, with: .done(.offline))
        otherClock.advance(by: 25)
        _ = try await sent.value
        let uploads = try ProfileFolder(offline.folder.path).uploads.path
        #expect(try FileManager.default.contentsOfDirectory(atPath: uploads).count == 1)
        await holder.close()
    }

    @Test("requests that a failing store kept from being performed are tried again without another write")
    func retried() async throws {
        let offline = try await OfflineClient()
        let (clock, otherClock) = (ManualClock(), ManualClock())
        let (holder, other) = try await stopped(in: offline, clock, otherClock)
        let store = try await holder.openStore()
        try store.writing {
            try $0.execute(
                sql: "CREATE TRIGGER full BEFORE UPDATE ON mailbox BEGIN SELECT RAISE(ABORT, 'disk is full'); END")
        }
        let sent = Task { try await other.send("two", in: Samples.talk) }
        try await asked(otherClock)
        clock.advance(by: 100)
        try await looked(clock)
        #expect(try await holder.outbox().count == 1)
        // The holder does not see its own writes as those of others.
        try store.writing { try $0.execute(sql: "DROP TRIGGER full") }
        clock.advance(by: 100)
        try await eventually("the request is performed") { try await holder.outbox().count == 2 }
        otherClock.advance(by: 25)
        _ = try await sent.value
        await holder.close()
    }
}
