import Hummingbird
import NexusCore
import NexusDatabase

/// The user's own stream of settings, relations and drafts, over HTTP.
struct UserSettingsRoutes: Sendable {
    let database: any Database

    func add(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.own) { _, request, context in
            let user = try context.requireSession().user
            let after = try request.number("after") ?? 0
            return try await database.read { try UserSettingsService.changes(of: user, after: after, in: $0) }
        }
    }
}
