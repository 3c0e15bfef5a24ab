import NexusClient
import NexusCore
import NexusTestSupport
import Testing

@Suite("Background refreshes with a server")
struct ClientRefreshTests {
    @Test("a refresh sends what waits and reports what arrived; without a server it says so")
    func refreshed() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address, connects: false)
        let bob = try await Device.signedUp("Bob", at: server.address)
        let (talk, _) = try await bob.client.openDirect(with: try await ada.user)
        try await bob.client.send("first", in: talk)
        try await eventually("the server has it") { try await bob.statuses(talk) == [.sent] }
        let first = try await ada.client.sync(within: .seconds(30))
        #expect(first.isComplete && first.arrived.isEmpty, "the conversation is new on this device")
        #expect(try await ada.texts(talk) == ["first"])

        try await ada.client.send("answer", in: talk)
        try await bob.client.send("second", in: talk)
        try await eventually("the server has it") { try await !bob.statuses(talk).contains(.sending) }
        let second = try await ada.client.sync(within: .seconds(30))
        #expect(second.isComplete)
        #expect(second.arrived.map(\.text) == ["second"])
        #expect(second.sent == 1 && second.waiting == 0 && second.refused == 0)
        try await eventually("Bob has the answer") { try await bob.texts(talk).contains("answer") }

        await server.stop()
        try await ada.client.send("too late", in: talk)
        let third = try await ada.client.sync(within: .seconds(30))
        #expect(third.outcome == .offline && third.waiting == 1)
    }
}
