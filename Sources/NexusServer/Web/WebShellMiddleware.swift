import HTTPTypes
import Hummingbird
import NexusCore

/// Serves the web client before the routes; other requests go on to them.
struct WebShellMiddleware: RouterMiddleware {
    typealias Context = NexusRequestContext

    let shell: WebShell

    func handle(
        _ request: Request, context: NexusRequestContext,
        next: (Request, NexusRequestContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .get || request.method == .head, let resource = shell.resource(at: request.uri.path)
        else { return try await next(request, context) }
        return WebShellMiddleware.response(to: request.head, resource)
    }

    static func response(to request: HTTPRequest, _ resource: WebResource) -> Response {
        var variant = resource.plain
        var headers = WebHeaders.fields(for: resource.role)
        headers[.contentType] = resource.contentType
        headers[.cacheControl] = resource.keeping.rawValue
        if !resource.coded.isEmpty { headers[.vary] = "Accept-Encoding" }
        let accepted = request.headerFields[.acceptEncoding]
        if let best = resource.coded.first(where: { ContentNegotiation.accepts($0.coding, in: accepted) }) {
            variant = best.variant
            headers[.contentEncoding] = best.coding
        }
        headers[.eTag] = variant.entityTag
        if ContentNegotiation.names(variant.entityTag, in: request.headerFields[.ifNoneMatch]) {
            headers[.contentType] = nil
            headers[.contentEncoding] = nil
            return Response(status: .notModified, headers: headers)
        }
        let response = Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: variant.bytes))
        return request.method == .head ? response.createHeadResponse() : response
    }
}
