import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// HTTP over the process's shared connections.
public struct AsyncHTTPTransport: HTTPTransport {
    /// The longest that an answer may be, in bytes.
    static let answerLimit = 32 << 20

    private let timeout: TimeAmount

    /// - Parameter timeoutSeconds: how long a request may take from its beginning to the end of the answer.
    public init(timeoutSeconds: Int64 = 10) { timeout = .seconds(timeoutSeconds) }

    public func send(_ request: HTTPRequest, to server: ServerAddress) async throws(ClientError) -> HTTPReply {
        var outgoing = HTTPClientRequest(url: server.description + request.target)
        outgoing.method = HTTPMethod(rawValue: request.method.rawValue)
        outgoing.headers.add(name: "Accept", value: "application/json")
        if let token = request.accessToken { outgoing.headers.add(name: "Authorization", value: "Bearer \(token)") }
        if let body = request.body {
            outgoing.headers.add(name: "Content-Type", value: "application/json")
            outgoing.body = .bytes(body)
        }
        do {
            let response = try await HTTPClient.shared.execute(outgoing, timeout: timeout)
            let body = try await response.body.collect(upTo: AsyncHTTPTransport.answerLimit)
            return HTTPReply(status: Int(response.status.code), body: Array(body.readableBytesView))
        } catch is NIOTooManyBytesError {
            throw .invalidAnswer("it is longer than \(AsyncHTTPTransport.answerLimit) bytes")
        } catch {
            throw .offline(NetworkProblem.words(for: error))
        }
    }
}
