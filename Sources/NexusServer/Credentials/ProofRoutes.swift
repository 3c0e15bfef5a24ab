import Hummingbird
import NexusCore

/// Fresh proofs of identity over HTTP.
struct ProofRoutes: Sendable {
    let proofs: ProofService
    let limits: AccountLimits

    func add(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.proof) { _, _, context in try await proofs.state(of: context.requireSession()) }
        router.serve(Endpoints.prove) { body, request, context in
            let session = try context.requireSession()
            let address = context.clientAddress(of: request, trustingProxy: limits.trustsProxy)
            // A stolen session guesses the password no faster than a stranger does.
            try await limits.signIns.attempt(from: address, email: session.profile.user.email) {
                try await proofs.prove(body, of: session)
            }
            return Nothing()
        }
    }
}
