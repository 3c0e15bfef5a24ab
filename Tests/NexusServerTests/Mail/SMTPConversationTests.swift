import Foundation
import NexusCore
import NexusIntelligence
import Testing

@testable import NexusServer

@Suite("The conversation with a mail server")
struct SMTPConversationTests {
    private static let from = MailAddress("nexus@example.org")!
    private let first = SMTPEnvelope(
        id: MailID(high: 0, low: 1), from: from, to: MailAddress("ada@example.org")!,
        content: Array("Subject: x\r\n\r\n.dot\r\n..\r\nend\r\n".utf8))
    private let second = SMTPEnvelope(
        id: MailID(high: 0, low: 2), from: from, to: MailAddress("bob@example.org")!, content: Array("x\r\n".utf8))

    private func conversation(
        _ security: SMTPSettings.Security = .tls, login: (String, String)? = ("ada", "secret"),
        mails: [SMTPEnvelope]? = nil
    ) throws -> SMTPConversation {
        var settings = try SMTPSettings(
            url: "smtps://\(login == nil ? "" : "ada@")mail.example.org",
            password: login.map { Secret($0.1) })
        settings.security = security
        settings.login = login.map { SMTPSettings.Login(user: $0.0, password: Secret($0.1)) }
        return SMTPConversation(settings, clientName: "chat.example.org", mails: mails ?? [first])
    }

    private func say(_ conversation: inout SMTPConversation, _ code: Int, _ lines: String...) -> [SMTPConversation
        .Effect]
    {
        conversation.handle(.reply(SMTPReply(code: code, lines: lines.isEmpty ? [""] : lines)))
    }

    /// Signs in, as far as MAIL FROM.
    private func begun(mails: [SMTPEnvelope]? = nil) throws -> SMTPConversation {
        var conversation = try conversation(login: nil, mails: mails)
        _ = say(&conversation, 220)
        #expect(say(&conversation, 250, "mail") == [.send("MAIL FROM:<nexus@example.org>")])
        return conversation
    }

    @Test("signs in by PLAIN, sends each e-mail and takes its leave")
    func whole() throws {
        var conversation = try conversation(mails: [first, second])
        #expect(say(&conversation, 220) == [.send("EHLO chat.example.org")])
        #expect(
            say(&conversation, 250, "mail", "SIZE 100", "AUTH LOGIN PLAIN") == [.send("AUTH PLAIN AGFkYQBzZWNyZXQ=")])
        #expect(say(&conversation, 235) == [.send("MAIL FROM:<nexus@example.org>")])
        #expect(say(&conversation, 250) == [.send("RCPT TO:<ada@example.org>")])
        #expect(say(&conversation, 250) == [.send("DATA")])
        let sent = "Subject: x\r\n\r\n..dot\r\n...\r\nend\r\n.\r\n"
        #expect(say(&conversation, 354) == [.sendContent(Array(sent.utf8))])
        #expect(say(&conversation, 250) == [.settle(first.id, nil), .send("MAIL FROM:<nexus@example.org>")])
        #expect(say(&conversation, 250) == [.send("RCPT TO:<bob@example.org>")])
        #expect(say(&conversation, 251) == [.send("DATA")])
        #expect(say(&conversation, 354) == [.sendContent(Array("x\r\n.\r\n".utf8))])
        #expect(say(&conversation, 250) == [.settle(second.id, nil), .send("QUIT")])
        #expect(say(&conversation, 221) == [.close])
        #expect(say(&conversation, 250).isEmpty)
    }

    @Test("signs in by LOGIN where PLAIN is not offered, and sends a long password by itself")
    func mechanisms() throws {
        var conversation = try conversation()
        _ = say(&conversation, 220)
        #expect(say(&conversation, 250, "mail", "AUTH=LOGIN") == [.send("AUTH LOGIN")])
        #expect(say(&conversation, 334, "VXNlcm5hbWU6") == [.send("YWRh")])
        #expect(say(&conversation, 334, "UGFzc3dvcmQ6") == [.send("c2VjcmV0")])
        #expect(say(&conversation, 235) == [.send("MAIL FROM:<nexus@example.org>")])
        var long = try self.conversation(login: ("ada", String(repeating: "p", count: 400)))
        _ = say(&long, 220)
        #expect(say(&long, 250, "mail", "AUTH PLAIN") == [.send("AUTH PLAIN")])
        guard case .send(let line)? = say(&long, 334).first else { throw Missing() }
        #expect(line.utf8.count > 512)
    }

    private struct Missing: Error {}

    @Test("after STARTTLS it asks for the capabilities once more, and believes only those")
    func startTLS() throws {
        var conversation = try conversation(.startTLS)
        _ = say(&conversation, 220)
        #expect(say(&conversation, 250, "mail", "starttls", "AUTH PLAIN") == [.send("STARTTLS")])
        #expect(say(&conversation, 220) == [.beginTLS])
        #expect(conversation.handle(.secured) == [.send("EHLO chat.example.org")])
        let failure = MailFailure(.noAuthentication)
        #expect(say(&conversation, 250, "mail") == [.settle(first.id, failure), .close])
    }

    @Test("sends neither a password nor an e-mail where STARTTLS is missing or refused")
    func stripped() throws {
        var conversation = try conversation(.startTLS)
        _ = say(&conversation, 220)
        let missing = MailFailure(.noSTARTTLS)
        #expect(say(&conversation, 250, "mail", "AUTH PLAIN") == [.settle(first.id, missing), .close])
        var refusing = try self.conversation(.startTLS)
        _ = say(&refusing, 220)
        _ = say(&refusing, 250, "mail", "STARTTLS")
        let refused = MailFailure(.noSTARTTLS, detail: "454 not now")
        #expect(say(&refusing, 454, "not now") == [.settle(first.id, refused), .close])
    }

    @Test("a reply before the handshake is complete ends the conversation")
    func injected() throws {
        var conversation = try conversation(.startTLS)
        _ = say(&conversation, 220)
        _ = say(&conversation, 250, "mail", "STARTTLS")
        _ = say(&conversation, 220)
        #expect(say(&conversation, 250, "AUTH PLAIN") == [.settle(first.id, MailFailure(.injected)), .close])
        var early = try self.conversation(.startTLS)
        #expect(early.handle(.secured).last == .close, "no handshake was asked for")
    }

    @Test("a refused recipient is permanent with 5yz and temporary with 4yz, and the next e-mail is sent")
    func refusedRecipient() throws {
        for (code, isPermanent) in [(550, true), (451, false)] {
            var conversation = try begun(mails: [first, second])
            _ = say(&conversation, 250)
            let failure = MailFailure(.recipientRefused, detail: "\(code) no", isPermanent: isPermanent)
            #expect(say(&conversation, code, "no") == [.settle(first.id, failure), .send("RSET")])
            #expect(say(&conversation, 250) == [.send("MAIL FROM:<nexus@example.org>")])
        }
    }

    @Test("a refused sender, a refused message and a message refused at its end are told apart")
    func refusals() throws {
        var sender = try begun()
        #expect(
            say(&sender, 553) == [
                .settle(first.id, MailFailure(.senderRefused, detail: "553 ", isPermanent: true)), .send("QUIT"),
            ])
        var data = try begun()
        _ = say(&data, 250)
        _ = say(&data, 250)
        let refused = MailFailure(.contentRefused, detail: "554 ", isPermanent: true)
        #expect(say(&data, 554) == [.settle(first.id, refused), .send("QUIT")])
        var end = try begun()
        _ = say(&end, 250)
        _ = say(&end, 250)
        _ = say(&end, 354)
        #expect(say(&end, 554) == [.settle(first.id, refused), .send("QUIT")])
    }

    @Test("a failure of the connection settles every e-mail once, and none for good")
    func broken() throws {
        var conversation = try begun(mails: [first, second])
        let failure = MailFailure(.closed)
        #expect(
            conversation.handle(.failed(failure)) == [.settle(first.id, failure), .settle(second.id, failure), .close])
        #expect(conversation.handle(.failed(failure)).isEmpty)
        var shutting = try begun(mails: [first, second])
        let closing = MailFailure(.closed, detail: "421 bye")
        #expect(
            say(&shutting, 421, "bye") == [.settle(first.id, closing), .settle(second.id, closing), .close])
        for kind in MailFailure.Kind.allCases { #expect(!MailFailure(kind).isPermanent) }
    }

    @Test("a server that repeats the password does not get it into a failure's text")
    func redacted() throws {
        for echo in [
            "hunter22", Data("hunter22".utf8).base64EncodedString(), Data("\0ada\0hunter22".utf8).base64EncodedString(),
        ] {
            var conversation = try conversation(login: ("ada", "hunter22"))
            _ = say(&conversation, 220)
            _ = say(&conversation, 250, "mail", "AUTH PLAIN")
            let failure = MailFailure(.authenticationRefused, detail: "535 not (secret)")
            #expect(say(&conversation, 535, "not \(echo)") == [.settle(first.id, failure), .close])
        }
    }

    @Test(
        "a host without a usable name introduces itself by an address literal",
        arguments: [nil, "a\r\nb", "::1", "x y"])
    func name(_ name: String?) throws {
        var settings = try SMTPSettings(url: "smtp://127.0.0.1", password: nil)
        settings.security = .plain
        var conversation = SMTPConversation(settings, clientName: name, mails: [first])
        #expect(say(&conversation, 220) == [.send("EHLO [127.0.0.1]")])
    }
}

@Suite("The replies of a mail server")
struct SMTPReplyParserTests {
    @Test("are read however the bytes are cut, with several lines")
    func cut() throws {
        let text = "220 hello\r\n250-mail\r\n250-SIZE 1\r\n250 AUTH PLAIN\r\n221\r\n"
        for size in 1...text.utf8.count {
            var parser = SMTPReplyParser()
            var replies: [SMTPReply] = []
            let bytes = Array(text.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                replies += try parser.append(bytes[start..<min(start + size, bytes.count)])
            }
            #expect(
                replies == [
                    SMTPReply(code: 220, lines: ["hello"]),
                    SMTPReply(code: 250, lines: ["mail", "SIZE 1", "AUTH PLAIN"]),
                    SMTPReply(code: 221, lines: [""]),
                ])
            #expect(parser.isEmpty)
        }
    }

    @Test(
        "anything else is refused",
        arguments: [
            "HTTP/1.1 400 Bad Request\r\n", "SSH-2.0-OpenSSH\r\n", "2\r\n", "199 x\r\n", "600 x\r\n", "250x\r\n",
            "\r\n",
            "250-a\r\n251 b\r\n", "+25 x\r\n",
        ])
    func malformed(_ text: String) {
        var parser = SMTPReplyParser()
        #expect(throws: SMTPReplyParser.Malformed()) { try parser.append(Array(text.utf8)) }
    }

    @Test("have a longest line and a greatest number of lines")
    func bounded() throws {
        var parser = SMTPReplyParser()
        let longest = "250 " + String(repeating: "x", count: SMTPReplyParser.lineBytes - 4)
        #expect(try parser.append(Array("\(longest)\n".utf8)).count == 1)
        #expect(throws: SMTPReplyParser.Malformed()) { try parser.append(Array("\(longest)x".utf8)) }
        var lines = SMTPReplyParser()
        let most = String(repeating: "250-x\r\n", count: SMTPReplyParser.lineLimit - 1)
        #expect(try lines.append(Array("\(most)250 x\r\n".utf8)).count == 1)
        #expect(throws: SMTPReplyParser.Malformed()) { try lines.append(Array("\(most)250-x\r\n250 x\r\n".utf8)) }
    }

    @Test("keep no control characters")
    func printable() throws {
        var parser = SMTPReplyParser()
        #expect(try parser.append(Array("550 a\u{1B}[2J\u{7}b\r\n".utf8)).first?.text == "550 a?[2J?b")
    }
}
