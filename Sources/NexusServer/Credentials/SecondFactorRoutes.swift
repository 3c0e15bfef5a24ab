import Hummingbird
import NexusCore

/// Second factors over HTTP.
struct SecondFactorRoutes: Sendable {
    let factors: SecondFactorService
    let limits: AccountLimits

    func addEnrolling(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.secondFactor) { _, _, context in
            try await factors.state(of: context.requireSession().user)
        }
        router.serve(Endpoints.beginSecondFactor) { body, request, context in
            try await steppedUp(request, context) { try await factors.begin(body, of: $0) }
        }
        router.serve(Endpoints.confirmSecondFactor) { body, _, context in
            try await factors.confirm(body.code, of: context.requireSession().user)
        }
    }

    func addAuthorized(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.removeSecondFactor) { body, request, context in
            try await steppedUp(request, context) { try await factors.remove(body, of: $0) }
            return Nothing()
        }
    }

    func addProved(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.renewRecoveryCodes) { _, _, context in
            try await factors.renewCodes(of: context.requireSession().user)
        }
    }

    /// A stolen session guesses the password no faster than a stranger does.
    private func steppedUp<Answer>(
        _ request: Request, _ context: NexusRequestContext, _ act: (SessionContext) async throws -> Answer
    ) async throws -> Answer {
        let session = try context.requireSession()
        let address = context.clientAddress(of: request, trustingProxy: limits.trustsProxy)
        return try await limits.signIns.attempt(from: address, email: session.profile.user.email) {
            try await act(session)
        }
    }
}
