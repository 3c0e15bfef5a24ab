import Foundation
import NexusClient
import NexusCore
import NexusServer
import NexusTestSupport
import Synchronization
import Testing

@Suite("Presence over the wire")
struct PresenceTests {
    /// Two users who share a conversation, and one who shares none; all connected, nothing received yet.
    private struct Team {
        let ada: WireDevice
        let bob: WireDevice
        let stranger: WireDevice
        let talk: ConversationID

        init(at server: TestServer) async throws {
            ada = try await WireDevice.signedUp("Ada", at: server.address)
            bob = try await WireDevice.signedUp("Bob", at: server.address)
            stranger = try await WireDevice.signedUp("Cyd", at: server.address)
            talk = ConversationID.direct(between: ada.user, and: bob.user)
            try await ada.perform(.createDirect(talk, with: bob.user))
            let (ada, bob) = (ada, bob)
            try await eventually("they see each other") {
                ada.presence(of: bob.user).last?.isOnline == true && bob.presence(of: ada.user).last?.isOnline == true
            }
            for device in [ada, bob] { try await device.settle() }
            for device in [ada, bob] { device.clear() }
        }

        func expectNothingForTheStranger() async throws {
            try await stranger.settle()
            #expect(!stranger.hearsOfPresence)
        }
    }

    /// A manual wall clock.
    private final class WallClock: Sendable {
        private let time = Mutex(Timestamp(milliseconds: 1_800_000_000_000))
        var now: Timestamp { time.withLock { $0 } }
        func advance(by milliseconds: Int64) { time.withLock { $0 = $0.advanced(by: milliseconds) } }
    }

    @Test("a user who connects is shown as online at once, and receives the presence of people in shared conversations")
    func connecting() async throws {
        let server = try await TestServer()
        let team = try await Team(at: server)
        team.bob.disconnect()
        try await eventually("Ada sees Bob go") { team.ada.presence(of: team.bob.user).last?.isOnline == false }
        team.bob.clear()
        try await team.bob.connect()
        try await eventually("Ada sees Bob come") { team.ada.presence(of: team.bob.user).last?.isOnline == true }
        try await eventually("Bob learns of Ada") { team.bob.presence(of: team.ada.user).last?.isOnline == true }
        try await team.expectNothingForTheStranger()
    }

    @Test("a lost socket sets its user offline at once, with the time, which survives a server restart")
    func dying() async throws {
        let clock = WallClock()
        let data = NSTemporaryDirectory() + "nexus-presence-" + UUID().uuidString + ".sqlite"
        defer { for end in ["", "-wal", "-shm", "-lock"] { try? FileManager.default.removeItem(atPath: data + end) } }
        var server = try await TestServer(data: data, now: { clock.now })
        let team = try await Team(at: server)
        clock.advance(by: 5_000)
        let seen = clock.now
        team.ada.disconnect()
        let gone = Presence(user: team.ada.user, isOnline: false, lastSeen: seen)
        try await eventually("Bob sees Ada go") { team.bob.presence(of: team.ada.user) == [gone] }
        clock.advance(by: 60_000)
        await server.stop()
        server = try await TestServer(data: data, port: server.port, now: { clock.now })
        team.bob.clear()
        try await team.bob.connect()
        try await eventually("Bob still knows when") { team.bob.presence(of: team.ada.user) == [gone] }
    }

    @Test("users connected when the server stopped were last seen then")
    func stopping() async throws {
        let clock = WallClock()
        let data = NSTemporaryDirectory() + "nexus-presence-" + UUID().uuidString + ".sqlite"
        defer { for end in ["", "-wal", "-shm", "-lock"] { try? FileManager.default.removeItem(atPath: data + end) } }
        var server = try await TestServer(data: data, now: { clock.now })
        let team = try await Team(at: server)
        clock.advance(by: 5_000)
        let seen = clock.now
        await server.stop()
        clock.advance(by: 60_000)
        server = try await TestServer(data: data, port: server.port, now: { clock.now })
        team.bob.clear()
        try await team.bob.connect()
        try await eventually("Bob learns when") {
            team.bob.presence(of: team.ada.user) == [Presence(user: team.ada.user, isOnline: false, lastSeen: seen)]
        }
    }

    @Test("a device silent for the lease is offline though its socket is open, and online with its next frame")
    func silence() async throws {
        let server = try await TestServer { $0.presenceLease = 500 }
        let ada = try await WireDevice.signedUp("Ada", at: server.address)
        let bob = try await WireDevice.signedUp("Bob", at: server.address)
        try await ada.perform(.createDirect(.direct(between: ada.user, and: bob.user), with: bob.user))
        var speech = speech(of: ada)
        defer { speech.cancel() }
        try await eventually("Bob sees Ada, who speaks") { bob.presence(of: ada.user).last?.isOnline == true }
        speech.cancel()
        try await eventually("Bob sees silent Ada go") { bob.presence(of: ada.user).last?.isOnline == false }
        #expect(bob.presence(of: ada.user).last?.lastSeen != nil)
        speech = self.speech(of: ada)
        try await eventually("Bob sees Ada back") { bob.presence(of: ada.user).last?.isOnline == true }
    }

    /// A device that goes on speaking until the task is cancelled.
    private func speech(of device: WireDevice) -> Task<Void, any Error> {
        Task {
            while true {
                device.send(.discover(since: nil))
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }

    @Test("in the background a user is offline at once, and online again in the foreground")
    func background() async throws {
        let server = try await TestServer()
        let team = try await Team(at: server)
        team.ada.send(.activity(active: false))
        try await eventually("Bob sees Ada go") { team.bob.presence(of: team.ada.user).last?.isOnline == false }
        team.ada.send(.activity(active: true))
        try await eventually("Bob sees Ada back") { team.bob.presence(of: team.ada.user).last?.isOnline == true }
    }

    @Test("losing one of two devices announces nothing")
    func twoDevices() async throws {
        let server = try await TestServer()
        let team = try await Team(at: server)
        let signedIn = SignedIn(
            session: WireDevice.identifier(), profile: team.ada.profile, accessToken: team.ada.accessToken,
            expiresIn: 0,
            refreshToken: "")
        let second = try WireDevice(signedIn, at: server.address)
        try await second.connect()
        try await eventually("it is told of Bob") { second.presence(of: team.bob.user).last?.isOnline == true }
        team.ada.disconnect()
        // Any frame about it would come before the following one.
        try await second.perform(.post(team.talk, text: "still here", writtenAt: .zero))
        second.send(.activity(active: false))
        try await eventually("Bob sees Ada go") { !team.bob.presence(of: team.ada.user).isEmpty }
        #expect(team.bob.presence(of: team.ada.user).count == 1)
    }

    @Test("a user who hides their presence neither shows nor sees presence")
    func hiding() async throws {
        let server = try await TestServer()
        let team = try await Team(at: server)
        let hide = NexusCore.Operation(
            id: WireDevice.identifier(), kind: .updateProfile(name: nil, showsPresence: false))
        try await team.ada.perform(hide)
        let unknown = { (user: UserID) in Presence(user: user, isOnline: false) }
        try await eventually("Bob sees nothing of Ada") {
            team.bob.presence(of: team.ada.user) == [unknown(team.ada.user)]
        }
        try await eventually("Ada sees nothing of Bob") {
            team.ada.presence(of: team.bob.user) == [unknown(team.bob.user)]
        }
        for device in [team.ada, team.bob] { device.clear() }

        team.ada.disconnect()
        try await team.ada.connect()
        team.bob.disconnect()
        try await team.bob.connect()
        // Bob learns of a new user, so everything about Ada has arrived before.
        let room: ConversationID = WireDevice.identifier()
        try await team.bob.perform(.createGroup(room, title: "Room", members: [team.ada.user, team.stranger.user]))
        try await eventually("Bob sees Cyd") { team.bob.presence(of: team.stranger.user).last?.isOnline == true }
        try await eventually("Cyd sees Bob") { team.stranger.presence(of: team.bob.user).last?.isOnline == true }
        for device in [team.ada, team.bob, team.stranger] { try await device.settle() }
        #expect(!team.ada.hearsOfPresence)
        #expect(team.bob.presence(of: team.ada.user).isEmpty)
        #expect(team.stranger.presence(of: team.ada.user).isEmpty)

        try await team.ada.perform(.updateProfile(name: nil, showsPresence: true))
        try await eventually("Bob sees Ada") { team.bob.presence(of: team.ada.user).last?.isOnline == true }
        try await eventually("Ada sees Bob") { team.ada.presence(of: team.bob.user).last?.isOnline == true }

        // The first switch, sent again because its answer was lost, is one switch.
        for device in [team.ada, team.bob] { device.clear() }
        try await team.ada.perform(hide)
        team.ada.send(.activity(active: false))
        try await eventually("Bob sees Ada go") { !team.bob.presence(of: team.ada.user).isEmpty }
        #expect(team.bob.presence(of: team.ada.user).first?.lastSeen != nil)
        #expect(team.ada.presence(of: team.bob.user).isEmpty)
    }

    @Test("a new member and the others learn each other's presence; a removed member learns nothing more")
    func membership() async throws {
        let server = try await TestServer()
        let team = try await Team(at: server)
        let room: ConversationID = WireDevice.identifier()
        try await team.ada.perform(.createGroup(room, title: "Room", members: []))
        try await team.ada.perform(.addMembers(room, users: [team.stranger.user]))
        try await eventually("Cyd sees Ada") { team.stranger.presence(of: team.ada.user).last?.isOnline == true }
        try await eventually("Ada sees Cyd") { team.ada.presence(of: team.stranger.user).last?.isOnline == true }
        try await team.ada.perform(.removeMember(room, user: team.stranger.user))
        try await eventually("Cyd forgets Ada") { team.stranger.presence(of: team.ada.user).last?.isOnline == false }
        try await eventually("Ada forgets Cyd") { team.ada.presence(of: team.stranger.user).last?.isOnline == false }
        #expect(team.stranger.presence(of: team.ada.user).last?.lastSeen == nil)
        team.stranger.clear()
        team.ada.disconnect()
        try await eventually("Bob sees Ada go") { team.bob.presence(of: team.ada.user).last?.isOnline == false }
        try await team.expectNothingForTheStranger()
    }

    @Test("frequent changes are announced a few times, and the final state always")
    func flapping() async throws {
        let server = try await TestServer()
        let team = try await Team(at: server)
        for _ in 0..<40 {
            team.ada.send(.activity(active: false))
            team.ada.send(.activity(active: true))
        }
        team.ada.send(.activity(active: false))
        try await team.ada.settle()
        try await team.bob.settle()
        #expect(team.bob.presence(of: team.ada.user).count < 20)
        try await eventually("Bob knows in the end") { team.bob.presence(of: team.ada.user).last?.isOnline == false }
    }
}
