import Foundation
import NexusClient
import NexusCore
import NexusTestSupport
import Synchronization
@_spi(Host) import SwiftUI
import Testing

@testable import NexusSystem
@testable import NexusViews

@Suite("The share extension", .serialized) @MainActor
struct ShareTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("share-" + UUID().uuidString)

    @Test("texts, links and files are read as such, and files are copied under their names")
    func reads() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let original = folder.appendingPathComponent("IMG_1.png")
        try Data([1, 2, 3]).write(to: original)
        let link = try #require(URL(string: "https://example.org/a"))
        let items = SharedItem.input([
            .object(["public.url"], link), .object(["public.plain-text"], "Look at this"),
            .file(["public.png", "public.file-url"], original, name: "Plan"), .file(["public.png"], original),
            .file(["public.pdf"], nil),
        ])
        let reader = SharedContentReader(folder: folder.appendingPathComponent("copies"))
        let content = await reader.read(items + ["something else"])
        try FileManager.default.removeItem(at: original)
        #expect(content.text == "https://example.org/a\nLook at this")
        #expect(content.files.map(\.name) == ["Plan.png", "IMG_1.png"])
        for file in content.files { #expect(FileManager.default.contents(atPath: file.path) == Data([1, 2, 3])) }
        reader.removeCopies()
        #expect(content.files.allSatisfy { !FileManager.default.fileExists(atPath: $0.path) })
    }

    @Test("a text file is a file, a shared text is a text, and what is neither is left out")
    func kinds() {
        #expect(SharedKind(["public.plain-text"]) == .text)
        #expect(SharedKind(["public.plain-text", "public.file-url"]) == .file("public.plain-text"))
        #expect(SharedKind(["public.url", "public.plain-text"]) == .link)
        #expect(SharedKind(["public.jpeg"]) == .file("public.jpeg"))
        #expect(SharedKind(["public.file-url"]) == nil && SharedKind([]) == nil)
    }

    @Test("more files than a message may have are several messages, the text with the first")
    func splits() {
        let files = (0..<(Limits.attachmentsPerMessage * 2 + 1)).map { OutgoingFile("/f\($0)") }
        let messages = SharedContent(text: "All", files: files).messages
        #expect(messages.map(\.files.count) == [Limits.attachmentsPerMessage, Limits.attachmentsPerMessage, 1])
        #expect(messages.map(\.text) == ["All", "", ""] && messages.flatMap(\.files) == files)
        let most = SharedContent(text: "All", files: Array(files.prefix(Limits.attachmentsPerMessage)))
        #expect(most.messages == [most])
    }

    private func shown(
        _ service: any ShareService, _ content: SharedContent = SharedContent(text: "Look")
    ) async throws -> (ScreenHost, ShareModel, Closed) {
        let (model, closed) = (ShareModel(service), Closed())
        let host = ScreenHost(
            ShareView(model: model) { closed.count += 1 }, strings: try Catalogue.strings("en"))
        await model.begin(content)
        return (host, model, closed)
    }

    @MainActor final class Closed { var count = 0 }

    @Test("a conversation is found and chosen on the screen, and gets the text as it was changed")
    func chooses() async throws {
        let service = ScriptedSystem()
        let (host, _, closed) = try await shown(service)
        #expect(throws: ScreenHost.Missing.self) { try host.press("Send") }
        try host.type("Look here", into: "Message")
        try host.type("laun", into: "Search conversations")
        #expect(!host.shows("Ben Okafor"))
        try host.press("Launch")
        try host.press("Send")
        try await eventually("it is sent") {
            _ = host.text
            return closed.count == 1
        }
        #expect(service.log.withLock { $0.sent } == [.init(text: "Look here", conversation: PreviewData.group)])
        #expect(service.log.withLock { $0.closed } == 1, "the app can take the profile")
        #expect(host.problems.isEmpty)
    }

    @Test("a person without a conversation can be chosen; the user is not among the people")
    func person() async throws {
        let service = ScriptedSystem()
        let (host, model, _) = try await shown(service)
        #expect(model.people.map(\.id) == [PreviewData.chen.id])
        try host.press("Chen Wei")
        await model.send()
        #expect(
            service.log.withLock { $0.sent.first?.conversation }
                == .direct(between: PreviewData.ada.id, and: PreviewData.chen.id))
    }

    @Test("after a failure what was queued is not sent twice")
    func fails() async throws {
        let files = (0...Limits.attachmentsPerMessage).map { OutgoingFile("/f\($0)") }
        let service = ScriptedSystem(refusesAfter: 1)
        let (host, model, closed) = try await shown(service, SharedContent(text: "All", files: files))
        model.chosen = .conversation(PreviewData.group)
        await model.send()
        #expect(model.state == .choosing && model.error?.code == "file_unavailable" && closed.count == 0)
        #expect(model.content == SharedContent(files: [files[Limits.attachmentsPerMessage]]))
        #expect(host.shows("The file cannot be used"))
    }

    @Test("without a user, and without content, there is nothing to send")
    func nothing() async throws {
        var signedOut = PreviewServices()
        signedOut.account = nil
        #expect(try await shown(ScriptedSystem(signedOut)).1.state == .signedOut)
        #expect(try await shown(ScriptedSystem(), SharedContent(text: " ")).1.state == .nothing)
    }

    @Test("while the app is open it sends what the extension hands over; with no network it waits in the outbox")
    func shared() async throws {
        let server = try await filingServer(in: folder.path)
        defer { try? FileManager.default.removeItem(at: folder) }
        func client(_ name: String) throws -> NexusClient {
            NexusClient(
                try ProfileFolder(folder.appendingPathComponent(name).path),
                configuration: ClientConfiguration(device: "test", sharesProfile: true, network: nil))
        }
        let (app, bob) = (try client("ada"), try client("bob"))
        try await app.signUp(
            server: server.address, name: "Ada", email: "ada@example.org", password: "correct horse")
        let person = try await bob.signUp(
            server: server.address, name: "Bob", email: "bob@example.org", password: "correct horse"
        ).user
        let (talk, _) = try await app.openDirect(with: person)
        let connections = [Task { try await app.run() }, Task { try await bob.run() }]
        let picture = folder.appendingPathComponent("plan.txt")
        try Data("The plan".utf8).write(to: picture)

        let model = ShareModel(try client("ada"))
        await model.begin(SharedContent(text: "Here", files: [OutgoingFile(picture.path)]))
        model.chosen = .conversation(talk)
        await model.send()
        // Whether the server has it yet is a matter of time.
        #expect([.done(isSent: true), .done(isSent: false)].contains(model.state))
        try await eventually("Bob has it") {
            try await bob.conversations().first?.unread == 1
        }
        for connection in connections { connection.cancel() }
        await app.close()
        await server.stop()

        let later = ShareModel(try client("ada"))
        await later.begin(SharedContent(text: "And this"))
        later.chosen = .conversation(talk)
        await later.send()
        #expect(later.state == .done(isSent: false))
        #expect(try await app.outbox().count == 1, "the app sends it")
    }
}
