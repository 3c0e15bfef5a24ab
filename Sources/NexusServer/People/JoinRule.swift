import NexusCore
import NexusDatabase

/// Decides who may open an account now.
struct JoinRule: Sendable {
    /// Whether the operator opened the server to everyone for this run, overriding the team's settings.
    let isForcedOpen: Bool
    /// Whether the server has a mail server.
    var sendsMail = false
    /// The providers that people sign in with.
    var providers: [SignInProvider] = []
    /// Whether people sign in with passwords too.
    var takesPasswords = true

    func info(_ reader: Reader) throws -> ServerInfo {
        var info = try TeamRepository.info(reader)
        info.sendsMail = sendsMail
        info.providers = providers
        info.takesPasswords = takesPasswords
        if isForcedOpen {
            info.joinSetting = info.join == .everyone ? nil : info.join
            info.join = .everyone
            info.needsSetup = false
        }
        return info
    }

    /// - Throws: `Refusal` (`passwords_off`) where people sign in with providers only.
    func requirePasswords() throws(Refusal) {
        guard takesPasswords else {
            let titles = providers.map(\.title).joined(separator: " or ")
            throw Refusal(.passwordsOff, "People sign in to this server with \(titles). Choose it on the sign-in page.")
        }
    }

    /// The first account of a server administers it, so only the set-up opens it, or a server that its operator opened to everyone.
    ///
    /// - Throws: `Refusal` (`setup_required`) while the server waits for its set-up.
    func requireSetUp(_ reader: Reader) throws {
        guard try info(reader).needsSetup else { return }
        throw Refusal(
            .setupRequired, "This server is not set up yet. Its operator finds the set-up link where it was started.")
    }

    /// - Throws: `Refusal` (`setup_required`, `invitation_required`) unless everyone may open an account.
    func requireOpen(_ reader: Reader) throws {
        try requireSetUp(reader)
        let info = try info(reader)
        guard info.join == .everyone else {
            throw Refusal(
                .invitationRequired, "This server takes people by invitation. Ask a member of the team for a link.")
        }
    }
}
