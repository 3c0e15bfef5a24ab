import Foundation
import NexusClient
import NexusCore
import NexusTestSupport
import Synchronization
import Testing

/// The code of docs/sdk.md, verbatim: `DocumentTests` compares the two.
@Suite("The guide to the SDK")
struct GuideTests {
    private let folder = NSTemporaryDirectory() + "nexus-guide-" + UUID().uuidString
    private let password = "correct horse"

    @Test("starts a client")
    func start() async throws {
        let host = try await TestServer()
        let server = host.address
        _ = try await Device.signedUp("Bob", at: server, connects: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }

        let client = NexusClient(try ProfileFolder(folder))
        try await client.signUp(server: server, name: "Ada", email: "ada@example.org", password: password)

        let connection = Task { try await client.run() }
        defer { connection.cancel() }

        let found = try await client.people(matching: "bob@example.org")
        guard let bob = found.people.first else { return }
        let (talk, _) = try await client.openDirect(with: bob)
        let message = try await client.send("Is the build green?", in: talk)

        switch try await client.answer(to: message.retyped(), within: 5_000) {
        case .acknowledged: break  // On the server's disk.
        case .waiting, .offline: break  // Still queued; it is sent once a client of this profile connects.
        }

        let page = try await client.messages(in: talk)
        let lines = page.messages.map { "\($0.senderName): \($0.text) \($0.status?.name ?? "")" }
        #expect(lines == ["Ada: Is the build green? sent"])

        let answer = try await client.search("build from:ada", order: .newest)
        let hits = answer.results.map { "\($0.senderName): \($0.snippet.text)" }
        let label = answer.isOnDevice ? "on this device" : "everywhere"
        #expect(hits == ["Ada: Is the build green?"])
        #expect(label == "everywhere")

        let answered = try await client.ask("When is the launch?").exchange.answer
        let sources = answered.citations.map { "\($0.senderName): \($0.excerpt)" }
        #expect(answered.kind == .notFound)
        #expect(sources.allSatisfy { $0 == "Ada: Is the build green?" })
    }

    @Test("handles refused operations, and syncs once")
    func moment() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address, connects: false)
        let (group, _) = try await ada.client.createGroup(title: "Lunch", members: [try await bob.user])
        #expect(try await ada.client.sync(within: 10_000) == .settled)
        #expect(try await bob.client.sync(within: 10_000) == .settled)
        try await bob.client.send("too late", in: group)
        try await ada.client.remove(try await bob.user.id, from: group)
        #expect(try await ada.client.sync(within: 10_000) == .settled)
        let client = bob.client

        switch try await client.sync(within: 10_000) {
        case .settled: break  // In sync with the server.
        case .unfinished, .offline: break  // What waits stays queued.
        }

        let summary = try await client.sync(within: .seconds(25))
        for message in summary.arrived { print(message.text) }
        if !summary.isComplete { print("\(summary.waiting) still wait") }

        for entry in try await client.outbox() {
            guard case .failed(let refusal) = entry.state else { continue }
            if refusal.code == .conversationGone {
                try await client.discard(entry.operation.id)
            } else {
                try await client.retry(entry.operation.id)
            }
        }
        #expect(try await client.outbox().isEmpty)
    }

    @Test("observes events")
    func observe() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address)
        let (talk, _) = try await bob.client.openDirect(with: try await ada.user)
        let client = ada.client
        let writing = Task {
            for number in 1...1_000 where !Task.isCancelled {
                try await bob.client.send("\(number)", in: talk)
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        defer { writing.cancel() }

        var heard: [String] = []
        for await event in client.events() {
            if case .arrived(let message) = event { heard.append(message.text) }
            if heard.count == 2 { break }
        }
        let first = try #require(heard.first.flatMap { Int($0) })
        #expect(heard == ["\(first)", "\(first + 1)"])

        let signals = client.signals { event in if case .changed = event { true } else { false } }
        for await _ in signals {
            let unread = try await client.conversations().reduce(0) { $0 + $1.unread }
            if unread > 0 { break }
        }
        #expect(try await client.conversations().first?.unread ?? 0 > 0)
    }

    @Test("shows a conversation")
    func chat() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address, connects: false)
        let (talk, _) = try await ada.client.openDirect(with: try await bob.user)
        let client = ada.client
        try await GuideTests.show(talk, client)
    }

    @MainActor
    private static func show(_ talk: ConversationID, _ client: NexusClient) async throws {
        let model = ChatViewModel(talk, service: client)
        let screen = Task { await model.observe() }
        await model.write("On my way, @Bob")
        await model.send()
        let shown = model.rows.compactMap { $0.message?.text }
        screen.cancel()

        await screen.value
        #expect(shown.last == "On my way, @Bob" || shown.isEmpty, "it may not have opened yet")
        #expect(try await client.messages(in: talk).messages.map(\.text) == ["On my way, @Bob"])
    }

    @Test("replaces components")
    func parts() async throws {
        let server = try await TestServer()
        let vault = Vault()
        defer { try? FileManager.default.removeItem(atPath: folder) }

        let configuration = ClientConfiguration(credentials: vault, device: "Ada's kiosk")
        let kiosk = NexusClient(try ProfileFolder(folder), configuration: configuration)

        try await kiosk.signUp(server: server.address, name: "Ada", email: "ada@example.org", password: password)
        #expect(try await kiosk.sessions().map(\.device) == ["Ada's kiosk"])
        #expect(try vault.load() != nil)
        #expect(!FileManager.default.fileExists(atPath: folder + "/credentials.json"))
    }

    /// A store of a session's tokens.
    private final class Vault: CredentialStore {
        private let held = Mutex<Credentials?>(nil)

        func load() throws(ClientError) -> Credentials? { held.withLock { $0 } }
        func save(_ credentials: Credentials) throws(ClientError) { held.withLock { $0 = credentials } }
        func remove() throws(ClientError) { held.withLock { $0 = nil } }
    }
}
