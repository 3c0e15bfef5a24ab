import HTTPTypes
import Hummingbird
import NexusCore

/// Answers what is asked of the web client, before the routes are asked; everything else goes on to them.
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
        if let gzipped = resource.gzipped {
            headers[.vary] = "Accept-Encoding"
            if ContentNegotiation.accepts("gzip", in: request.headerFields[.acceptEncoding]) {
                variant = gzipped
                headers[.contentEncoding] = "gzip"
            }
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
