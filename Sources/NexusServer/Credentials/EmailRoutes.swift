import Hummingbird
import NexusCore

/// The change of an account's address over HTTP.
struct EmailRoutes: Sendable {
    let changes: EmailChangeService
    let limits: AccountLimits

    func addOpen(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.confirmEmail) { body, request, context in
            let address = context.clientAddress(of: request, trustingProxy: limits.trustsProxy)
            return try await limits.vouched(from: address) { try await changes.confirm(body) }
        }
    }

    func addProved(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.changeEmail) { body, _, context in
            try await changes.request(body, by: context.requireSession().profile)
            return Nothing()
        }
    }
}
