import Hummingbird
import NexusCore

/// Passwords over HTTP.
struct PasswordRoutes: Sendable {
    let passwords: PasswordService
    let resets: ResetService
    /// Nil where no mail server is configured.
    let forgotten: AddressRequests?
    let limits: AccountLimits
    let cookies: SessionCookies

    func addOpen(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.forgotPassword) { body, request, context in
            try passwords.accounts.joining.requirePasswords()
            guard let forgotten else { throw Refusal.noMailForPasswords }
            try limits.forgotten(from: context.clientAddress(of: request, trustingProxy: limits.trustsProxy))
            try forgotten.take(body.email)
            return Nothing()
        }
        router.serve(Endpoints.lookAtReset) { body, request, context in
            let address = context.clientAddress(of: request, trustingProxy: limits.trustsProxy)
            return try await limits.vouched(from: address) { try await resets.look(body.token) }
        }
        router.respond(to: Endpoints.resetPassword) { bytes, request, context in
            try cookies.requireOwnPageIfWanted(request)
            let body = try PasswordReset.decode(bytes)
            let origin = context.origin(of: request, trustingProxy: limits.trustsProxy)
            let signedIn = try await limits.vouched(from: origin.address) {
                try await resets.reset(body, from: origin)
            }
            return cookies.response(signedIn, to: request)
        }
    }

    func addAuthorized(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.changePassword) { body, request, context in
            let session = try context.requireSession()
            let address = context.clientAddress(of: request, trustingProxy: limits.trustsProxy)
            // A stolen session guesses the password no faster than a stranger does.
            try await limits.signIns.attempt(from: address, email: session.profile.user.email) {
                try await passwords.change(body, of: session)
            }
            return Nothing()
        }
    }

    func addProved(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.makeResetLink) { body, _, context in
            try passwords.accounts.joining.requirePasswords()
            let subject: UserID = try context.identifier("user")
            return try await resets.make(body, for: subject, by: context.requireSession().user)
        }
    }
}
