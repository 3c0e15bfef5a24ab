import Hummingbird
import NexusCore

/// Passkeys over HTTP.
struct PasskeyRoutes: Sendable {
    let passkeys: PasskeyService
    let host: PasskeyHost
    let limits: AccountLimits
    let cookies: SessionCookies
    let now: @Sendable () -> Timestamp

    func addOpen(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.passkeyChallenge) { _, request, context in
            let party = try host.require(request)
            try limits.passkey(from: context.clientAddress(of: request, trustingProxy: limits.trustsProxy))
            return try await passkeys.challenge(on: party)
        }
        router.respond(to: Endpoints.signInWithPasskey) { bytes, request, context in
            let body = try PasskeySignIn.decode(bytes)
            try cookies.requireOwnPageIfWanted(request)
            let signedIn = try await passkeys.signIn(
                body, on: host.require(request), from: context.origin(of: request, trustingProxy: limits.trustsProxy))
            return cookies.response(signedIn, to: request)
        }
    }

    /// Where the team requires a second factor, a passkey may be the first one that its owner adds.
    func addEnrolling(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.passkeys) { _, _, context in
            try await passkeys.list(of: context.requireSession().user)
        }
        router.serve(Endpoints.beginPasskey) { _, request, context in
            let session = try context.requireSession()
            let party = try host.require(request)
            try session.requireFreshProof(at: now())
            return try await passkeys.begin(session, on: party)
        }
        router.serve(Endpoints.addPasskey) { body, request, context in
            try await passkeys.add(body, context.requireSession(), on: host.require(request))
        }
    }

    func addAuthorized(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.renamePasskey) { body, _, context in
            let id: PasskeyID = try context.identifier("passkey")
            return try await passkeys.rename(id, to: body.name, of: context.requireSession().user)
        }
    }

    func addProved(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.removePasskey) { _, _, context in
            let id: PasskeyID = try context.identifier("passkey")
            try await passkeys.remove(id, by: context.requireSession())
            return Nothing()
        }
    }
}
