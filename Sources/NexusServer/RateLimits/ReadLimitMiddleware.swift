import HTTPTypes
import Hummingbird

/// Counts the reads of each user over HTTP; runs after `SessionMiddleware`.
struct ReadLimitMiddleware: RouterMiddleware {
    typealias Context = NexusRequestContext

    let limit: UserLimit

    func handle(
        _ request: Request, context: NexusRequestContext,
        next: (Request, NexusRequestContext) async throws -> Response
    ) async throws -> Response {
        if request.method == .get || request.method == .head { try limit.take(context.requireSession().user) }
        return try await next(request, context)
    }
}
