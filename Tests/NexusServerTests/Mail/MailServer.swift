import Foundation
import NexusCore
import NexusIntelligence

@testable import NexusServer

/// A real mail server in a process of its own (Tests/Mail/smtp_server.py).
final class MailServer: Sendable {
    /// A message that it accepted.
    struct Received: Decodable, Sendable {
        var sender: String
        var to: [String]
        var content: String
        /// Whether it came over TLS.
        var secured: Bool
        /// Who signed in.
        var user: String?
    }

    private struct Start: Decodable {
        var port: Int
        var roots: String
    }

    let port: Int
    /// The file of the only authority that vouches for it.
    let roots: String
    private let service: PythonService

    /// Returns once it accepts connections.
    init(_ arguments: String...) async throws {
        service = try PythonService("Mail/smtp_server.py", arguments)
        let start: Start = try await service.start()
        port = start.port
        roots = start.roots
    }

    /// The messages so far.
    var received: [Received] {
        get throws { try service.lines() }
    }

    func stop() { service.stop() }

    /// Settings that reach it and trust it.
    func settings(
        _ scheme: String = "smtps", host: String = "127.0.0.1", login: (String, String)? = nil
    ) throws -> MailSettings {
        let user = login.map { "\($0.0.replacing("@", with: "%40"))@" } ?? ""
        var smtp = try SMTPSettings(
            url: "\(scheme)://\(user)\(host):\(port)", password: login.map { Secret($0.1) })
        smtp.roots = roots
        return try MailSettings(smtp: smtp, from: "Nexus <nexus@example.org>", server: "https://chat.example.org")
    }
}
