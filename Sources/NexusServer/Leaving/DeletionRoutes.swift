import Hummingbird
import NexusCore

/// The deletion of accounts over HTTP.
struct DeletionRoutes: Sendable {
    let deletions: DeletionService
    let limits: AccountLimits

    func addAuthorized(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.deletion) { _, _, context in
            try await deletions.state(of: context.requireSession().user)
        }
        router.serve(Endpoints.scheduleDeletion) { body, request, context in
            let session = try context.requireSession()
            let address = context.clientAddress(of: request, trustingProxy: limits.trustsProxy)
            // A stolen session guesses the password no faster than a stranger does.
            return try await limits.signIns.attempt(from: address, email: session.profile.user.email) {
                try await deletions.schedule(body, of: session)
            }
        }
        router.serve(Endpoints.cancelDeletion) { _, _, context in
            try await deletions.cancel(of: context.requireSession().user)
            return Nothing()
        }
    }

    /// What administrators do to others.
    func addProved(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.scheduleDeletionOf) { body, _, context in
            try await deletions.schedule(body, of: context.identifier("user"), by: context.requireSession().user)
        }
        router.serve(Endpoints.cancelDeletionOf) { _, _, context in
            try await deletions.cancel(of: context.identifier("user"), by: context.requireSession().user)
            return Nothing()
        }
        router.serve(Endpoints.transferGroups) { body, _, context in
            try await deletions.transfer(body, of: context.identifier("user"), by: context.requireSession().user)
        }
    }
}
