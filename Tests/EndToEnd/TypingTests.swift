import NexusClient
import NexusCore
import NexusServer
import NexusTerminal
import NexusTestSupport
import Testing

@Suite("Typing over the wire")
struct TypingTests {
    /// Ada, who owns a group, Bob, who is a member, and Cyd, who is not.
    private struct Room {
        let ada: WireDevice
        let bob: WireDevice
        let stranger: WireDevice
        let id: ConversationID = WireDevice.identifier()

        init(at server: TestServer) async throws {
            ada = try await WireDevice.signedUp("Ada", at: server.address)
            bob = try await WireDevice.signedUp("Bob", at: server.address)
            stranger = try await WireDevice.signedUp("Cyd", at: server.address)
            try await ada.perform(.createGroup(id, title: "Room", members: [bob.user]))
        }

        /// Ada types, and Bob sees it.
        func begin() async throws {
            let count = bob.typing(in: id).count
            ada.send(.typing(id, active: true))
            try await eventually("Bob sees Ada type") { bob.typing(in: id).count > count }
            let first = bob.typing(in: id).dropFirst(count).first
            #expect(first?.isActive == true)
            #expect(first?.user == ada.user)
        }

        func expectEnd(_ why: Comment) async throws {
            try await eventually(why) { bob.typing(in: id).last?.isActive == false }
            try await stranger.settle()
            #expect(stranger.typing(in: id).isEmpty)
            try await ada.settle()
            #expect(ada.typing(in: id).isEmpty, "users do not receive their own typing")
        }
    }

    @Test("members see a member type, and the end of it")
    func said() async throws {
        let server = try await TestServer()
        let room = try await Room(at: server)
        try await room.begin()
        room.ada.send(.typing(room.id, active: false))
        try await room.expectEnd("it ends when it is said to")
    }

    @Test("who joins by an invitation types and sees others type at once")
    func invited() async throws {
        let server = try await TestServer()
        let room = try await Room(at: server)
        try await room.begin()
        let made = try await room.ada.post(InvitationRequest(conversations: [room.id]), to: Endpoints.invite)
        _ = try await room.stranger.post(InvitationToken(token: made.token), to: Endpoints.acceptInvitation)
        room.stranger.send(.typing(room.id, active: true))
        try await eventually("Bob sees Cyd type") {
            room.bob.typing(in: room.id).contains { $0.user == room.stranger.user && $0.isActive }
        }
        room.ada.send(.typing(room.id, active: false))
        room.ada.send(.typing(room.id, active: true))
        try await eventually("Cyd sees Ada type") {
            room.stranger.typing(in: room.id).contains { $0.user == room.ada.user && $0.isActive }
        }
    }

    @Test("it ends by itself without renewal, though its device stays connected")
    func expiry() async throws {
        let server = try await TestServer { $0.typingLife = 300 }
        let room = try await Room(at: server)
        try await room.begin()
        try await room.expectEnd("it ends by itself")
    }

    @Test("it ends with the message")
    func posted() async throws {
        let server = try await TestServer { $0.typingLife = 600_000 }
        let room = try await Room(at: server)
        try await room.begin()
        try await room.ada.perform(.post(room.id, text: "done", writtenAt: .zero))
        try await room.expectEnd("it ends with the message")
    }

    @Test("it ends with the last device")
    func disconnected() async throws {
        let server = try await TestServer { $0.typingLife = 600_000 }
        let room = try await Room(at: server)
        try await room.begin()
        room.ada.disconnect()
        try await eventually("it ends with the socket") { room.bob.typing(in: room.id).last?.isActive == false }
    }

    @Test("it ends when the member leaves")
    func left() async throws {
        let server = try await TestServer { $0.typingLife = 600_000 }
        let room = try await Room(at: server)
        try await room.begin()
        try await room.ada.perform(.leave(room.id))
        try await room.expectEnd("it ends with their leaving")
    }

    @Test("a removed member neither sends nor receives typing, and a new one does")
    func removed() async throws {
        let server = try await TestServer { $0.typingLife = 600_000 }
        let room = try await Room(at: server)
        room.bob.send(.typing(room.id, active: true))
        try await eventually("Ada sees Bob type") { room.ada.typing(in: room.id).last?.isActive == true }
        try await room.ada.perform(.removeMember(room.id, user: room.bob.user))
        try await eventually("it ends with his removal") { room.ada.typing(in: room.id).last?.isActive == false }
        try await room.ada.perform(.addMembers(room.id, users: [room.stranger.user]))
        for device in [room.ada, room.bob, room.stranger] { device.clear() }

        room.ada.send(.typing(room.id, active: true))
        try await eventually("Cyd, new, sees Ada type") { room.stranger.typing(in: room.id).count == 1 }
        room.bob.send(.typing(room.id, active: true))
        try await eventually("Bob is told that it is gone") {
            room.bob.frames.contains { frame in
                if case .refusal(.conversation(room.id), let refusal) = frame {
                    refusal.code == .conversationGone
                } else {
                    false
                }
            }
        }
        try await room.bob.settle()
        try await room.ada.settle()
        #expect(room.bob.typing(in: room.id).isEmpty)
        #expect(room.ada.typing(in: room.id).isEmpty)
    }

    @Test("too frequent frames are dropped, without other effects")
    func flood() async throws {
        let server = try await TestServer { $0.typingLife = 600_000 }
        let room = try await Room(at: server)
        for _ in 0..<500 { room.ada.send(.typing(room.id, active: true)) }
        try await room.ada.perform(.post(room.id, text: "done", writtenAt: .zero))
        try await eventually("it ends with the message") { room.bob.typing(in: room.id).last?.isActive == false }
        #expect(room.bob.typing(in: room.id).count < 100)
    }

    @Test("watch reports typing and presence by name")
    func watched() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address)
        let (talk, _) = try await ada.client.openDirect(with: try await bob.user)
        try await eventually("Bob has it") { try await bob.client.conversation(talk) != nil }
        let events = ada.client.events()
        var feed = try await WatchFeed(ada.client, only: talk)
        let typing = Task {
            while true {
                try await bob.client.setTyping(true, in: talk)
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        let seen = try await line(of: events, through: &feed) {
            $0.contains(#""type":"typing""#) && $0.contains(#""name":"Bob""#)
        }
        typing.cancel()
        _ = await typing.result
        #expect(!seen.isEmpty)
        await bob.quit()
        let gone = try await line(of: events, through: &feed) {
            $0.contains(#""type":"presence""#) && $0.contains(#""online":false"#)
        }
        #expect(gone.contains(#""name":"Bob""#))
        #expect(gone.contains(#""lastSeen":"#))
    }

    private func line(
        of events: AsyncStream<ClientEvent>, through feed: inout WatchFeed, _ isWanted: (String) -> Bool
    ) async throws -> String {
        for await event in events {
            for line in try await feed.lines(for: event) {
                let text = String(decoding: line.json, as: UTF8.self)
                if isWanted(text) { return text }
            }
        }
        return ""
    }
}
