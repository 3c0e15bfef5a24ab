import Hummingbird
import NexusCore

/// Accounts and sessions over HTTP.
struct AccountRoutes: Sendable {
    let accounts: AccountService
    let limits: AccountLimits

    func addOpen(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.signUp) { body, request, context in
            try limits.signUp(from: context.clientAddress(of: request, trustingProxy: limits.trustsProxy))
            return try await accounts.signUp(body)
        }
        router.serve(Endpoints.signIn) { body, request, context in
            try limits.signIn(
                from: context.clientAddress(of: request, trustingProxy: limits.trustsProxy), email: body.email)
            return try await accounts.signIn(body)
        }
        router.serve(Endpoints.refresh) { body, _, _ in try await accounts.refresh(body) }
    }

    func addAuthorized(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.sessions) { _, _, context in try await accounts.sessions(of: context.requireSession()) }
        router.serve(Endpoints.endSession) { _, _, context in
            let session = try context.requireSession()
            let isCurrent = context.parameters.get("session") == "current"
            try await accounts.end(isCurrent ? session.session : context.identifier("session"), of: session)
            return Nothing()
        }
        router.serve(Endpoints.profile) { _, _, context in try context.requireSession().profile }
        router.serve(Endpoints.people) { _, request, context in
            let query = request.uri.queryParameters["query"].map(String.init) ?? ""
            return try await accounts.people(matching: query, for: context.requireSession().user)
        }
    }
}
