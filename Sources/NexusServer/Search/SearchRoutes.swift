import Hummingbird
import NexusCore
import NexusDatabase

/// Search over HTTP. A search is posted, so that what was looked for stands in no log of addresses.
struct SearchRoutes: Sendable {
    let database: any Database
    let search: SearchService
    let limits: SearchLimits
    let now: @Sendable () -> Timestamp

    func add(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.search) { request, _, context in
            let user = try context.requireSession().user
            try limits.search(by: user)
            let time = now()
            return try await database.read { try search.answer(request, for: user, now: time, in: $0) }
        }
    }
}
