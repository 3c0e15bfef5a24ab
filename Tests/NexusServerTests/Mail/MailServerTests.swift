import Foundation
import NIOPosix
import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

/// Against aiosmtpd, with TLS and authentication.
@Suite("A real mail server", .serialized)
struct MailServerTests {
    private let mail = SMTPEnvelope(
        id: MailID(high: 0, low: 1), from: MailAddress("nexus@example.org")!, to: MailAddress("ada@example.org")!,
        content: Array("Subject: Hello\r\n\r\n.dot\r\n".utf8))
    private let login = ("nexus@example.org", "pässword \u{1F511}")

    private func send(_ mails: [SMTPEnvelope]? = nil, by settings: MailSettings) async throws -> [MailFailure?] {
        let transport = try SMTPTransport(
            settings.smtp, clientName: "chat.example.org", group: MultiThreadedEventLoopGroup.singleton)
        let mails = mails ?? [mail]
        let outcome = await transport.send(mails, patience: .short)
        return mails.map { outcome[$0.id] ?? MailFailure(.malformed) }
    }

    @Test("accepts several messages on one connection, over TLS and STARTTLS, by PLAIN and LOGIN")
    func sent() async throws {
        var other = mail
        other.id = MailID(high: 0, low: 2)
        other.to = try #require(MailAddress("bob@example.org"))
        let login = "\(login.0):\(login.1)"
        for (tls, scheme, without) in [
            ("implicit", "smtps", "LOGIN"), ("starttls", "smtp+starttls", "LOGIN"), ("implicit", "smtps", "PLAIN"),
        ] {
            let server = try await MailServer("--tls", tls, "--login", login, "--without", without)
            let settings = try server.settings(scheme, login: self.login)
            #expect(try await send([mail, other], by: settings) == [nil, nil], "\(tls) without \(without)")
            let received = try server.received
            #expect(received.map(\.to) == [["ada@example.org"], ["bob@example.org"]])
            #expect(received.allSatisfy { $0.secured && $0.user == self.login.0 })
            #expect(received.first?.content == "Subject: Hello\r\n\r\n.dot\r\n")
        }
    }

    @Test("refuses a wrong password")
    func wrongPassword() async throws {
        let server = try await MailServer("--login", "\(login.0):another")
        let failure = try #require(try await send(by: server.settings(login: login)).first ?? nil)
        #expect(failure.kind == .authenticationRefused)
        #expect(!failure.isPermanent)
        #expect(failure.text.contains("535"))
        #expect(!failure.text.contains(login.1))
    }

    @Test("refuses one recipient for good and one for now; the others get theirs")
    func recipients() async throws {
        let server = try await MailServer("--refuse", "gone@example.org", "--postpone", "slow@example.org")
        let mails = try ["gone@example.org", "slow@example.org", "ada@example.org"].enumerated().map { number, to in
            SMTPEnvelope(
                id: MailID(high: 0, low: UInt64(number)), from: mail.from, to: try #require(MailAddress(to)),
                content: mail.content)
        }
        let failures = try await send(mails, by: server.settings())
        #expect(failures.map { $0?.isPermanent } == [true, false, nil])
        #expect(failures.map { $0?.kind } == [.recipientRefused, .recipientRefused, nil])
        #expect(try server.received.map(\.to) == [["ada@example.org"]])
    }

    @Test("gets nothing if STARTTLS was stripped from what it offers")
    func stripped() async throws {
        let server = try await MailServer("--tls", "none", "--login", "\(login.0):\(login.1)")
        let failures = try await send(by: server.settings("smtp+starttls", login: login))
        #expect(failures.map { $0?.kind } == [.noSTARTTLS])
        #expect(try server.received.isEmpty)
    }

    @Test(
        "gets nothing with a certificate of an unknown authority, or one for another name",
        arguments: ["smtps", "smtp+starttls"])
    func certificates(_ scheme: String) async throws {
        let tls = scheme == "smtps" ? "implicit" : "starttls"
        let server = try await MailServer("--tls", tls)
        var untrusted = try server.settings(scheme)
        untrusted.smtp.roots = nil
        #expect(try await send(by: untrusted).map { $0?.kind } == [.untrustedCertificate])
        let other = try await MailServer("--tls", tls, "--name", "mail.example.org")
        #expect(try await send(by: other.settings(scheme)).map { $0?.kind } == [.otherCertificate])
        #expect(try other.received.isEmpty)
        #expect(try server.received.isEmpty)
    }

    @Test("is not mistaken for one that speaks TLS, or none, where it does not")
    func otherSecurity() async throws {
        let plain = try await MailServer("--tls", "none")
        #expect(try await send(by: plain.settings("smtps")).map { $0?.kind } == [.noTLS])
        #expect(try await send(by: plain.settings("smtp")) == [nil], "on this machine it may")
    }

    @Test("is told apart from none, and from a name that does not exist")
    func unreachable() async throws {
        let server = try await MailServer()
        let settings = try server.settings()
        server.stop()
        let failure = try #require(try await send(by: settings).first ?? nil)
        #expect(failure.kind == .unreachable)
        #expect(failure.detail == "Connection refused")
        var unknown = settings
        unknown.smtp.host = "mail.invalid"
        #expect(try await send(by: unknown).map { $0?.kind } == [.unknownHost])
    }

    @Test("gets a queued e-mail once it is up again")
    func upAgain() async throws {
        let server = try await MailServer("--tls", "none")
        let settings = try server.settings("smtp")
        server.stop()
        let accounts = try TestAccounts(execution: .threads)
        let now: @Sendable () -> Timestamp = { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) }
        let transport = try SMTPTransport(settings.smtp, clientName: nil, group: MultiThreadedEventLoopGroup.singleton)
        var pace = MailPace()
        (pace.first, pace.longest) = (20, 50)
        let delivery = MailDelivery(
            database: accounts.database, transport: transport, sender: settings.sender.address, pace: pace, now: now,
            logger: LogLines().logger)
        let mails = MailQueue(settings: settings) { delivery.wake() }
        let time = now()
        try await accounts.database.write { transaction in
            try mails.add(
                .invitation, .test(team: "Grüße", server: settings.server), to: "ada@example.org",
                until: time.advanced(by: 3_600_000), at: time, transaction)
        }
        let task = Task { await delivery.run() }
        try await eventually("it is degraded") { delivery.problem != nil }
        let again = try await MailServer("--tls", "none", "--port", "\(server.port)")
        try await eventually("it was sent") {
            try await accounts.database.read { try MailRepository.waiting(in: $0).count } == 0
        }
        let received = try again.received
        #expect(received.count == 1)
        #expect(received.first?.content.contains("Subject: =?UTF-8?B?") == true)
        task.cancel()
        await task.value
        #expect(delivery.counters.sent.value == 1)
    }
}
