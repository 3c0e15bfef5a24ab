import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NexusCore
import NexusDatabase

/// Turns any error of a route into `{"error":{"code","message"}}` with its status, and sets the headers that keep a browser
/// from doing anything but showing an answer as data; the web client sets those of a document itself.
struct ErrorResponseMiddleware: RouterMiddleware {
    typealias Context = NexusRequestContext

    func handle(
        _ request: Request, context: NexusRequestContext,
        next: (Request, NexusRequestContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            response = ErrorResponseMiddleware.response(to: error, logger: context.logger)
        }
        // The response to HEAD has no body (RFC 9110 §9.3.2); one would be taken for the next response.
        if request.method == .head { response = response.createHeadResponse() }
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[HTTPField.Name.referrerPolicy] = "no-referrer"
        if response.headers[.contentSecurityPolicy] == nil {
            response.headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
        }
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        return response
    }

    static func response(to error: any Error, logger: Logger) -> Response {
        let refusal = Refusal(failure: error)
        if refusal.code == .internalError {
            logger.error("request failed", metadata: ["error": "\(error)"])
        }
        var headers: HTTPFields = [.contentType: "application/json"]
        if let error = error as? MethodNotAllowed {
            headers[.allow] = error.allowed.map(\.rawValue).joined(separator: ", ")
        }
        if let wait = refusal.retryAfter { headers[.retryAfter] = String((wait + 999) / 1_000) }
        return Response(
            status: HTTPResponse.Status(code: refusal.code.status), headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: ErrorBody(refusal).json)))
    }
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .cacheControl
}

extension Refusal {
    /// The public form of an error. Errors that are not known to be safe become `internal_error`.
    init(failure error: any Error) {
        switch error {
        case let refusal as Refusal: self = refusal
        case let problem as JSONError: self.init(problem)
        case let problem as TextProblem: self.init(problem)
        case let failure as DatabaseError: self.init(failure)
        case let failure as HTTPError: self.init(failure)
        case is MethodNotAllowed: self.init(.methodNotAllowed, "This path does not support that method.")
        // The client has disconnected, or the server is stopping.
        case is CancellationError: self.init(.unavailable, "The server is stopping. Try again soon.", retryAfter: 1_000)
        case is NIOTooManyBytesError: self.init(.tooLarge, "The body is larger than the server accepts.")
        default: self.init(.internalError, "The server failed. Its log has the cause.")
        }
    }

    private init(_ failure: DatabaseError) {
        switch failure.code {
        case .full:
            self.init(.storageFull, "The server's disk is full. Nothing was lost; try again later.", retryAfter: 5_000)
        case .overloaded: self.init(.overloaded, failure.text, retryAfter: 1_000)
        case .unavailable: self.init(.unavailable, failure.text, retryAfter: 1_000)
        case .constraint where failure.constraint == .nul:
            self.init(.invalidRequest, "A text of the request has the character NUL.")
        default: self.init(.internalError, "The server's storage failed. Its log has the cause.")
        }
    }

    private init(_ failure: HTTPError) {
        switch failure.status.code {
        case 404: self.init(.notFound, "There is nothing at this path.")
        case 413: self.init(.tooLarge, "The body is larger than the server accepts.")
        case 400..<500: self.init(.invalidRequest, "The request cannot be understood.")
        default: self.init(.internalError, "The server failed. Its log has the cause.")
        }
    }
}
