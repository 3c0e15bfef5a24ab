import NexusCore
import Testing

@testable import NexusServer

@Suite("Open connections", .timeLimit(.minutes(10)))
struct HubTests {
    private static let user = User(id: UserID(high: 2, low: 2), name: "Ada", email: "ada@example.org")

    private func session(_ number: UInt64) -> LiveSession {
        LiveSession(
            session: SessionID(high: 1, low: number), profile: Profile(user: HubTests.user, showsPresence: true),
            accessUntil: Timestamp(milliseconds: 4_000_000_000_000))
    }

    @Test("a session that ended while its socket opened does not get it, and an open one loses it")
    func ended() async throws {
        let (early, late) = (session(1), session(2))
        try await TransportFixture.serve(delegate: RecordingDelegate { _ in .accept(early) }) { server in
            let (socket, connection) = try await server.livePair()
            let hub = Hub()
            #expect(hub.add(connection, of: early, atMost: 2) == .admitted)
            hub.end(late.session)
            #expect(hub.add(connection, of: late, atMost: 2) == .ended)
            #expect(hub.connectionCount == 1)
            hub.end(early.session)
            #expect(try await socket.nextFrame().closeCode == 4_001)
        }
    }

    @Test("one connection too many is not added, and a freed place can be used")
    func tooMany() async throws {
        try await TransportFixture.serve { server in
            let hub = Hub()
            let first = try await server.livePair()
            let second = try await server.livePair()
            let third = try await server.livePair()
            #expect(hub.add(first.1, of: session(1), atMost: 2) == .admitted)
            #expect(hub.add(second.1, of: session(1), atMost: 2) == .admitted)
            #expect(hub.add(third.1, of: session(2), atMost: 2) == .tooMany)
            #expect(!hub.remove(third.1, of: HubTests.user.id))
            #expect(hub.remove(first.1, of: HubTests.user.id))
            #expect(hub.add(third.1, of: session(2), atMost: 2) == .admitted)
            #expect(hub.connectionCount(of: HubTests.user.id) == 2)
            #expect(hub.userCount == 1)
        }
    }
}
