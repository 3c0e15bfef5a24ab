import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NexusTestSupport
import Testing

@Suite("The command line: leaving, and taking one's data along")
struct CommandLeavingTests {
    /// A GIF of one grey pixel.
    private static let pixel =
        Data(
            base64Encoded: "R0lGODlhAQABAIAAAMLCwgAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==") ?? Data()

    /// The bytes of an archive's entries, by name.
    private func entries(of path: String) throws -> [String: Data] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c",
            """
            import base64, json, sys, zipfile
            with zipfile.ZipFile(sys.argv[1]) as archive:
                assert archive.testzip() is None
                print(json.dumps({name: base64.b64encode(archive.read(name)).decode() for name in archive.namelist()}))
            """, path,
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilEnded()
        return try JSONDecoder().decode([String: Data].self, from: data)
    }

    @Test("a copy of one's data has the files of one's conversations byte for byte, and is for its owner's eyes alone")
    func export() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        let bob = try await Terminal.signedUp("Bob", at: server.address)
        let talk = try await ada.run("new", "--direct", "bob@example.org").identifier
        let content = Data((0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 5) })
        let plan = "\(ada.home)/plan.bin"
        try content.write(to: URL(fileURLWithPath: plan))
        #expect(try await ada.run("send", talk, "The plan", "--file", plan).code == 0)
        #expect(try await bob.run("sync").code == 0)
        let archive = "\(bob.home)/copy.zip"
        let made = try await bob.run("export", "--to", archive)
        #expect(made.code == 0, "\(made.errors)")
        let bytes = try #require(FileManager.default.attributesOfItem(atPath: archive)[.size] as? Int)
        #expect(made.output == "\(archive) \(bytes)\n")
        #expect(!FileManager.default.fileExists(atPath: archive + ".part"))
        let again = try await bob.run("export", "--to", archive)
        #expect(again.code == 1 && again.errors.contains("exists"), "no further copy is made for it")
        let found = try entries(of: archive)
        let files = found.filter { $0.key.hasPrefix("media/") }
        #expect(files.map(\.value) == [content])
        #expect(files.keys.first?.hasSuffix(".bin") == true)
        let messages = String(decoding: found["conversations/\(talk).jsonl"] ?? Data(), as: UTF8.self)
        #expect(messages.contains("The plan"))
    }

    @Test("an account that is to be deleted is kept after all; once it is deleted, nobody writes to it")
    func account() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        let bob = try await Terminal.signedUp("Bob", at: server.address)
        let talk = try await ada.run("new", "--direct", "bob@example.org").identifier
        #expect(try await bob.run("send", talk, "Farewell").code == 0)
        let wrong = try await bob.run("account", "delete", input: "a wrong guess\n")
        #expect(wrong.code == 1)
        #expect(try await bob.run("account").output == "Your account is kept.\n")
        let scheduled = try await bob.run(
            "account", "delete", "--messages", "delete", input: Terminal.password + "\n")
        #expect(scheduled.code == 0, "\(scheduled.errors)")
        #expect(scheduled.output.contains("and its messages too."))
        #expect(scheduled.output.contains("nexus account keep"))
        #expect(try await bob.run("account").output.contains("and its messages too."))
        #expect(try await bob.run("account", "keep").output == "Your account is kept.\n")
        #expect(try await bob.run("account").output == "Your account is kept.\n")

        #expect(try await ada.run("admin", "delete", "bob@example.org", "--now").output == "deleting bob@example.org\n")
        try await eventually("the deletion is done") {
            _ = try await ada.run("sync")
            return try await ada.run("conversations").output.contains("Deleted account")
        }
        #expect(try await ada.texts(talk) == ["Farewell"])
        let refused = try await ada.run("send", talk, "Are you there?")
        #expect(refused.code == 1)
        #expect(refused.errors.contains("this account was deleted"), "\(refused.errors)\(refused.output)")
        #expect(try await bob.run("sync").code != 0)
    }

    @Test("an administrator sets when messages are deleted, and the team's picture, which everyone may see")
    func policy() async throws {
        let server = try ServerProcess()
        try server.start()
        let ada = try await Terminal.signedUp("Ada", at: server.address)
        let bob = try await Terminal.signedUp("Bob", at: server.address)
        let talk = try await ada.run("new", "--direct", "bob@example.org").identifier
        #expect(try await bob.run("admin", "policy", "--retention", "30").code == 1)
        #expect(try await ada.run("admin", "policy", "--retention", "30").lines.last == "retention  30 days")
        #expect(try await bob.run("sync").code == 0)
        let told = try await bob.run("retention", talk)
        #expect(told.output == "conversation  never\nserver        30 days\n")
        #expect(try await bob.run("retention", talk, "7").output == "conversation  7 days\nserver        30 days\n")
        let none = try await ada.run("admin", "policy", "--retention", "0")
        #expect(none.code == 0)
        #expect(!none.output.contains("retention"))

        func look(holding tag: String? = nil) async throws -> (status: UInt, headers: HTTPHeaders, body: ByteBuffer) {
            var request = HTTPClientRequest(url: server.address + "/v1/server/picture?size=96")
            if let tag { request.headers.add(name: "If-None-Match", value: tag) }
            let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
            return (answer.status.code, answer.headers, try await answer.body.collect(upTo: 1 << 20))
        }
        #expect(try await look().status == 404)
        let picture = "\(ada.home)/team.gif"
        try CommandLeavingTests.pixel.write(to: URL(fileURLWithPath: picture))
        #expect(try await ada.run("admin", "policy", "--picture", "\(ada.home)/none.gif").code == 1)
        let set = try await ada.run("admin", "policy", "--picture", picture)
        #expect(set.lines.contains("picture set"), "\(set.errors)")
        let shown = try await look()
        #expect(shown.status == 200)
        #expect(String(buffer: shown.body.getSlice(at: 0, length: 4) ?? ByteBuffer()) == "RIFF")
        #expect(shown.headers["Content-Type"] == ["image/webp"])
        #expect(shown.headers["Cache-Control"] == ["public, max-age=300"])
        #expect(shown.headers["X-Content-Type-Options"] == ["nosniff"])
        #expect(try await look(holding: shown.headers.first(name: "ETag")).status == 304)
        #expect(!(try await ada.run("admin", "policy", "--picture", "none").lines.contains("picture set")))
        #expect(try await look().status == 404)
    }
}
