import NIOCore
import NIOEmbedded
import NIOSSL
import NexusCore
import Testing

@testable import NexusServer

@Suite("The connection to a mail server")
struct SMTPChannelTests {
    private let mail = SMTPEnvelope(
        id: MailID(high: 0, low: 1), from: MailAddress("nexus@example.org")!, to: MailAddress("ada@example.org")!,
        content: Array("x\r\n".utf8))

    private final class Line {
        let channel = EmbeddedChannel()
        let outcome: EventLoopPromise<[MailID: MailFailure?]>

        init(_ security: SMTPSettings.Security, _ mail: SMTPEnvelope) throws {
            var settings = try SMTPSettings(url: "smtp://127.0.0.1", password: nil)
            settings.security = security
            outcome = channel.eventLoop.makePromise()
            let context = try NIOSSLContext(configuration: .makeClientConfiguration())
            let handler = SMTPChannelHandler(
                SMTPConversation(settings, clientName: nil, mails: [mail]), isSecured: security == .tls,
                patience: SMTPPatience(), outcome: outcome
            ) { try NIOSSLClientHandler(context: context, serverHostname: nil) }
            try channel.pipeline.syncOperations.addHandler(handler)
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 25)).wait()
        }

        func receive(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

        func sent() throws -> String? {
            try channel.readOutbound(as: ByteBuffer.self).map { String(buffer: $0) }
        }

        func failure(of mail: SMTPEnvelope) throws -> MailFailure? {
            channel.embeddedEventLoop.run()
            return try #require(try outcome.futureResult.wait()[mail.id])
        }
    }

    @Test("bytes that follow the agreement on STARTTLS end it, before any of them is believed")
    func injected() throws {
        for extra in ["250 AUTH PLAIN\r\n", "2"] {
            let line = try Line(.startTLS, mail)
            try line.receive("220 mail\r\n")
            _ = try line.sent()
            try line.receive("250-mail\r\n250 STARTTLS\r\n")
            #expect(try line.sent() == "STARTTLS\r\n")
            try line.receive("220 go\r\n\(extra)")
            #expect(try line.failure(of: mail)?.kind == .injected)
            #expect(!line.channel.isActive)
        }
    }

    @Test("a silent server is given up after a minute, one that examines a message after ten")
    func timeouts() throws {
        let silent = try Line(.plain, mail)
        silent.channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        #expect(silent.channel.isActive)
        silent.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(try silent.failure(of: mail)?.kind == .timedOut)
        let slow = try Line(.plain, mail)
        for reply in ["220 mail\r\n", "250 mail\r\n", "250 OK\r\n", "250 OK\r\n", "354 go\r\n"] {
            try slow.receive(reply)
        }
        slow.channel.embeddedEventLoop.advanceTime(by: .minutes(10) - .seconds(1))
        #expect(slow.channel.isActive)
        try slow.receive("250 accepted\r\n")
        try slow.receive("221 bye\r\n")
        #expect(try slow.failure(of: mail) == nil)
    }

    @Test("what is no mail server, and an early end, are told apart")
    func strangers() throws {
        let web = try Line(.plain, mail)
        try web.receive("HTTP/1.1 400 Bad Request\r\n")
        #expect(try web.failure(of: mail)?.kind == .malformed)
        let gone = try Line(.plain, mail)
        try gone.receive("220 mail\r\n")
        _ = try gone.channel.finish()
        #expect(try gone.failure(of: mail)?.kind == .closed)
    }
}
