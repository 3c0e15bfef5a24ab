import HTTPTypes
import Hummingbird
import Logging
import NexusCore

/// Counts, times and logs each request, and returns its identifier. The log has the route's pattern, never the path or
/// the query, so that it contains no user's identifier, token or search text.
struct RequestRecordMiddleware: RouterMiddleware {
    typealias Context = NexusRequestContext

    let metrics: ServerMetrics

    func handle(
        _ request: Request, context: NexusRequestContext,
        next: (Request, NexusRequestContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        if let identifier = RequestIdentifier.given(in: request.head) {
            context.logger[metadataKey: LogLine.requestKey] = .string(identifier)
        }
        let start = ContinuousClock.now
        var response = try await next(request, context)
        let duration = start.duration(to: .now)
        // Polls are held until there is a frame.
        let isHeld = context.endpointPath == "\(Endpoints.poll.path)"
        metrics.answered(response.status, after: isHeld ? nil : duration)
        // Files of the web client need no identifier, and there are a hundred of them.
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
