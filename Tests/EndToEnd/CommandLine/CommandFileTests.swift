import Foundation
import Testing

@Suite("The command line: files and pictures")
struct CommandFileTests {
    /// A server process, and Ada and Bob at their own terminals with a conversation between them.
    private struct Scene {
        let server: ServerProcess
        let ada: Terminal
        let bob: Terminal
        let talk: String

        init() async throws {
            server = try ServerProcess()
            try server.start()
            ada = try await Terminal.signedUp("Ada", at: server.address)
            bob = try await Terminal.signedUp("Bob", at: server.address)
            talk = try await ada.run("new", "--direct", "bob@example.org").identifier
        }

        /// A file in Ada's folder.
        func file(_ name: String, _ content: Data) throws -> String {
            let path = "\(ada.home)/\(name)"
            try content.write(to: URL(fileURLWithPath: path))
            return path
        }
    }

    /// A GIF of one grey pixel.
    private static let pixel =
        Data(
            base64Encoded: "R0lGODlhAQABAIAAAMLCwgAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==") ?? Data()

    @Test("a sent file is downloaded byte for byte, beside an existing file of the same name")
    func sent() async throws {
        let scene = try await Scene()
        let (ada, bob, talk) = (scene.ada, scene.bob, scene.talk)
        let content = Data((0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 5) })
        let sent = try await ada.run("send", talk, "The plan", "--file", try scene.file("plan.bin", content))
        #expect(sent.code == 0, "\(sent.errors)")
        #expect(try await bob.texts(talk) == ["The plan"])
        for name in ["plan.bin", "plan-2.bin"] {
            let got = try await bob.run("download", talk, "2", "--to", bob.home)
            #expect(got.output == "\(bob.home)/\(name) 700000\n", "\(got.errors)")
            #expect(try Data(contentsOf: URL(fileURLWithPath: "\(bob.home)/\(name)")) == content)
        }
        let named = try await bob.run("download", sent.identifier, "--to", bob.home)
        #expect(named.code == 0)
    }

    @Test("a file may be sent alone, several may be sent together, and a message without files has none to download")
    func several() async throws {
        let scene = try await Scene()
        let (ada, bob, talk) = (scene.ada, scene.bob, scene.talk)
        let paths = [try scene.file("a.txt", Data("a".utf8)), try scene.file("pixel.gif", Self.pixel)]
        #expect(try await ada.run("send", talk, "--file", paths[0], "--file", paths[1]).code == 0)
        #expect(try await ada.run("send", talk, "words").code == 0)
        #expect(try await bob.texts(talk) == ["", "words"])
        let got = try await bob.run("download", talk, "2", "--to", bob.home)
        #expect(got.lines.first == "\(bob.home)/a.txt 1")
        #expect(got.lines.last?.hasPrefix("\(bob.home)/pixel.gif ") == true)
        #expect(FileManager.default.fileExists(atPath: bob.home + "/pixel.gif"))
        let none = try await bob.run("download", talk, "3", "--to", bob.home)
        #expect(none.code == 1 && none.errors.contains("has no files"))
    }

    @Test("empty, missing and too large files are refused with the reason, and nothing is queued")
    func refused() async throws {
        let scene = try await Scene()
        let empty = try await scene.ada.run("send", scene.talk, "--file", try scene.file("empty", Data()))
        #expect(empty.code == 1 && empty.errors.contains("is empty"))
        let missing = try await scene.ada.run("send", scene.talk, "--file", scene.ada.home + "/missing")
        #expect(missing.code != 0 && missing.errors.contains("cannot be read"))
        #expect(try await scene.ada.objects("outbox", "--json").isEmpty)
        // Other users cannot download the file.
        #expect(try await scene.ada.run("send", scene.talk, "--file", try scene.file("x", Data("x".utf8))).code == 0)
        let eve = try await Terminal.signedUp("Eve", at: scene.server.address)
        #expect(try await eve.run("download", scene.talk, "2").code != 0)
    }

    @Test(
        "users and groups get a picture and a description, which can be removed; a file that is no picture is refused"
    )
    func pictures() async throws {
        let scene = try await Scene()
        let (ada, bob) = (scene.ada, scene.bob)
        let picture = try scene.file("me.gif", Self.pixel)
        let shown = try await ada.run("profile", "--about", "Counts on machines", "--picture", picture)
        #expect(shown.code == 0, "\(shown.errors)")
        #expect(shown.lines.contains("Counts on machines") && shown.lines.contains("With a picture."))
        let found = try await bob.objects("people", "ada", "--json").first
        #expect(found?["about"] as? String == "Counts on machines")
        #expect(found?["picture"] is String)
        let group = try await ada.run("new", "--group", "Plans", "--member", "bob@example.org").identifier
        let described = try await bob.run("describe", group, "--about", "Dates", "--picture", picture)
        #expect(described.output == "described\npicture set\n", "\(described.errors)")
        #expect(try await bob.run("describe", group, "--no-picture").output == "picture removed\n")
        #expect(try await ada.run("profile", "--no-picture").lines.contains("No picture."))
        #expect(try await bob.objects("people", "ada", "--json").first?["picture"] == nil)
        let words = try scene.file("words.txt", Data("words".utf8))
        let refused = try await ada.run("profile", "--picture", words)
        #expect(refused.code == 1 && refused.errors.contains("not a picture"))
    }

    @Test("the text of a message whose file is refused is sent without it; the file stays to retry, or is discarded")
    func textAlone() async throws {
        let scene = try await Scene()
        let (ada, bob, talk) = (scene.ada, scene.bob, scene.talk)
        let damaged = try scene.file("photo.jpg", Data([0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]))
        for discards in [false, true] {
            let refused = try await ada.run("send", talk, "Look at this", "--file", damaged)
            #expect(refused.code == 1 && refused.errors.contains("nexus outbox send-text"), "\(refused.errors)")
            let failed = try await ada.objects("outbox", "--json").filter { $0["text"] as? String == "Look at this" }
            let id = try #require(failed.first?["id"] as? String)
            let sent = try await ada.run(["outbox", "send-text", id] + (discards ? ["--discard-files"] : []))
            #expect(sent.lines.first == "sent \(id)")
            #expect(sent.code == (discards ? 0 : 1), "\(sent.errors)")
            let left = try await ada.objects("outbox", "--json").filter { $0["kind"] as? String == "post" }
            #expect(left.count == 1 && left.first?["text"] as? String == "", "the file of the first message")
            let again = try await ada.run("outbox", "send-text", try #require(left.first?["id"] as? String))
            #expect(again.code == 1 && again.errors.contains("cannot be sent alone"))
        }
        #expect(try await bob.texts(talk) == ["Look at this", "Look at this"])
    }

    @Test("receipts have the time")
    func receipts() async throws {
        let scene = try await Scene()
        let (ada, bob, talk) = (scene.ada, scene.bob, scene.talk)
        let message = try await ada.run("send", talk, "Read this").identifier
        #expect(try await ada.objects("receipts", message, "--json").first?["state"] as? String == "sent")
        #expect(try await bob.run("read", talk).code == 0)
        let receipt = try #require(try await ada.objects("receipts", talk, "2", "--json").first)
        #expect(receipt["name"] as? String == "Bob")
        #expect(receipt["state"] as? String == "read")
        let time = try #require(receipt["readAt"] as? String)
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        #expect(abs(try Date(time, strategy: style).timeIntervalSinceNow) < 600)
        let shown = try await ada.run("receipts", message)
        #expect(shown.lines.last?.hasPrefix("Bob") == true)
    }
}
