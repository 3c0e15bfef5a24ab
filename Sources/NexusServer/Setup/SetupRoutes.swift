import Hummingbird
import NexusCore

/// Set-up and the team's settings over HTTP.
struct SetupRoutes: Sendable {
    let setup: SetupService
    let policy: PolicyService
    let limits: AccountLimits
    let cookies: SessionCookies
    let passkeys: PasskeyHost

    func addOpen(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.server) { _, request, _ in
            told(try await setup.info(), to: request)
        }
        router.respond(to: Endpoints.setUp) { bytes, request, context in
            try cookies.requireOwnPageIfWanted(request)
            let origin = context.origin(of: request, trustingProxy: limits.trustsProxy)
            let signedIn = try await limits.vouched(from: origin.address) {
                try await setup.setUp(try .decode(bytes), from: origin)
            }
            return cookies.response(signedIn, to: request)
        }
    }

    func addProved(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.updatePolicy) { change, request, context in
            told(try await policy.update(change, by: context.requireSession().user), to: request)
        }
    }

    private func told(_ info: ServerInfo, to request: Request) -> ServerInfo {
        var info = info
        info.hasPasskeys = passkeys.party(of: request.head) != nil
        return info
    }
}
