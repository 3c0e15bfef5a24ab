import Foundation
import NexusCore

/// Calls the server's endpoints, typed as NexusCore defines them.
struct ServerAPI: Sendable {
    let server: ServerAddress
    let http: any HTTPTransport

    /// Calls an endpoint once.
    ///
    /// - Parameters:
    ///   - path: values for the `{name}`s of the endpoint's path.
    ///   - query: names and values; nil values are left out.
    ///   - timeoutSeconds: `nil` for the transport's default.
    /// - Throws: ``ClientError/offline(_:)``, ``ClientError/refused(_:)``, ``ClientError/invalidAnswer(_:)``.
    func call<Request: JSONEncodable, Response: JSONDecodable>(
        _ endpoint: Endpoint<Request, Response>, _ request: Request, path: [String: String] = [:],
        query: [(name: String, value: String?)] = [], accessToken: String? = nil, timeoutSeconds: Int64? = nil
    ) async throws(ClientError) -> Response {
        let method: HTTPRequest.Method =
            switch endpoint.method {
            case .get: .get
            case .post: .post
            case .put: .put
            case .patch: .patch
            case .delete: .delete
            }
        let reply = try await send(
            HTTPRequest(
                method: method, target: ServerAPI.target("\(endpoint.path)", path: path, query: query),
                accessToken: accessToken, body: [.post, .put, .patch].contains(method) ? request.json : nil,
                timeoutSeconds: timeoutSeconds))
        return try ServerAPI.decoded(reply)
    }

    /// Sends a request once, and returns a successful response unparsed.
    func send(_ request: HTTPRequest) async throws(ClientError) -> HTTPReply {
        let reply = try await http.send(request, to: server)
        guard (200..<300).contains(reply.status) else { throw ServerAPI.refusal(reply) }
        return reply
    }

    static func decoded<Response: JSONDecodable>(_ reply: HTTPReply) throws(ClientError) -> Response {
        do {
            return try Response.decode(reply.body, limits: .answers)
        } catch {
            throw .invalidAnswer(error.message)
        }
    }

    /// The reason that an answer which is no success gives.
    static func refusal(_ reply: HTTPReply) -> ClientError {
        if let body = try? ErrorBody.decode(reply.body) { return .refused(body.refusal) }
        // A proxy on the way has its own error pages; after 502, 503 and 504 the server may be back soon.
        if (502...504).contains(reply.status) { return .offline("a proxy in front of it answered \(reply.status)") }
        return .invalidAnswer("HTTP status \(reply.status) without a reason")
    }

    static func target(
        _ template: String, path: [String: String], query: [(name: String, value: String?)]
    ) -> String {
        var target = template
        for (name, value) in path { target = target.replacingOccurrences(of: "{\(name)}", with: encoded(value)) }
        let pairs = query.compactMap { pair in pair.value.map { "\(pair.name)=\(encoded($0))" } }
        return pairs.isEmpty ? target : target + "?" + pairs.joined(separator: "&")
    }

    private static func encoded(_ value: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? value
    }
}

extension JSONLimits {
    /// The limits of a response: a catch-up may contain many long messages.
    static let answers = JSONLimits(bytes: AsyncHTTPTransport.answerLimit)
}
