import Foundation
import NexusServer
import NexusTestSupport
import Testing

@testable import NexusBench

@Suite("Clients of a server that speaks TLS itself", .serialized, .timeLimit(.minutes(10)))
struct ClientSecureTests {
    @Test("sign up, write and read over TLS, go on after a new certificate, and trust no other authority")
    func talk() async throws {
        let certificates = try CertificateFolder()
        try certificates.sign("first")
        let server = try ServerProcess()
        try server.start(["--tls-certificate", certificates.files.certificate, "--tls-key", certificates.files.key])
        let address = "https://localhost:\(server.port)"
        let trusting = ["SSL_CERT_FILE": certificates.authority, "NEXUS_PASSWORD": "correct horse"]
        func terminal(_ name: String) async throws -> Terminal {
            let terminal = Terminal()
            let outcome = try await terminal.run(
                "signup", "--server", address, "--name", name, "--email", "\(name.lowercased())@example.org",
                environment: trusting)
            #expect(outcome.code == 0, "\(outcome.errors)")
            return terminal
        }
        let ada = try await terminal("Ada")
        let ben = try await terminal("Ben")
        let new = try await ada.run("new", "--direct", "ben@example.org", environment: trusting)
        #expect(new.code == 0, "\(new.errors)")

        try certificates.sign("second")
        server.hangUp()
        try await eventually("the new certificate is in use") { server.log.contains("new TLS certificate in use") }

        let sent = try await ada.run("send", new.identifier, "over TLS", environment: trusting)
        #expect(sent.output.hasPrefix("sent "), "\(sent.output) \(sent.errors)")
        let synced = try await ben.run("sync", environment: trusting)
        #expect(synced.code == 0, "\(synced.errors)")
        let read = try await ben.run("messages", new.identifier, environment: trusting)
        #expect(read.output.contains("over TLS"), "\(read.output) \(read.errors)")

        let stranger = try await Terminal().run(
            "login", "--server", address, "--email", "ada@example.org", environment: ["NEXUS_PASSWORD": "correct horse"]
        )
        #expect(stranger.code == 3, "\(stranger.errors)")
        #expect(server.terminate() == 0)
    }

    @Test("the server names files that it cannot use, and a public address without TLS, before it starts")
    func refused() async throws {
        let certificates = try CertificateFolder()
        try certificates.sign("first")
        let (certificate, key) = (certificates.files.certificate, certificates.files.key)
        let data = certificates.path("data")
        for (arguments, words) in [
            (["--tls-certificate", certificate], "needs its key"),
            (["--tls-key", key], "needs its certificate"),
            (["--tls-certificate", certificate, "--tls-key", certificates.path("none")], "does not exist"),
            (
                ["--tls-certificate", certificate, "--tls-key", key, "--public-url", "http://chat.example.org"],
                "begin with https"
            ),
        ] {
            let outcome = try await Terminal().run(["serve", "--port", "0", "--data", data] + arguments)
            #expect(outcome.code != 0)
            #expect(outcome.errors.contains(words), "\(words): \(outcome.errors)")
        }
    }
}
