import HTTPTypes
import Hummingbird
import NexusCore

/// Authenticates the caller by the access token in the `Authorization` header (RFC 6750 §2.1), or else in a browser's
/// cookie.
struct SessionMiddleware: RouterMiddleware {
    typealias Context = NexusRequestContext

    let accounts: AccountService
    let cookies: SessionCookies

    func handle(
        _ request: Request, context: NexusRequestContext,
        next: (Request, NexusRequestContext) async throws -> Response
    ) async throws -> Response {
        guard let token = try SessionMiddleware.token(in: request.head) ?? cookies.accessToken(of: request.head) else {
            throw Refusal.notSignedIn
        }
        var context = context
        context.session = try await accounts.authorize(token)
        return try await next(request, context)
    }

    static func token(in head: HTTPRequest) -> String? {
        guard let value = head.headerFields[.authorization] else { return nil }
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }
}

/// Refuses callers who lack the second factor that the team requires; behind `SessionMiddleware`.
struct SecondFactorMiddleware: RouterMiddleware {
    typealias Context = NexusRequestContext

    func handle(
        _ request: Request, context: NexusRequestContext,
        next: (Request, NexusRequestContext) async throws -> Response
    ) async throws -> Response {
        if try context.requireSession().needsSecondFactor { throw Refusal.secondFactorRequired }
        return try await next(request, context)
    }
}

extension NexusRequestContext {
    /// The caller, on a route behind `SessionMiddleware`.
    func requireSession() throws -> SessionContext {
        guard let session else { throw Refusal.notSignedIn }
        return session
    }
}
