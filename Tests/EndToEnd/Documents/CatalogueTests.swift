import Foundation
import NexusClient
import NexusCore
import NexusServer
import NexusTestSupport
import Testing

/// The code of the DocC catalogue, verbatim, and the comparison of the two.
@Suite("The DocC catalogue")
struct CatalogueTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardized
    private let folder = NSTemporaryDirectory() + "nexus-catalogue-" + UUID().uuidString
    private let password = "correct horse"

    private static func trimmed(_ text: String) -> [String] {
        text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test("has only code that these tests run, and each article leads to the next")
    func verbatim() throws {
        let catalogue = Self.root.appending(path: "Sources/NexusClient/NexusClient.docc")
        let code = Self.trimmed(try String(contentsOf: URL(filePath: #filePath), encoding: .utf8))
            .joined(separator: "\n")
        let articles = ["GettingStarted", "WithNoNetwork", "ViewModels", "Media", "Notifications"]
        let landing = try String(contentsOf: catalogue.appending(path: "NexusClient.md"), encoding: .utf8)
        var count = 0
        for (number, article) in articles.enumerated() {
            let text = try String(contentsOf: catalogue.appending(path: "\(article).md"), encoding: .utf8)
            #expect(landing.contains("- <doc:\(article)>"))
            if number + 1 < articles.count { #expect(text.contains("Continue with <doc:\(articles[number + 1])>.")) }
            for rest in text.components(separatedBy: "```swift\n").dropFirst() {
                let block = try #require(rest.components(separatedBy: "\n```").first)
                #expect(code.contains(Self.trimmed(block).joined(separator: "\n")), "\(article): \(block)")
                count += 1
            }
        }
        #expect(count >= 11)
    }

    /// The arguments of a directive, in order: `@Code(name: "…", file: "…")`.
    private static func arguments(_ name: String, of directive: String, in text: String) -> [String] {
        text.components(separatedBy: "@\(directive)(").dropFirst().compactMap { rest in
            guard let inside = rest.components(separatedBy: ")").first,
                let value = inside.components(separatedBy: "\(name): \"").dropFirst().first
            else { return nil }
            return value.components(separatedBy: "\"").first
        }
    }

    @Test("has a tutorial whose steps are code that these tests compile, and that names each of its files")
    func tutorial() throws {
        let catalogue = Self.root.appending(path: "Sources/NexusClient/NexusClient.docc")
        func read(_ path: String) throws -> String {
            try String(contentsOf: catalogue.appending(path: path), encoding: .utf8)
        }
        let resources = try FileManager.default.contentsOfDirectory(
            atPath: catalogue.appending(path: "Resources").path())
        let overview = try read("Tutorials/Tutorials.tutorial")
        #expect(Self.arguments("tutorial", of: "TutorialReference", in: overview) == ["doc:MeetTheSDK"])
        let files = Self.arguments("file", of: "Code", in: try read("Tutorials/MeetTheSDK.tutorial"))
        let pictures = Self.arguments("source", of: "Image", in: overview)
        #expect(Set(files + pictures) == Set(resources) && files.count >= 6)
        let steps = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "TutorialSteps.swift")
        let code = Self.trimmed(try String(contentsOf: steps, encoding: .utf8)).joined(separator: "\n")
        for file in files {
            let lines = Self.trimmed(try read("Resources/\(file)"))
            #expect(lines.prefix(3) == ["import NexusClient", "import NexusCore", ""])
            let body = lines.dropFirst(3).joined(separator: "\n").trimmingCharacters(in: .newlines)
            #expect(code.contains(body), "\(file) is not in TutorialSteps.swift")
        }
    }

    @Test("has a tutorial whose last step is a chat client")
    func tinyChat() async throws {
        let place = folder
        defer { try? FileManager.default.removeItem(atPath: place) }
        let host = try await TestServer()
        let (server, secret) = (host.address, password)
        let bob = try await Device.signedUp("Bob", at: server, connects: false)
        try await bob.connect()
        try await TutorialSteps.Step1.tinyChat(in: place)
        try await TutorialSteps.Step2.tinyChat(
            in: place, server: server, name: "Ada", email: "ada@example.org", password: secret)
        let (lines, typed) = AsyncStream.makeStream(of: String.self)
        let chat = Task {
            try await TutorialSteps.Step6.tinyChat(
                in: place, server: server, name: "Ada", email: "ada@example.org", password: secret,
                other: "bob@example.org", lines: lines)
        }
        typed.yield("Is the build green?")
        typed.yield("")
        typed.yield("Ship it.")
        try await eventually("both lines have arrived") {
            guard let talk = try await bob.client.conversations().first?.id else { return false }
            return try await bob.client.messages(in: talk).messages.map(\.text) == ["Is the build green?", "Ship it."]
        }
        typed.finish()
        try await chat.value
        await host.stop()
    }

    @Test("gets an app started, offline and on screens")
    @MainActor
    func app() async throws {
        let host = try await TestServer()
        let server = host.address
        _ = try await Device.signedUp("Bob", at: server, connects: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }

        let client = NexusClient(try ProfileFolder(folder))
        try await client.signUp(server: server, name: "Ada", email: "ada@example.org", password: password)

        let connection = Task { try await client.run() }
        defer { connection.cancel() }

        guard let bob = try await client.people(matching: "bob@example.org").people.first else { return }
        let (talk, _) = try await client.openDirect(with: bob)
        try await client.send("Is the build green?", in: talk)
        for row in try await client.messages(in: talk).messages { print(row.senderName, row.text) }

        for entry in try await client.outbox() {
            guard case .failed(let refusal) = entry.state else { continue }
            print(refusal.message)
            try await client.retry(entry.operation.id)
        }

        let summary = try await client.sync(within: .seconds(25))
        print("\(summary.arrived.count) arrived, \(summary.waiting) still wait")
        #expect(summary.isComplete)

        try await client.networkReturned()
        try await client.setActive(false)

        let session = SessionViewModel(client)
        let life = Task { await session.run() }
        defer { life.cancel() }

        let list = ConversationListViewModel(client)
        await list.load()
        for row in list.shown { print(row.title, row.unread) }
        #expect(list.shown.map(\.title) == ["Bob"])
        await host.stop()
    }

    @Test("sends a file, and shows a picture from the pipeline's caches until the sign-out")
    func media() async throws {
        let place = folder
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: place) }
        let host = try await TestServer { $0.media.folder = place + "/media" }
        let ada = try await Device.signedUp("Ada", at: host.address, connects: false)
        let bob = try await Device.signedUp("Bob", at: host.address, connects: false)
        let client = ada.client
        let (talk, _) = try await client.openDirect(with: try await bob.user)
        let path = place + "/pixel.gif"
        let pixel = "R0lGODlhAQABAIAAAMLCwgAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="
        try #require(Data(base64Encoded: pixel)).write(to: URL(filePath: path))

        let message = try await client.send("The plan", files: [OutgoingFile(path)], in: talk)

        if let row = try await client.message(message)?.1, row.canSendTextAlone {
            try await client.sendTextAlone(of: message)
        }

        try await ada.connect()
        try await eventually("the picture is there") {
            try await client.messages(in: talk).messages.contains { $0.status == .sent && !$0.attachments.isEmpty }
        }
        let attachment = try #require(try await client.messages(in: talk).messages.flatMap(\.attachments).first)

        let images = await client.images
        let picture = try await images.picture(ImageRequest(attachment, side: 640))

        #expect(picture.starts(with: Array("RIFF".utf8)), "a preview is WebP")
        let original = try await images.picture(ImageRequest(attachment))
        #expect(original.starts(with: Array("GIF8".utf8)))
        #expect(FileManager.default.fileExists(atPath: ada.folder + "/images"))
        try await client.signOut()
        #expect(!FileManager.default.fileExists(atPath: ada.folder + "/images"))
        await host.stop()
    }

    @Test("makes keys for notifications")
    func notifications() throws {
        let token: [UInt8] = [1, 2, 3]
        let field = "AAAA"

        let keys = PushKeys()
        let stored = keys.stored
        let registration = PushRegistration.relay(.apple(token), keys: keys)
        #expect(registration.address == "apns:010203")

        if let keys = PushKeys(stored: stored),
            let notification = try? PushedNotification(relayed: field, keys: keys)
        {
            print(notification.title, notification.text, notification.badge)
        }
        #expect(throws: PushDecryptionError.self) { try PushedNotification(relayed: field, keys: keys) }
    }
}
