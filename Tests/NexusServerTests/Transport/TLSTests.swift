import Foundation
import Logging
import NIOCore
import NIOSSL
import NexusCore
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("TLS of the server itself", .timeLimit(.minutes(10)))
struct TLSTests {
    private func serve<T: Sendable>(
        _ certificates: CertificateFolder, configure: (inout ServerConfiguration) -> Void = { _ in },
        logger: Logger? = nil, _ body: @Sendable (RunningServer) async throws -> T
    ) async throws -> T {
        try await RunningServer.serve(
            configure: {
                $0.transport.tls = certificates.files
                $0.transport.tlsInterval = .milliseconds(20)
                configure(&$0)
            }, logger: logger, body)
    }

    private func certificate(_ certificates: CertificateFolder, _ name: String = "server") throws -> [UInt8] {
        try #require(NIOSSLCertificate.fromPEMFile(certificates.path("\(name).pem")).first).toDERBytes()
    }

    @Test("serves requests over TLS 1.3 and 1.2, tells browsers to stay with it, and sets secure cookies")
    func requests() async throws {
        let certificates = try CertificateFolder()
        try certificates.sign("first")
        try await serve(certificates) { server in
            for version in [TLSVersion.tlsv13, .tlsv12] {
                let (socket, shown) = try await RawSocket.connectSecurely(
                    port: server.port, trusting: certificates.authority, greatest: version)
                #expect(shown == (try certificate(certificates)))
                for _ in 0..<2 {
                    try await socket.send(RunningServer.request("GET", "/health"))
                    let answer = try await RunningServer.Answer(socket.response())
                    #expect(answer.status == 200)
                    #expect(answer.headers["strict-transport-security"] == "max-age=31536000")
                    #expect(answer.body.contains(#"{"name":"tls","state":"ok"}"#))
                }
                socket.close()
            }
            let (socket, _) = try await RawSocket.connectSecurely(
                port: server.port, trusting: certificates.authority)
            let body = SignUpRequest(email: "a@example.org", password: "correct horse", name: "Ada", device: "test")
                .json
            func signUp(from origin: String) async throws -> RunningServer.Answer {
                try await socket.send(
                    RunningServer.request(
                        "POST", "/v1/accounts", String(decoding: body, as: UTF8.self),
                        headers: [("Nexus-Session", "cookie"), ("Origin", origin)]))
                return try await RunningServer.Answer(socket.response())
            }
            #expect(try await signUp(from: "http://nexus.example").refusal?.code == .wrongOrigin)
            let own = try await signUp(from: "https://nexus.example")
            #expect(own.status == 200)
            #expect(own.headers["set-cookie"]?.contains("; Secure") == true)
            socket.close()
        }
    }

    @Test("refuses TLS 1.1")
    func oldVersion() async throws {
        let certificates = try CertificateFolder()
        try certificates.sign("first")
        try await serve(certificates) { server in
            let error = await #expect(throws: (any Error).self) {
                _ = try await RawSocket.connectSecurely(
                    port: server.port, trusting: certificates.authority, greatest: .tlsv11)
            }
            #expect(error is NIOSSLError, "the server answers with an alert")
        }
    }

    @Test("tells a client of plain HTTP to use https, and ends anything else, without waiting")
    func plain() async throws {
        let certificates = try CertificateFolder()
        try certificates.sign("first")
        try await serve(certificates, configure: { $0.transport.handshakeTimeout = .hours(1) }) { server in
            let socket = try await server.connect()
            try await socket.send("GET / HTTP/1.1\r\nHost: nexus.example\r\n\r\n")
            let answer = try await RunningServer.Answer(socket.response())
            #expect(answer.status == 400)
            #expect(answer.refusal?.message.contains("https") == true)
            #expect(try await socket.rest() == [])
            let other = try await server.connect()
            try await other.send("\u{1}\u{2}\u{3}")
            #expect(try await other.rest() == [])
        }
    }

    @Test("closes a connection whose handshake does not end in time")
    func silent() async throws {
        let certificates = try CertificateFolder()
        try certificates.sign("first")
        try await serve(certificates, configure: { $0.transport.handshakeTimeout = .milliseconds(50) }) { server in
            let silent = try await server.connect()
            #expect(try await silent.rest() == [])
            let slow = try await server.connect()
            try await slow.send([22, 3, 1, 2, 0])
            #expect(try await slow.rest() == [])
        }
    }

    @Test("opens live sockets, and keeps them while a new certificate is put in place for new connections")
    func renewed() async throws {
        let certificates = try CertificateFolder()
        try certificates.sign("first")
        let first = try certificate(certificates)
        try await serve(certificates) { server in
            let (live, shown) = try await RawSocket.connectSecurely(
                port: server.port, trusting: certificates.authority)
            #expect(shown == first)
            let body = SignUpRequest(email: "a@example.org", password: "correct horse", name: "Ada", device: "test")
                .json
            let (plain, _) = try await RawSocket.connectSecurely(port: server.port, trusting: certificates.authority)
            try await plain.send(
                RunningServer.request("POST", "/v1/accounts", String(decoding: body, as: UTF8.self)))
            let ada = try SignedIn.decode(RunningServer.Answer(await plain.response()).body)
            try await live.send(
                TransportFixture.upgrade(headers: [("Authorization", "Bearer \(ada.accessToken)")]))
            #expect(try await live.response().head.hasPrefix("HTTP/1.1 101 "))
            #expect(try await live.nextFrame().text.contains("welcome"))

            try certificates.sign("second")
            let second = try certificate(certificates)
            try await eventually("the new certificate is shown") {
                let (socket, shown) = try await RawSocket.connectSecurely(
                    port: server.port, trusting: certificates.authority)
                socket.close()
                return shown == second
            }
            try await live.send(RawSocket.frame(9, Array("still here".utf8)))
            var frame = try await live.nextFrame()
            while frame.opcode != 10 { frame = try await live.nextFrame() }
            #expect(frame.text == "still here")
            try await plain.send(RunningServer.request("GET", "/health"))
            #expect(try await RunningServer.Answer(plain.response()).status == 200)
            live.close()
            plain.close()
        }
    }

    @Test("keeps the old certificate when the new files cannot be used, says so, and recovers")
    func brokenRenewal() async throws {
        let certificates = try CertificateFolder()
        try certificates.sign("first")
        let first = try certificate(certificates)
        let lines = LogLines()
        try await serve(certificates, logger: lines.logger) { server in
            func health() async throws -> (certificate: [UInt8], body: String) {
                let (socket, shown) = try await RawSocket.connectSecurely(
                    port: server.port, trusting: certificates.authority)
                defer { socket.close() }
                try await socket.send(RunningServer.request("GET", "/health"))
                let answer = try await RunningServer.Answer(socket.response())
                #expect(answer.status == 200)
                return (shown, answer.body)
            }
            try certificates.sign("other", as: "other")
            try Data(contentsOf: URL(filePath: certificates.path("other.key")))
                .write(to: URL(filePath: certificates.files.key))
            try await eventually("the mismatch is told") {
                try await health().body.contains(#""name":"tls","state":"degraded""#)
            }
            let degraded = try await health()
            #expect(degraded.certificate == first)
            #expect(degraded.body.contains(#""status":"degraded""#))
            #expect(degraded.body.contains("does not belong to"))
            #expect(lines.all.contains { $0.contains("the new TLS certificate cannot be used") })
            #expect(!lines.all.contains { $0.contains("PRIVATE KEY") })

            try Data(contentsOf: URL(filePath: certificates.path("other.pem")))
                .write(to: URL(filePath: certificates.files.certificate))
            let other = try certificate(certificates, "other")
            try await eventually("the new pair is in use") {
                let now = try await health()
                return now.certificate == other && now.body.contains(#"{"name":"tls","state":"ok"}"#)
            }
        }
    }

    @Test("does not start with files that cannot be used, and says which and why")
    func unusable() async throws {
        let certificates = try CertificateFolder()
        try certificates.sign("first")
        try certificates.sign("second", as: "second")
        try certificates.sign("third", as: "old", expired: true)
        try certificates.openssl(
            "pkey", "-in", certificates.files.key, "-aes256", "-passout", "pass:secret", "-out",
            certificates.path("locked.key"))
        let (own, key) = (certificates.files.certificate, certificates.files.key)
        for (certificate, key, words) in [
            (certificates.path("none.pem"), key, "does not exist"),
            (own, certificates.path("none.key"), "does not exist"),
            (certificates.folder.path, key, "cannot be read"),
            (key, key, "holds no certificate"),
            (own, own, "holds no private key"),
            (own, certificates.path("second.key"), "does not belong to"),
            (certificates.path("old.pem"), certificates.path("old.key"), "expired on"),
            (own, certificates.path("locked.key"), "passphrase"),
        ] {
            let files = TLSFiles(certificate: certificate, key: key)
            let error = await #expect(throws: TLSFilesError.self) {
                try await RunningServer.serve(configure: { $0.transport.tls = files }) { _ in }
            }
            #expect(error?.text.contains(words) == true, "\(words): \(error?.text ?? "")")
        }
    }
}
