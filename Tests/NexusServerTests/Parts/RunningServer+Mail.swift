import Logging
import NexusCore

@testable import NexusServer

extension RunningServer {
    /// Runs a server with a mail server beside it.
    ///
    /// - Parameter isOpen: whether everyone may open an account.
    static func serveWithMail<T: Sendable>(
        isOpen: Bool = true, limited: Bool = false, logger: Logger? = nil,
        _ body: @Sendable (RunningServer, MailServer) async throws -> T
    ) async throws -> T {
        let mail = try await MailServer("--tls", "none")
        let settings = try mail.settings("smtp")
        return try await serve(
            configure: {
                if !isOpen { $0.isOpenToEveryone = false }
                $0.mail = settings
                $0.rateLimits.isOn = limited
            }, logger: logger
        ) { server in
            try await body(server, mail)
        }
    }
}
