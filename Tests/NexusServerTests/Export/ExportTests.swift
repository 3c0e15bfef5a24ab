import Foundation
import Logging
import NIOPosix
import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("A copy of one's data", .serialized)
struct ExportTests {
    /// A server with a folder for copies, where Ada and Ben have a conversation and Eve has none.
    private struct Scene: Sendable {
        let server: RunningServer
        let folder: String
        let ada: SignedIn
        let ben: SignedIn
        let eve: SignedIn
        let talk: ConversationID

        func state(of person: SignedIn) async throws -> ExportState {
            try ExportState.decode(try await server.ask("GET", "/v1/export", token: person.accessToken).body)
        }

        func make(for person: SignedIn) async throws -> RunningServer.Answer {
            try await server.ask("POST", "/v1/export", "{}", token: person.accessToken)
        }

        func ready(for person: SignedIn) async throws -> ExportID {
            #expect(try await make(for: person).status == 200)
            try await eventually("the copy is ready") { try await state(of: person).phase == .ready }
            return try #require(try await state(of: person).id)
        }

        func post(_ text: String, in conversation: ConversationID, by person: SignedIn) async throws {
            try await server.apply(
                Operation(
                    id: OperationID(at: server.clock.now),
                    kind: .post(conversation, text: text, writtenAt: server.clock.now)), token: person.accessToken)
        }

        /// Posts a file, and returns its identifier.
        func postFile(_ text: String, by person: SignedIn) async throws -> MediaID {
            let id = MediaID(at: server.clock.now)
            let request = UploadRequest(id: id, name: "notes.txt", bytes: Int64(text.utf8.count), type: "text/plain")
            let token = person.accessToken
            _ = try await server.ask("POST", "/v1/media", String(decoding: request.json, as: UTF8.self), token: token)
            _ = try await server.ask("PATCH", "/v1/media/\(id)/upload?offset=0", text, token: token)
            #expect(try await server.ask("POST", "/v1/media/\(id)/finish", "{}", token: token).status == 200)
            let file = Attachment(
                media: id, kind: .file, name: "notes.txt", type: "text/plain", bytes: Int64(text.utf8.count))
            let post = Post(text: "", writtenAt: server.clock.now, attachments: [file])
            let operation = Operation(id: OperationID(at: server.clock.now), kind: .post(talk, post))
            #expect(try await server.apply(operation, token: token).status == 200)
            return id
        }

        func entries(of id: ExportID) throws -> Data {
            try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(id.text).zip"))
        }

        func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
    }

    private func scene<T: Sendable>(
        reserve: Int64 = 0, pause: Int64 = 5, _ body: @Sendable (Scene) async throws -> T
    ) async throws -> T {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { for path in [folder, folder + "-media"] { try? FileManager.default.removeItem(atPath: path) } }
        return try await RunningServer.serve(configure: {
            $0.backgroundPace = .init(pause: pause, rest: 0)
            $0.exportFolder = folder
            $0.exportReserve = reserve
            $0.media.folder = folder + "-media"
        }) { server in
            let (ada, ben, eve) = try await (server.signUp("Ada"), server.signUp("Ben"), server.signUp("Eve"))
            let talk = ConversationID.direct(between: ada.profile.user.id, and: ben.profile.user.id)
            try await server.apply(
                Operation(
                    id: OperationID(at: server.clock.now), kind: .createDirect(talk, with: ben.profile.user.id)),
                token: ada.accessToken)
            return try await body(
                Scene(server: server, folder: folder, ada: ada, ben: ben, eve: eve, talk: talk))
        }
    }

    /// The texts of an archive's entries, by name.
    private func entries(of bytes: Data) throws -> [String: String] {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".zip").path
        try bytes.write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c",
            """
            import json, sys, zipfile
            with zipfile.ZipFile(sys.argv[1]) as archive:
                assert archive.testzip() is None
                print(json.dumps({name: archive.read(name).decode('utf-8', 'replace') for name in archive.namelist()}))
            """, path,
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilEnded()
        return try JSONDecoder().decode([String: String].self, from: data)
    }

    @Test("has what its owner can read, escaped in its pages, and nothing of others'")
    func contents() async throws {
        try await scene { scene in
            try await scene.post("<script>alert('x')</script> & \"more\"", in: scene.talk, by: scene.ben)
            try await scene.post("deleted for Ada", in: scene.talk, by: scene.ben)
            try await scene.server.apply(
                Operation(
                    id: OperationID(at: scene.server.clock.now),
                    kind: .updateSettings(scene.talk, SettingsChange(hidden: [3]))), token: scene.ada.accessToken)
            let secret = ConversationID(at: scene.server.clock.now)
            try await scene.server.apply(
                Operation(
                    id: OperationID(at: scene.server.clock.now),
                    kind: .createGroup(secret, title: "Secret", members: [])),
                token: scene.ben.accessToken)
            try await scene.post("not for Ada", in: secret, by: scene.ben)
            let id = try await scene.ready(for: scene.ada)
            let file = try Data(contentsOf: URL(fileURLWithPath: "\(scene.folder)/\(id.text).zip"))
            let found = try entries(of: file)
            let talk = scene.talk.text
            #expect(
                Set(found.keys) == [
                    "profile.json", "settings.jsonl", "people.jsonl", "security.jsonl", "insights.jsonl",
                    "assistant.jsonl", "conversations/\(talk).jsonl", "conversations/\(talk).html", "index.html",
                ])
            let page = try #require(found["conversations/\(talk).html"])
            #expect(page.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;more&quot;"))
            #expect(!page.contains("<script"))
            #expect(found["profile.json"]?.contains("ada@example.org") == true)
            #expect(found["conversations/\(talk).jsonl"]?.contains("alert('x')") == true)
            let whole = found.values.joined()
            #expect(!whole.contains("not for Ada"))
            #expect(!whole.contains("deleted for Ada"))
            #expect(!whole.contains("eve@example.org"))
        }
    }

    @Test("has the files of messages, without those that its owner deleted, and names those that the server lost")
    func attachments() async throws {
        try await scene { scene in
            let kept = try await scene.postFile("keep this", by: scene.ben)
            let deleted = try await scene.postFile("not this", by: scene.ben)
            let lost = try await scene.postFile("lost", by: scene.ben)
            try await scene.server.apply(
                Operation(
                    id: OperationID(at: scene.server.clock.now),
                    kind: .updateSettings(scene.talk, SettingsChange(hidden: [3]))), token: scene.ada.accessToken)
            let blobs = FileManager.default.enumerator(atPath: scene.folder + "-media/blobs")
            for case let name as String in try #require(blobs) {
                let path = scene.folder + "-media/blobs/" + name
                if FileManager.default.contents(atPath: path) == Data("lost".utf8) {
                    try FileManager.default.removeItem(atPath: path)
                }
            }
            let found = try entries(of: try scene.entries(of: try await scene.ready(for: scene.ada)))
            #expect(found["media/\(kept.text).txt"] == "keep this")
            #expect(found["media/\(deleted.text).txt"] == nil)
            #expect(found["media/missing.txt"] == "The server no longer has these files:\nmedia/\(lost.text).txt\n")
        }
    }

    @Test("is downloaded once, by its owner alone")
    func once() async throws {
        try await scene { scene in
            let id = try await scene.ready(for: scene.ada)
            let path = "/v1/export/\(id.text)"
            #expect(try await scene.server.ask("GET", path, token: scene.ben.accessToken).refusal?.code == .notFound)
            #expect(try await scene.server.ask("GET", path).refusal?.code == .notSignedIn)
            let part = try await scene.server.ask(
                "GET", path, token: scene.ada.accessToken, headers: [("Range", "bytes=0-3")])
            #expect(part.status == 206)
            #expect(part.body.hasPrefix("PK"))
            let whole = try await scene.server.ask("GET", path, token: scene.ada.accessToken)
            #expect(whole.status == 200)
            #expect(whole.headers["content-disposition"]?.contains("nexus-export.zip") == true)
            #expect(whole.headers["cache-control"] == "no-store")
            try await eventually("it is gone") {
                try await scene.server.ask("GET", path, token: scene.ada.accessToken).refusal?.code == .notFound
            }
            #expect(try await scene.state(of: scene.ada) == ExportState())
            try await eventually("its file is gone") { try scene.files().isEmpty }
        }
    }

    @Test("is gone after a day, with its file")
    func expires() async throws {
        try await scene { scene in
            let id = try await scene.ready(for: scene.ada)
            #expect(try scene.files() == ["\(id.text).zip"])
            scene.server.clock.advance(by: 86_400_000 - 1)
            let again = try SignedIn.decode(try await scene.server.signIn("Ada").body)
            #expect(try await scene.state(of: again).phase == .ready)
            scene.server.clock.advance(by: 1)
            #expect(try await scene.state(of: again).phase == .absent)
            try await eventually("its file is gone") { try scene.files().isEmpty }
        }
    }

    @Test("is one at a time, and three in a day")
    func limited() async throws {
        try await scene { scene in
            for _ in 1...3 { _ = try await scene.ready(for: scene.ada) }
            try await eventually("a new one replaces the last") { try scene.files().count == 1 }
            #expect(try await scene.make(for: scene.ada).refusal?.code == .rateLimited)
            _ = try await scene.ready(for: scene.ben)
            scene.server.clock.advance(by: 86_400_000)
            let again = try SignedIn.decode(try await scene.server.signIn("Ada").body)
            #expect(try await scene.make(for: again).status == 200)
        }
    }

    @Test("of a person who is suspended while it is made is given up, and of one who leaves a group has no more of it")
    func suspended() async throws {
        for isSuspended in [true, false] {
            let server = try InlineServer()
            let (ada, ben) = (try server.person("Ada"), try server.person("Ben"))
            let group = try server.group(of: ben, with: [ada])
            try server.post("hello", in: group, by: ben)
            let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
            defer { try? FileManager.default.removeItem(atPath: path) }
            let threads = NIOThreadPool(numberOfThreads: 1)
            threads.start()
            let change: SQL =
                isSuspended
                ? "UPDATE users SET suspended_at = 1 WHERE id = $1"
                : "UPDATE members SET has_left = 1 WHERE user_id = $1"
            let service = ExportService(
                database: server.database, folder: try ExportFolder(path, reserve: 0), media: nil,
                threads: BackgroundThreads(threads), now: { [now = server.now] in now },
                rest: { [database = server.database] in
                    try await database.write { try $0.run(change, .id(ada)) }
                },
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, wake: {})
            let id = try #require(try await service.make(for: ada).id)
            #expect(try await service.step())
            #expect(try await !service.step())
            #expect(try await service.state(of: ada).phase == (isSuspended ? .absent : .ready))
            let files = try FileManager.default.contentsOfDirectory(atPath: path)
            #expect(files == (isSuspended ? [] : ["\(id.text).zip"]))
            try await threads.shutdownGracefully()
        }
    }

    @Test(
        "that is over is removed from the folder of the node that made it, though another one works in the background now"
    )
    func otherNode() async throws {
        let server = try InlineServer()
        let ada = try server.person("Ada")
        let threads = NIOThreadPool(numberOfThreads: 1)
        threads.start()
        let folders = try (0..<2).map { _ in
            try ExportFolder(FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path, reserve: 0)
        }
        defer { for folder in folders { try? FileManager.default.removeItem(atPath: folder.path) } }
        let nodes = folders.map { folder in
            ExportService(
                database: server.database, folder: folder, media: nil, threads: BackgroundThreads(threads),
                now: { [now = server.now] in now }, rest: {},
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, wake: {})
        }
        let id = try #require(try await nodes[0].make(for: ada).id)
        #expect(try await nodes[0].step())
        try await nodes[0].removeLeftovers()
        #expect(try folders[0].all() == [id])
        try await nodes[1].delete(of: ada)
        #expect(try await !nodes[1].step())
        #expect(try folders[0].all() == [id])
        try await nodes[0].removeLeftovers()
        #expect(try folders[0].all() == [])
        try await threads.shutdownGracefully()
    }

    @Test("can be given up, and its files are removed, also those that a crash left")
    func removed() async throws {
        try await scene { scene in
            let stray = "\(scene.folder)/\(ExportID(at: scene.server.clock.now).text).part"
            try Data("half".utf8).write(to: URL(fileURLWithPath: stray))
            _ = try await scene.ready(for: scene.ada)
            #expect(
                try await scene.server.ask("DELETE", "/v1/export", token: scene.ada.accessToken).status == 200)
            try await eventually("no file is left") { try scene.files().isEmpty }
        }
    }

    @Test("is refused while the disk is nearly full")
    func fullDisk() async throws {
        try await scene(reserve: .max) { (scene) async throws in
            #expect(try await scene.make(for: scene.ada).refusal?.code == .storageFull)
        }
    }

    @Test("shows in the security log that it was made")
    func logged() async throws {
        try await scene { scene in
            _ = try await scene.ready(for: scene.ada)
            let log = try AuditPage.decode(
                try await scene.server.ask("GET", "/v1/security", token: scene.ada.accessToken).body)
            #expect(log.entries.first?.act == .exportData)
        }
    }
}
