import Hummingbird
import NexusCore

/// A session's recent proof of its user's identity, for acts that a stolen or unlocked device must not be enough for.
enum FreshProof {
    /// Milliseconds that a proof lasts: a sign-in, or `Endpoints.prove`.
    static let life: Int64 = 10 * 60_000
}

extension SessionContext {
    /// When the session's last proof is no longer fresh.
    var isProvedUntil: Timestamp { provedAt.advanced(by: FreshProof.life) }

    /// - Throws: `Refusal` (`proof_required`).
    func requireFreshProof(at now: Timestamp) throws(Refusal) {
        guard now < isProvedUntil else { throw Refusal.proofRequired }
    }
}

/// Refuses callers whose last proof is not fresh; behind `SessionMiddleware`.
struct FreshProofMiddleware: RouterMiddleware {
    typealias Context = NexusRequestContext

    let now: @Sendable () -> Timestamp

    func handle(
        _ request: Request, context: NexusRequestContext,
        next: (Request, NexusRequestContext) async throws -> Response
    ) async throws -> Response {
        try context.requireSession().requireFreshProof(at: now())
        return try await next(request, context)
    }
}

extension Refusal {
    static let proofRequired = Refusal(
        .proofRequired, "Confirm that it is you, then try again: enter your password, or sign in again.")
}
