import Foundation
import NexusCore
import NexusIntelligence

/// The client's side of a submission (RFC 6409, RFC 5321): a state machine without clock, socket or log. It is given what arrives and
/// returns what to do. Every e-mail is settled exactly once.
struct SMTPConversation: Sendable {
    enum Input: Equatable, Sendable {
        case reply(SMTPReply)
        /// The TLS handshake that was asked for is complete.
        case secured
        /// The connection is of no further use.
        case failed(MailFailure)
    }

    enum Effect: Equatable, Sendable {
        /// Send a command and CRLF.
        case send(String)
        /// Send a message, with CRLF and the final dot in it.
        case sendContent([UInt8])
        /// Begin a TLS handshake. Bytes that arrived before it are an attack (RFC 3207 §6).
        case beginTLS
        /// The server answers for the e-mail from now on; or it was not accepted.
        case settle(MailID, MailFailure?)
        case close
    }

    private enum State: Equatable {
        case greeting, hello, startTLS, handshake, plain, loginUser, loginPassword, verdict
        case sender, recipient, data, content, reset, quitting, closed
    }

    /// Bytes of a command line with CRLF (RFC 5321 §4.5.3.1.4).
    private static let commandBytes = 512

    private let security: SMTPSettings.Security
    private let login: SMTPSettings.Login?
    private let clientName: String
    private var waiting: ArraySlice<SMTPEnvelope>
    private var state = State.greeting
    private var isSecured: Bool
    private var capabilities: [String] = []
    /// Whether it ends where e-mails would be sent, and the first counts as settled.
    private let isProbe: Bool

    /// - Parameters:
    ///   - clientName: this server's domain name for `EHLO`; nil for one without.
    ///   - mails: sent in order.
    ///   - isProbe: sends none of them.
    init(_ settings: SMTPSettings, clientName: String?, mails: [SMTPEnvelope], isProbe: Bool = false) {
        self.isProbe = isProbe
        security = settings.security
        login = settings.login
        // An address literal stands for a host without a name (RFC 5321 §4.1.4).
        self.clientName = clientName.flatMap { MailAddress("a@\($0)") }.map { String($0.domain) } ?? "[127.0.0.1]"
        waiting = mails[...]
        isSecured = settings.security == .tls
    }

    mutating func handle(_ input: Input) -> [Effect] {
        guard state != .closed else { return [] }
        switch input {
        case .failed(let failure): return fail(failure)
        case .secured:
            guard state == .handshake else { return fail(MailFailure(.malformed)) }
            isSecured = true
            // What was learned without TLS does not count (RFC 3207 §4.2).
            capabilities = []
            return command("EHLO \(clientName)", .hello)
        case .reply(let reply):
            // The server closes the connection (RFC 5321 §3.8).
            if reply.code == 421, state != .quitting { return fail(MailFailure(.closed, detail: told(reply))) }
            return take(reply)
        }
    }

    private mutating func take(_ reply: SMTPReply) -> [Effect] {
        switch state {
        case .greeting:
            guard reply.code == 220 else { return refuse(.greetingRefused, reply) }
            return command("EHLO \(clientName)", .hello)
        case .hello: return hello(reply)
        case .startTLS:
            guard reply.code == 220 else { return refuse(.noSTARTTLS, reply) }
            state = .handshake
            return [.beginTLS]
        case .handshake: return fail(MailFailure(.injected))
        case .plain, .loginUser, .loginPassword, .verdict: return authenticate(reply)
        case .sender, .recipient, .data, .content: return transfer(reply)
        case .reset:
            guard reply.isPositive else { return refuse(.closed, reply) }
            return next()
        case .quitting:
            state = .closed
            return [.close]
        case .closed: return []
        }
    }

    // MARK: Opening

    private mutating func hello(_ reply: SMTPReply) -> [Effect] {
        guard reply.isPositive else { return refuse(.greetingRefused, reply) }
        capabilities = reply.lines.dropFirst().map { $0.uppercased() }
        if security == .startTLS, !isSecured {
            guard capabilities.contains("STARTTLS") else { return fail(MailFailure(.noSTARTTLS)) }
            return command("STARTTLS", .startTLS)
        }
        guard let login else { return next() }
        let mechanisms = capabilities.flatMap { line in
            let words = line.split { $0 == " " || $0 == "=" }
            return words.first == "AUTH" ? Array(words.dropFirst()) : []
        }
        if mechanisms.contains("PLAIN") {
            let initial = "AUTH PLAIN \(plainResponse(login))"
            return initial.utf8.count + 2 <= SMTPConversation.commandBytes
                ? command(initial, .verdict) : command("AUTH PLAIN", .plain)
        }
        guard mechanisms.contains("LOGIN") else { return fail(MailFailure(.noAuthentication)) }
        return command("AUTH LOGIN", .loginUser)
    }

    /// RFC 4954 §4, RFC 4616; `LOGIN` is the older exchange of user and password.
    private mutating func authenticate(_ reply: SMTPReply) -> [Effect] {
        guard let login else { return fail(MailFailure(.malformed)) }
        switch state {
        case .plain where reply.code == 334: return command(plainResponse(login), .verdict)
        case .loginUser where reply.code == 334: return command(SMTPConversation.base64(login.user), .loginPassword)
        case .loginPassword where reply.code == 334:
            return command(SMTPConversation.base64(login.password.text), .verdict)
        case .verdict where reply.code == 235: return next()
        default: return refuse(.authenticationRefused, reply)
        }
    }

    private func plainResponse(_ login: SMTPSettings.Login) -> String {
        SMTPConversation.base64("\0\(login.user)\0\(login.password.text)")
    }

    // MARK: Sending

    private mutating func next() -> [Effect] {
        guard let mail = waiting.first else { return command("QUIT", .quitting) }
        if isProbe {
            waiting = []
            return [.settle(mail.id, nil)] + command("QUIT", .quitting)
        }
        return command("MAIL FROM:<\(mail.from.text)>", .sender)
    }

    private mutating func transfer(_ reply: SMTPReply) -> [Effect] {
        guard let mail = waiting.first else { return fail(MailFailure(.malformed)) }
        switch state {
        case .sender:
            guard reply.isPositive else { return settle(mail, .senderRefused, reply) }
            return command("RCPT TO:<\(mail.to.text)>", .recipient)
        case .recipient:
            guard reply.isPositive else { return settle(mail, .recipientRefused, reply) }
            return command("DATA", .data)
        case .data:
            guard reply.code == 354 else { return settle(mail, .contentRefused, reply) }
            state = .content
            return [.sendContent(SMTPConversation.transparent(mail.content))]
        default:
            guard reply.isPositive else { return settle(mail, .contentRefused, reply) }
            waiting.removeFirst()
            return [.settle(mail.id, nil)] + next()
        }
    }

    /// Ends one e-mail, and goes on with the next in a new transaction.
    private mutating func settle(_ mail: SMTPEnvelope, _ kind: MailFailure.Kind, _ reply: SMTPReply) -> [Effect] {
        waiting.removeFirst()
        let failure = MailFailure(kind, detail: told(reply), isPermanent: reply.isPermanent)
        return [.settle(mail.id, failure)] + (waiting.isEmpty ? next() : command("RSET", .reset))
    }

    /// The message with doubled dots at the beginnings of lines (RFC 5321 §4.5.2), and its end.
    private static func transparent(_ content: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(content.count + 16)
        var isAtStart = true
        for byte in content {
            if isAtStart, byte == UInt8(ascii: ".") { result.append(byte) }
            result.append(byte)
            isAtStart = byte == UInt8(ascii: "\n")
        }
        return result + Array((isAtStart ? ".\r\n" : "\r\n.\r\n").utf8)
    }

    // MARK: Ending

    private mutating func refuse(_ kind: MailFailure.Kind, _ reply: SMTPReply) -> [Effect] {
        fail(MailFailure(kind, detail: told(reply)))
    }

    private mutating func fail(_ failure: MailFailure) -> [Effect] {
        defer {
            waiting = []
            state = .closed
        }
        return waiting.map { .settle($0.id, failure) } + [.close]
    }

    private mutating func command(_ line: String, _ next: State) -> [Effect] {
        state = next
        return [.send(line)]
    }

    /// What the server said, without the password should it repeat it.
    private func told(_ reply: SMTPReply) -> String {
        var text = reply.text
        if let login {
            for secret in [login.password.text, SMTPConversation.base64(login.password.text), plainResponse(login)] {
                if !secret.isEmpty { text = text.replacing(secret, with: login.password.description) }
            }
        }
        return String(text.prefix(SMTPReply.textLimit))
    }

    private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
}
