import Foundation
import NexusClient
import NexusCore
import NexusTestSupport
@_spi(Host) import SwiftUI
import Testing

@testable import NexusViews

@Suite("The app over the real server", .serialized) @MainActor
struct AppTests {
    /// Ada and Bob in a conversation, on the screens of both.
    private func talk(at server: String) async throws -> (ada: HostedApp, bob: HostedApp) {
        let ada = try HostedApp(server: server)
        let bob = try HostedApp(server: server)
        try await ada.signUp("Ada")
        try await bob.signUp("Bob")
        try await ada.press("New message")
        try await ada.press("Bob, bob@example.org")
        try await ada.type("Is the build green?", into: "Message")
        try await ada.press("Send")
        try await bob.shows("1 unread message")
        try await bob.press("Ada")
        return (ada, bob)
    }

    /// An iPad on which Ada signs in after she has talked with Bob.
    private func padOfAda(at server: String) async throws -> HostedApp {
        _ = try await talk(at: server)
        let pad = try HostedApp(server: server, wide: true)
        try await pad.type("ada@example.org", into: "E-mail address")
        try await pad.type("correct horse", into: "Password")
        try await pad.press("Sign in")
        return pad
    }

    @Test("two people sign up, talk, and see what the other read")
    func talk() async throws {
        let server = try await TestServer()
        let (ada, bob) = try await talk(at: server.address)
        try await bob.shows("Is the build green?")
        try await ada.shows("Is the build green?, ")
        try await eventually("Bob has read it") {
            ada.host.find("Is the build green?")?.label?.hasSuffix("Read") == true
        }
        try await bob.type("Yes, since noon", into: "Message")
        try await ada.shows("Bob is typing…")
        try await bob.press("Send")
        try await ada.shows("Yes, since noon")
        try await bob.press("Back")
        try await bob.shows("You: Yes, since noon")
        #expect(ada.host.problems.isEmpty)
        #expect(bob.host.problems.isEmpty)
    }

    @Test("a reaction, a reply, an edit and a deletion reach the other")
    func changes() async throws {
        let server = try await TestServer()
        let (ada, bob) = try await talk(at: server.address)
        try await bob.act("👍", on: "Ada")
        try await ada.shows("button \"👍\" = \"Bob\"")
        try await bob.act("Reply", on: "Ada")
        try await bob.shows("Reply to Ada")
        try await bob.type("Nearly", into: "Message")
        try await bob.press("Send")
        try await ada.shows("button \"Ada, Is the build green?\"")
        try await ada.act("Edit", on: "You")
        try await ada.type("Is the build red?", into: "Message")
        try await ada.press("Save")
        try await bob.shows("Is the build red?, edited")
        try await ada.act("Delete for everyone", on: "You")
        try await ada.press("Delete for everyone")
        try await bob.shows("Message deleted")
    }

    @Test("what is written offline waits on the screen, and is sent once the server is back")
    func offline() async throws {
        let file = NSTemporaryDirectory() + "nexus-apple-" + UUID().uuidString + ".sqlite"
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + end) } }
        var server: TestServer? = try await TestServer(data: file)
        let port = try #require(server?.port)
        let (ada, bob) = try await talk(at: "http://127.0.0.1:\(port)")
        await server?.stop()
        server = nil
        try await ada.shows("Offline")
        try await ada.type("Are you there?", into: "Message")
        try await ada.press("Send")
        try await ada.shows("Are you there?")
        try await eventually("it waits") {
            ada.host.find("Are you there?")?.label?.hasSuffix("Waits for a connection") == true
        }
        let returned = try await TestServer(data: file, port: port)
        try await ada.press("Try again")
        try await ada.hides("text \"Offline\"")
        try await bob.shows("Are you there?")
        await returned.stop()
    }

    @Test("a message that was refused says why, and a tap sends it again")
    func retry() async throws {
        let server = try await TestServer()
        let (ada, bob) = try await talk(at: server.address)
        try await bob.press("Details")
        try await bob.press("Block")
        try await bob.shows("Unblock")
        try await ada.type("Hello?", into: "Message")
        try await ada.press("Send")
        try await ada.shows("Tap the message to try again.")
        try await bob.press("Unblock")
        try await bob.hides("Unblock")
        try await eventually("the server has it", within: .seconds(30)) {
            if ada.host.find("You") != nil, ada.host.shows("Not sent.") { try? ada.host.press("You") }
            return !ada.host.shows("Not sent.") && ada.host.find("Hello?")?.label?.contains("Sending") == false
        }
    }

    @Test("Nexus answers from the conversations, and a source leads to its message")
    func nexus() async throws {
        let server = try await TestServer()
        let (ada, bob) = try await talk(at: server.address)
        try await bob.type("The launch is on Friday at noon", into: "Message")
        try await bob.press("Send")
        try await ada.shows("The launch is on Friday at noon")
        try await ada.press("Back")
        try await eventually("it can be searched") {
            try await !ada.client.search("launch").results.isEmpty
        }
        try await ada.press("Nexus")
        try await ada.shows("Answers come from your conversations")
        try await ada.type("When is the launch?", into: "Ask about your conversations")
        try await ada.press("Ask")
        try await ada.shows("% match")
        try await ada.press("The launch is on Friday at noon")
        try await ada.shows("field \"Message\"")
        #expect(ada.model.router.tab == .chats)
        try await eventually("it is highlighted") {
            ada.host.text.contains("\"Bob\" (scrolled to)")
        }
    }

    @Test("a group is made, renamed and left")
    func group() async throws {
        let server = try await TestServer()
        let (ada, bob) = try await talk(at: server.address)
        try await ada.press("Back")
        try await ada.press("New message")
        try await ada.press("New group")
        try await ada.type("Launch", into: "Name of the group")
        try await ada.press("Bob")
        try await ada.press("Create")
        try await ada.shows("2 members")
        try await ada.press("Details")
        try await ada.press("Rename the group")
        try await ada.type("Landing", into: "Name of the group")
        try await ada.press("Save")
        try await bob.press("Back")
        try await bob.shows("Landing")
        try await bob.press("Landing")
        try await bob.press("Details")
        try await bob.press("Leave group")
        try await bob.press("Leave group")
        try await ada.hides("Bob")
    }

    @Test("in the background the user is offline, at the front online")
    func phases() async throws {
        let server = try await TestServer()
        let (ada, bob) = try await talk(at: server.address)
        try await bob.shows("online")
        ada.host.change { $0.scenePhase = .background }
        try await bob.shows("last seen")
        ada.host.change { $0.scenePhase = .active }
        try await bob.shows("online")
    }

    @Test("in the background the profile is free for an extension, and the app takes it again")
    func suspension() async throws {
        let server = try await TestServer()
        let (ada, bob) = try await talk(at: server.address)
        let conversation = try #require(try await ada.client.conversations().first?.id)
        ada.host.change { $0.scenePhase = .background }
        try await bob.shows("last seen")
        let other = NexusClient(
            try ProfileFolder(ada.folder), configuration: ClientConfiguration(sharesProfile: false, network: nil))
        try await eventually("an extension can take the profile") {
            (try? await other.send("From the share sheet", in: conversation)) != nil
        }
        await other.close()
        ada.host.change { $0.scenePhase = .active }
        try await bob.shows("From the share sheet")
        try await bob.shows("online")
    }

    @Test("a link of the widget opens its conversation")
    func link() async throws {
        let server = try await TestServer()
        let (ada, bob) = try await talk(at: server.address)
        _ = bob
        let conversation = try #require(try await ada.client.conversations().first?.id)
        try await ada.press("Back")
        try await ada.shows("New message")
        ada.host.open(try #require(ConversationLink(conversation).url))
        try await ada.shows("field \"Message\"")
        #expect(ada.model.router.viewed == conversation)
    }

    @Test("a search leads to the message, on an iPad beside the list")
    func search() async throws {
        let server = try await TestServer()
        let pad = try await padOfAda(at: server.address)
        try await pad.shows("Choose a conversation")
        try await pad.press("Search messages")
        try await pad.type("build", into: "Search messages")
        try await pad.shows("Is the build green?")
        try await eventually("a result can be opened") {
            try? pad.host.press("Ada, ")
            return pad.model.router.viewed != nil
        }
        try await pad.shows("field \"Message\"")
    }

    @Test("on an iPad the details of a conversation lead back to it, and to its person and back")
    func details() async throws {
        let server = try await TestServer()
        let pad = try await padOfAda(at: server.address)
        try await pad.press("Bob")
        try await pad.press("Details")
        try await pad.press("Show profile")
        try await pad.shows("Send a message")
        try await pad.press("Back")
        try await pad.shows("title \"Details\"")
        try await pad.press("Back")
        try await pad.shows("field \"Message\"")
        #expect(pad.model.router.viewed != nil)
        try await pad.press("Details")
        try await pad.press("Bob, ")
        try await pad.shows("field \"Message\"")
        #expect(pad.model.router.path.count == 1)
        #expect(pad.host.problems.isEmpty)
    }

    @Test("a wrong password says so, and a sign-out leads back to the sign-in")
    func session() async throws {
        let server = try await TestServer()
        let ada = try HostedApp(server: server.address, clock: LingeringClock())
        try await ada.signUp("Ada")
        try await ada.press("Settings")
        try await ada.press("Sign out")
        try await ada.press("Sign out")
        try await ada.shows("title \"Sign in\"")
        try await ada.type("ada@example.org", into: "E-mail address")
        try await ada.type("wrong horse", into: "Password")
        try await ada.press("Sign in")
        try await ada.shows("Check both and try again.")
    }
}
