import Hummingbird
import NexusCore
import NexusDatabase

/// Search over HTTP. A search is a POST, so that queries do not appear in access logs.
struct SearchRoutes: Sendable {
    let database: any Database
    let search: SearchService
    let limit: UserLimit
    /// Nil without a model: the best match then uses words alone.
    let meaning: MeaningSearch?
    let now: @Sendable () -> Timestamp

    func add(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.search) { request, _, context in
            let user = try context.requireSession().user
            try limit.take(user)
            let time = now()
            var found: SearchAnswer
            if let meaning, let question = try await meaning.question(in: request, now: time) {
                found = try await answer(request, question, meaning, for: user, now: time)
            } else {
                found = try await database.read { try search.answer(request, for: user, now: time, in: $0) }
            }
            found.byMeaning = meaning != nil
            return found
        }
    }

    private func answer(
        _ request: SearchRequest, _ question: MeaningSearch.Question, _ meaning: MeaningSearch, for user: UserID,
        now: Timestamp
    ) async throws -> SearchAnswer {
        let (found, exact, isPartial) = try await database.read { reader in
            let exact = try search.exact(request, for: user, now: now, in: reader)
            let found = try meaning.find(
                question, exact: exact.messages, in: exact.scope, utcOffset: request.utcOffset, reader)
            return (found, exact.messages, exact.isPartial)
        }
        // A user who types words expects the messages with them first.
        let all = exact + (try await meaning.ranked(found, question))
        return try await database.read {
            try search.page(of: all, request, for: user, isPartial: isPartial, now: now, in: $0)
        }
    }
}
