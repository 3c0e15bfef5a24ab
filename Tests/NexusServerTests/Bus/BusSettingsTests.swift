import NexusBus
import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("The settings of the bus", .timeLimit(.minutes(5)))
struct BusSettingsTests {
    private func read(_ urls: [String], _ environment: [String: String] = [:]) throws -> NatsSettings? {
        try NatsSettings(
            urls: urls, environment: Dictionary(uniqueKeysWithValues: environment.map { ("NEXUS_BUS_" + $0, $1) }))
    }

    private func problem(_ urls: [String], _ environment: [String: String] = [:]) -> String? {
        do {
            _ = try read(urls, environment)
            return nil
        } catch {
            return (error as? BusSettingsError)?.text
        }
    }

    @Test("name servers with TLS, or without it on this machine and where the operator says so")
    func servers() throws {
        #expect(try read([]) == nil)
        let secure = try #require(try read(["tls://a.example.org", "tls://[::1]:4333/"]))
        #expect(secure.servers == ["nats://a.example.org:4222", "nats://[::1]:4333"])
        #expect(secure.isSecure && secure.login == .nobody)
        #expect(try read(["nats://127.0.0.1:4222"])?.isSecure == false)
        #expect(try read(["nats://bus:4222"], ["PLAIN": "on"])?.servers == ["nats://bus:4222"])
        #expect(problem(["nats://bus:4222"])?.contains("NEXUS_BUS_PLAIN") == true)
        #expect(problem(["tls://a", "nats://localhost"])?.contains("mixes") == true)
        for url in ["a", "tls://", "https://a", "tls://user:secret@a", "tls://a:1:2", "tls://a b", "tls://a:123456"] {
            let text = try #require(problem([url]))
            #expect(text.contains("is a list of addresses") && !text.contains("secret"))
        }
        #expect(problem(Array(repeating: "tls://a", count: 17)) != nil)
    }

    @Test("have one way to log in, whole, and are complete or not there at all")
    func login() throws {
        let bus = ["tls://a"]
        #expect(try read(bus, ["USER": "n", "PASSWORD": "p"])?.login == .user("n", password: "p"))
        #expect(try read(bus, ["TOKEN": "t"])?.login == .token("t"))
        for wrong in [["USER": "n"], ["PASSWORD": "p"], ["NKEY": "U"], ["USER": "n", "PASSWORD": "p", "TOKEN": "t"]] {
            #expect(problem(bus, wrong) != nil)
        }
        #expect(problem([], ["TOKEN": "t"])?.contains("NEXUS_BUS_URL") == true)
        #expect(problem(bus, ["CA": "/nonexistent/ca.pem"])?.contains("NEXUS_BUS_CA") == true)
        #expect(problem(bus, ["CREDENTIALS": "/nonexistent/creds"])?.contains("NEXUS_BUS_CREDENTIALS") == true)
        let folder = try CertificateFolder()
        try folder.sign("node")
        let files = ["CERTIFICATE": folder.path("server.pem"), "KEY": folder.path("server.key")]
        #expect(try read(bus, files)?.certificate?.chain == folder.path("server.pem"))
        #expect(problem(bus, ["CERTIFICATE": folder.path("server.pem")]) != nil)
    }

    @Test("show no secret in a description or a dump")
    func secrets() throws {
        let settings = try #require(try read(["tls://a"], ["USER": "n", "PASSWORD": "hush-hush"]))
        var dumped = ""
        dump(settings, to: &dumped)
        #expect(!dumped.contains("hush"))
        #expect(!"\(settings)".contains("hush") && !String(reflecting: settings).contains("hush"))
    }

    @Test("are examined by the doctor: whether each server answers, takes the credentials, and has any")
    func doctor() async throws {
        guard NatsServer.isInstalled else { return }
        let server = try NatsServer(["--user", "n", "--pass", "p"])
        var configuration = ServerConfiguration(database: DatabaseConfiguration(storage: .memory)) { .zero }
        func findings(_ settings: NatsSettings?) async -> [DoctorFinding] {
            configuration.bus = settings.map(NodeBus.nats)
            return await Doctor(configuration, data: "/nonexistent").bus()
        }
        #expect(await findings(nil).map(\.state) == [.fine])
        var settings = server.settings
        settings.servers.append("nats://127.0.0.1:1")
        settings.login = .user("n", password: "p")
        let (fine, away) = (await findings(settings)[0], await findings(settings)[1])
        #expect(fine.state == .fine && away.state == .error)
        #expect(away.text == "nats://127.0.0.1:1: No server of the bus can be reached.")
        settings.login = .nobody
        settings.servers = [server.url]
        #expect(await findings(settings).map(\.state) == [.error, .warning])
        #expect(await findings(settings)[0].text.hasSuffix("The bus refuses the credentials."))
    }
}
