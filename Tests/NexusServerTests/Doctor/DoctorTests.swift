import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NexusCore
import NexusDatabase
import NexusIntelligence
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("The doctor", .serialized)
struct DoctorTests {
    private static func now() -> Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) }

    /// A configuration that names nothing but a data folder.
    private func configuration(_ data: String, _ change: (inout ServerConfiguration) throws -> Void = { _ in }) rethrows
        -> ServerConfiguration
    {
        var configuration = ServerConfiguration(
            database: DatabaseConfiguration(storage: .file(data + "/nexus.sqlite")), now: DoctorTests.now)
        configuration.transport.port = 0
        try change(&configuration)
        return configuration
    }

    private func examine(
        _ data: String = "/nonexistent", _ change: (inout ServerConfiguration) throws -> Void = { _ in }
    ) async throws -> [DoctorFinding] {
        await Doctor(try configuration(data, change), data: data, limit: .seconds(60)).run()
    }

    /// What was found of a part, without what is fine.
    private func problems(_ findings: [DoctorFinding], of part: String) -> [DoctorFinding] {
        findings.filter { $0.part == part && $0.state != .fine }
    }

    /// A web server of this machine, during `body`.
    private func serve<T: Sendable>(
        _ router: Router<BasicRequestContext>, _ body: @Sendable (Int) async throws -> T
    ) async throws -> T {
        let (ports, bound) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { bound.yield($0.localAddress?.port ?? 0) })
        let running = Task { try await application.run() }
        guard let port = await ports.first(where: { _ in true }) else { throw Missing() }
        let result: Result<T, any Error>
        do { result = .success(try await body(port)) } catch { result = .failure(error) }
        running.cancel()
        _ = await running.result
        return try result.get()
    }

    @Test("finds nothing wrong with a server that runs, but for what is missing, and says something of every part")
    func fine() async throws {
        try await BackedServer.with { scene in
            try scene.backUp()
            let findings = try await examine(scene.data) {
                $0.transport.port = scene.port
                $0.transport.publicAddress = PublicAddress("http://127.0.0.1:\(scene.port)")
                $0.push.contact = "mailto:admin@example.org"
                $0.backup = BackupSettings(
                    try Backups(scene.set), of: scene.source, everyHours: 1_000_000, retention: BackupRetention())
            }
            #expect(findings.filter { $0.state == .error } == [])
            let warned = findings.filter { $0.state == .warning }.map(\.part)
            // The folder of this test is made with the usual permissions, and the address is not https.
            #expect(Set(warned).isSubset(of: ["data", "public", "disk", "server"]), "\(findings)")
            let parts = Set(findings.map(\.part))
            #expect(
                parts.isSuperset(of: [
                    "data", "disk", "database", "server", "mail", "push", "providers", "model", "meaning", "public",
                    "websocket", "web", "backup",
                ]))
            #expect(findings.allSatisfy { $0.state == .fine || $0.remedy?.isEmpty == false })
        }
    }

    @Test("finds a folder that is missing, that others can read, and that a restore left half-way")
    func folders() async throws {
        #expect(problems(try await examine(), of: "data").first?.text.contains("does not exist") == true)
        let folder = FileManager.default.temporaryDirectory.appending(path: "nexus-doctor-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try RestoreMark(ofDatabaseAt: folder + "/nexus.sqlite").set()
        let found = problems(try await examine(folder), of: "data")
        #expect(found.map(\.state) == [.error, .warning])
        #expect(found.first?.remedy?.contains("nexus restore") == true)
        #expect(found.last?.text.contains("can read") == true)
    }

    @Test("finds a database that is damaged, newer than the program, or of the future")
    func databases() async throws {
        try await BackedServer.with { scene in
            try FileManager.default.createDirectory(atPath: scene.target, withIntermediateDirectories: true)
            let copy = scene.target + "/nexus.sqlite"
            func change(_ script: String) async throws {
                try? FileManager.default.removeItem(atPath: copy)
                try DatabaseCopy.make(from: scene.source.database, to: copy)
                let database = try SQLDatabase(
                    DatabaseConfiguration(storage: .file(copy)), migrations: Schema.migrations)
                try await database.write { try $0.script(script) }
                try await database.close()
            }
            try await change("UPDATE conversations SET changed_at = \(DoctorTests.now().milliseconds + 3_600_000)")
            let early = problems(try await examine(scene.target), of: "clock")
            #expect(early.first?.text.contains("seconds behind the newest change") == true)
            try await change("UPDATE secrets SET value = zeroblob(3) WHERE name = 'vapid'")
            #expect(problems(try await examine(scene.target), of: "push").contains { $0.text.contains("damaged") })
            try await change("INSERT INTO migrations (position, name) VALUES (9998, '+of the future')")
            let added = problems(try await examine(scene.target), of: "database").first
            #expect(added?.state == .warning && added?.text.contains("still runs") == true)
            try await change("INSERT INTO migrations (position, name) VALUES (9999, 'of the future')")
            #expect(
                problems(try await examine(scene.target), of: "database").first?.text.contains("newer version") == true)
            try Data("not a database".utf8).write(to: URL(fileURLWithPath: copy))
            #expect(problems(try await examine(scene.target), of: "database").first?.state == .error)
        }
    }

    @Test("signs in to the mail server, and tells what is wrong without the password")
    func mail() async throws {
        let server = try await MailServer("--login", "nexus@example.org:right")
        let fine = try await examine { $0.mail = try server.settings(login: ("nexus@example.org", "right")) }
        #expect(problems(fine, of: "mail").isEmpty)
        #expect(fine.contains { $0.part == "mail" && $0.text.contains("password are right") })
        let wrong = try await examine { $0.mail = try server.settings(login: ("nexus@example.org", "very wrong")) }
        let found = try #require(problems(wrong, of: "mail").first)
        #expect(found.state == .error)
        #expect(found.remedy?.contains("NEXUS_SMTP_PASSWORD") == true)
        #expect(!wrong.contains { $0.text.contains("very wrong") })
        #expect(try server.received.isEmpty)
        let settings = try server.settings()
        server.stop()
        let gone = try await examine { $0.mail = settings }
        #expect(problems(gone, of: "mail").first?.remedy?.contains("cannot be reached") == true)
        // Its certificate is that of a server that people reach.
        let again = try await MailServer()
        let end = try await DoctorHTTP(roots: again.roots).certificateEnd(of: "127.0.0.1", port: again.port)
        #expect(try #require(end) > Date())
        await #expect(throws: (any Error).self) {
            try await DoctorHTTP(roots: nil).certificateEnd(of: "127.0.0.1", port: again.port)
        }
    }

    @Test("reads the discovery document of each provider, and the list of the language model")
    func services() async throws {
        let router = Router()
        router.get("/v1/models") { request, _ -> Response in
            guard request.headers[.authorization] == "Bearer right" else { return Response(status: .unauthorized) }
            return Response(
                status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: #"{"data":[{"id":"llama3:latest"}]}"#)))
        }
        router.get("/.well-known/openid-configuration") { _, _ in #"{"issuer":"https://other.example"}"# }
        try await serve(router) { port in
            let address = "http://127.0.0.1:\(port)"
            for (key, model, expected) in [
                ("right", "llama3", "reachable and listed"), ("right", "gpt", "does not list gpt"),
                ("wrong", "llama3", "refused the key"),
            ] {
                let findings = try await examine {
                    $0.languageModel.model = ChatEndpoint(
                        try ChatEndpointSettings(url: address + "/v1", model: model, key: Secret(key)))
                    $0.signIn.providers = [
                        ProviderSettings(name: "acme", title: "Acme", issuer: address, clientID: "nexus")
                    ]
                    $0.signIn.server = address
                }
                #expect(findings.contains { $0.part == "model" && $0.text.contains(expected) }, "\(expected)")
                #expect(!findings.contains { $0.text.contains("wrong") })
                let provider = try #require(problems(findings, of: "providers").first)
                #expect(provider.text.hasPrefix("Acme: "))
                #expect(provider.remedy?.contains("NEXUS_OIDC_ACME_ISSUER") == true)
            }
        }
        let gone = try await examine {
            $0.languageModel.model = ChatEndpoint(try ChatEndpointSettings(url: "http://127.0.0.1:1/v1", model: "m"))
        }
        #expect(problems(gone, of: "model").first?.text.contains("cannot be reached") == true)
        let fine = try await StandInProvider.serve { _, provider in
            try await examine {
                $0.signIn.providers = [
                    ProviderSettings(name: "acme", title: "Acme", issuer: provider.issuer, clientID: "nexus")
                ]
            }
        }
        #expect(problems(fine, of: "providers").isEmpty)
    }

    @Test("finds a proxy that drops upgrades, an address of another program, and a clock that differs")
    func publicAddresses() async throws {
        let router = Router()
        router.get("/health") { _, _ -> Response in
            Response(
                status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: #"{"status":"ok","version":"0.0.1"}"#)))
        }
        router.get("/v1/live") { _, _ in HTTPResponse.Status.unauthorized }
        try await serve(router) { port in
            let findings = try await examine {
                $0.transport.publicAddress = PublicAddress("http://127.0.0.1:\(port)")
                $0.transport.port = port
                let now = $0.now
                $0.now = { now().advanced(by: 86_400_000) }
            }
            #expect(problems(findings, of: "websocket").first?.state == .error)
            #expect(problems(findings, of: "public").first?.text.contains("not https") == true)
            #expect(problems(findings, of: "versions").first?.text.contains("0.0.1") == true)
            #expect(problems(findings, of: "clock").first?.text.contains("differs") == true)
        }
        try await serve(Router()) { port in
            let findings = try await examine {
                $0.transport.publicAddress = PublicAddress("http://127.0.0.1:\(port)")
                $0.transport.port = port
            }
            #expect(problems(findings, of: "public").last?.text.contains("is not this server") == true)
            #expect(problems(findings, of: "server").first?.text.contains("Another program") == true)
        }
        let gone = try await examine { $0.transport.publicAddress = PublicAddress("https://127.0.0.1:1") }
        #expect(problems(gone, of: "public").last?.text.contains("cannot be reached") == true)
    }

    @Test("finds push services, models, a web client and a backup that cannot be used")
    func missing() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nexus-doctor-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/model.safetensors"))
        let findings = try await examine {
            $0.push.contact = "mailto:admin@example.org"
            $0.push.relay = try RelayPushSettings(
                environment: ["NEXUS_PUSH_RELAY": "https://push.example.org"], local: [])
            $0.push.resolver = HostResolver { _ in throw HostResolver.NotFound() }
            $0.models = ModelFolder(path: folder)
            $0.webFolder = folder
            $0.backup = BackupSettings(
                try Backups(folder + "/backup"), of: BackupSource(folder: folder), everyHours: 24,
                retention: BackupRetention())
        }
        for part in ["push", "meaning", "web", "backup"] {
            #expect(problems(findings, of: part).first?.state == .error, "\(part)")
        }
    }

    @Test("gives up on a part that does not answer")
    func overdue() async {
        let (stuck, held) = AsyncStream.makeStream(of: Void.self)
        defer { held.finish() }
        let answer = await TimeLimit.run(.milliseconds(10)) { () async -> Int in
            for await _ in stuck { break }
            return 1
        }
        #expect(answer == nil)
        #expect(await TimeLimit.run(.seconds(60)) { 2 } == 2)
    }
}
