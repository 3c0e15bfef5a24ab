import Foundation
import NexusTestSupport
import Testing

@testable import NexusBus

@Suite(
    "A bus over NATS", .enabled(if: NatsServer.isInstalled, "this machine has no nats-server"), .timeLimit(.minutes(5)))
struct NatsBusTests {
    private static func connects(_ settings: NatsSettings) async throws {
        let bus = try NatsBus(settings)
        defer { bus.close() }
        try await eventually("it connects") { bus.status.state == .connected }
    }

    /// - Returns: the reason.
    private static func isRefused(_ settings: NatsSettings) async throws -> String {
        let bus = try NatsBus(settings)
        defer { bus.close() }
        try await eventually("it fails") { bus.status.reason != nil }
        #expect(bus.status.state == .away)
        return bus.status.reason ?? ""
    }

    @Test("comes in with the right user and password, and waits for the right ones otherwise")
    func password() async throws {
        let server = try NatsServer(["--user", "node", "--pass", "right"])
        var settings = server.settings
        settings.login = .user("node", password: "right")
        try await Self.connects(settings)
        #expect(try await NatsBus.probe(settings) == 1 << 20)
        for login in [NatsSettings.Login.user("node", password: "wrong"), .nobody, .token("right")] {
            settings.login = login
            #expect(try await Self.isRefused(settings) == "The bus refuses the credentials.")
        }
    }

    @Test("goes on trying after its password was refused many times")
    func refusedForLong() async throws {
        let server = try NatsServer(["--user", "node", "--pass", "one"])
        var settings = server.settings
        settings.login = .user("node", password: "other")
        var pace = BusPace()
        pace.longest = .milliseconds(20)
        pace.first = .milliseconds(1)
        let bus = try NatsBus(settings, pace: pace)
        try await eventually("it is refused") { bus.status.reason != nil }
        server.kill()
        try await eventually("it still tries") { bus.status.reason == "No server of the bus can be reached." }
        let again = try NatsServer(["--user", "node", "--pass", "other"], port: server.port)
        try await eventually("it connects") { bus.status.state == .connected }
        #expect(again.port == server.port)
        bus.close()
    }

    @Test("comes in with a token")
    func token() async throws {
        let server = try NatsServer(["--auth", "secret-token"])
        var settings = server.settings
        settings.login = .token("secret-token")
        try await Self.connects(settings)
    }

    @Test("comes in with a key of its own")
    func key() async throws {
        let folder = try CertificateFolder()
        // A pair of a user, as `nk -gen user` makes it.
        let (key, seed) = (
            "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4",
            "SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY"
        )
        try seed.write(toFile: folder.path("seed"), atomically: true, encoding: .utf8)
        try "authorization { users = [ { nkey: \(key) } ] }"
            .write(toFile: folder.path("nats.conf"), atomically: true, encoding: .utf8)
        let server = try NatsServer(["-c", folder.path("nats.conf")])
        var settings = server.settings
        settings.login = .key(key, seedFile: folder.path("seed"))
        try await Self.connects(settings)
        settings.login = .nobody
        #expect(try await Self.isRefused(settings) == "The bus refuses the credentials.")
    }

    @Test("speaks TLS with a server that its authority signed, under its own name alone")
    func tls() async throws {
        let folder = try CertificateFolder()
        try folder.sign("bus")
        // The certificate names 127.0.0.1 alone.
        let server = try NatsServer([
            "--tls", "--tlscert", folder.path("server.pem"), "--tlskey", folder.path("server.key"), "-a", "0.0.0.0",
        ])
        let right = NatsSettings(servers: [server.url], isSecure: true, authorities: folder.authority)
        try await Self.connects(right)
        let stranger = try CertificateFolder()
        for authorities in [nil, stranger.authority] {
            var other = right
            other.authorities = authorities
            #expect(try await Self.isRefused(other).contains("TLS"))
        }
        var other = right
        other.servers = ["nats://127.0.0.2:\(server.port)"]
        #expect(try await Self.isRefused(other).contains("TLS"))
    }

    @Test("refuses a server without TLS where TLS is wanted")
    func plain() async throws {
        let server = try NatsServer()
        var settings = server.settings
        settings.isSecure = true
        #expect(try await Self.isRefused(settings).contains("TLS"))
    }

    @Test("takes the next server when the first is away")
    func severalServers() async throws {
        let (one, two) = (try NatsServer(), try NatsServer())
        let bus = try NatsBus(NatsSettings(servers: [one.url, two.url]))
        for server in [one, two] {
            try await eventually("it connects") { bus.status.state == .connected }
            server.kill()
            if server === one { try await eventually("it is at the other") { bus.status.state == .connected } }
        }
        try await eventually("none is left") { bus.status.state == .away }
        try one.start()
        try await eventually("it connects") { bus.status.state == .connected }
        bus.close()
    }

    @Test("says what of its files cannot be read")
    func files() {
        let missing = "/nonexistent/file"
        let settings = NatsSettings(servers: ["nats://127.0.0.1:1"], isSecure: true, authorities: missing)
        #expect(throws: NatsError(text: "The file of the bus's authorities cannot be read.")) {
            try NatsBus(settings)
        }
    }

    @Test("waits for no server when it publishes, subscribes or closes")
    func neverBlocks() throws {
        let bus = try NatsBus(NatsSettings(servers: ["nats://127.0.0.1:1"]))
        for number in 0..<1_000 {
            bus.publish([1], to: "a")
            _ = bus.subscribe(to: "a.\(number)", capacity: 1) { _ in }
        }
        bus.close()
        #expect(bus.status.published == 0)
        #expect(bus.status.droppedOut == 1_000)
    }
}
