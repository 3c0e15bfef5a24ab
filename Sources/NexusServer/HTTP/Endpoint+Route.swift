import HTTPTypes
import Hummingbird
import NIOCore
import NexusCore

extension RouterMethods where Context == NexusRequestContext {
    /// Serves an endpoint: decodes its body, calls one use case, encodes its answer.
    func serve<Body: JSONDecodable & SendableMetatype, Answer: JSONEncodable & SendableMetatype>(
        _ endpoint: Endpoint<Body, Answer>, maximumBytes: Int = 1 << 20,
        _ use: @escaping @Sendable (Body, Request, NexusRequestContext) async throws -> Answer
    ) {
        let method: HTTPRequest.Method =
            switch endpoint.method {
            case .get: .get
            case .post: .post
            case .delete: .delete
            }
        let takesBody = endpoint.method == .post
        on(RouterPath("\(endpoint.path)"), method: method) { request, context in
            var bytes = Array("{}".utf8)
            if takesBody { bytes = Array(buffer: try await request.body.collect(upTo: maximumBytes)) }
            let body = try Body.decode(bytes)
            let answer = try await use(body, request, context)
            return Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.json)))
        }
    }
}

extension Request {
    /// A number in the query; `nil` if it is not there.
    /// - Throws: `Refusal` (`invalid_request`) for anything else than a whole number that is not negative.
    func number(_ name: String) throws -> Int64? {
        guard let text = uri.queryParameters[Substring(name)] else { return nil }
        guard let number = Int64(text), number >= 0 else {
            throw Refusal(.invalidRequest, "\(name) is a whole number that is not negative.")
        }
        return number
    }
}

extension NexusRequestContext {
    /// An identifier in the path.
    /// - Throws: `Refusal` (`invalid_request`).
    func identifier<Subject>(_ name: String) throws -> ID<Subject> {
        guard let id = ID<Subject>(try parameters.require(name)) else {
            throw Refusal(.invalidRequest, "The \(name) in the path is not an identifier.")
        }
        return id
    }
}
