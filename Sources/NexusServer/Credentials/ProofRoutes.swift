import Hummingbird
import NexusCore

/// Fresh proofs of identity over HTTP.
struct ProofRoutes: Sendable {
    let proofs: ProofService
    let host: PasskeyHost
    let limits: AccountLimits

    /// Where the team requires a second factor, a passkey is one.
    func addEnrolling(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.proof) { _, _, context in try await proofs.state(of: context.requireSession()) }
        router.serve(Endpoints.proofChallenge) { _, request, context in
            try await proofs.challenge(context.requireSession(), on: host.require(request))
        }
        router.serve(Endpoints.prove) { body, request, context in
            let session = try context.requireSession()
            let address = context.clientAddress(of: request, trustingProxy: limits.trustsProxy)
            if let passkey = body.passkey {
                let origin = context.origin(of: request, trustingProxy: limits.trustsProxy)
                try await proofs.prove(passkey, of: session, on: host.require(request), from: origin)
                return Nothing()
            }
            // A stolen session guesses the password no faster than a stranger does.
            try await limits.signIns.attempt(from: address, email: session.profile.user.email) {
                try await proofs.prove(body, of: session)
            }
            return Nothing()
        }
    }
}
