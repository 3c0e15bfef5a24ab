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
}
