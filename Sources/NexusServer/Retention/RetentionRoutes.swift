import Hummingbird
import NexusCore

/// How long messages stay, over HTTP.
struct RetentionRoutes: Sendable {
    let retention: RetentionService

    func add(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.retention) { _, _, context in
            try await retention.retention(
                of: context.identifier("conversation"), for: context.requireSession().user)
        }
        router.serve(Endpoints.setRetention) { body, _, context in
            try await retention.set(
                body.days, of: context.identifier("conversation"), by: context.requireSession().user)
        }
    }
}
