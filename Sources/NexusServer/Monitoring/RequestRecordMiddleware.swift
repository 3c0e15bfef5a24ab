import HTTPTypes
import Hummingbird
import Logging

/// Counts and times each request, names it to its sender, and logs it. What is logged is the route's pattern, never the path or
/// the query, so that no identifier, token or search word of a person stands in a log.
struct RequestRecordMiddleware: RouterMiddleware {
    typealias Context = NexusRequestContext

    let metrics: ServerMetrics

    func handle(
        _ request: Request, context: NexusRequestContext,
        next: (Request, NexusRequestContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        var response = try await next(request, context)
        let duration = start.duration(to: .now)
        metrics.answered(response.status, after: duration)
        // A file of the web client is no answer that somebody would ask about, and there are a hundred of them.
        if response.headers[.cacheControl] != WebResource.Keeping.forever.rawValue {
            response.headers[.requestID] = context.id
        }
        context.logger.debug(
            "answered",
            metadata: [
                "method": "\(request.method)", "route": "\(context.endpointPath ?? "-")",
                "status": "\(response.status.code)",
                "microseconds": "\(Int(duration / .microseconds(1)))",
            ])
        return response
    }
}

extension HTTPField.Name {
    /// What a person who reports a failure can quote, and the log names.
    static let requestID = HTTPField.Name("X-Request-ID") ?? .server
}
