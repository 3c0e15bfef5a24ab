import Hummingbird
import NexusCore

/// Passwords over HTTP.
struct PasswordRoutes: Sendable {
    let passwords: PasswordService
    let limits: AccountLimits

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
}
