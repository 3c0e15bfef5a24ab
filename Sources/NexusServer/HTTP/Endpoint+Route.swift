import HTTPTypes
import Hummingbird
import NIOCore
import NexusCore

extension RouterMethods where Context == NexusRequestContext {
    /// Serves an endpoint: decodes its body, calls one use case, encodes its answer.
    func serve<Body: JSONDecodable & SendableMetatype, Answer: JSONEncodable & SendableMetatype>(
        _ endpoint: Endpoint<Body, Answer>,
        _ use: @escaping @Sendable (Body, Request, NexusRequestContext) async throws -> Answer
    ) {
        respond(to: endpoint) { bytes, request, context in
            Response(json: try await use(try Body.decode(bytes), request, context))
        }
    }

    /// Serves an endpoint with a full response instead of a body.
    ///
    /// - Parameter use: called with the request's body; `{}` if the endpoint has none.
    func respond<Body, Answer>(
        to endpoint: Endpoint<Body, Answer>, maximumBytes: Int = 1 << 20,
        _ use: @escaping @Sendable ([UInt8], Request, NexusRequestContext) async throws -> Response
    ) {
        let method: HTTPRequest.Method =
            switch endpoint.method {
            case .get: .get
            case .post: .post
            case .put: .put
            case .patch: .patch
            case .delete: .delete
            }
        let takesBody = [.post, .put, .patch].contains(endpoint.method)
        on(RouterPath("\(endpoint.path)"), method: method) { request, context in
            var bytes = Array("{}".utf8)
            if takesBody { bytes = Array(buffer: try await request.body.collect(upTo: maximumBytes)) }
            return try await use(bytes, request, context)
        }
    }
}

extension Response {
    /// A success with a JSON body.
    init(json answer: some JSONEncodable) {
        self.init(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.json)))
    }
}

extension Request {
    /// A number in the query; `nil` if absent.
    /// - Throws: `Refusal` (`invalid_request`) unless it is a whole number that is not negative.
    func number(_ name: String) throws -> Int64? {
        guard let text = uri.queryParameters[Substring(name)] else { return nil }
        guard let number = Int64(text), number >= 0 else {
            throw Refusal(.invalidRequest, "\(name) is a whole number that is not negative.")
        }
        return number
    }

    /// A query parameter that is one of a few words; nil without it.
    ///
    /// - Throws: `Refusal` (`invalid_request`) for another word.
    func word<Word: RawRepresentable<String> & CaseIterable>(_ name: String) throws -> Word? {
        guard let text = uri.queryParameters[Substring(name)] else { return nil }
        guard let word = Word(rawValue: String(text)) else {
            let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw Refusal(.invalidRequest, "\(name) is one of: \(known).")
        }
        return word
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
