import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// HTTP over connections that the whole process shares.
public struct AsyncHTTPTransport: HTTPTransport {
    /// Lives as long as the process. A refused connection is an answer: the caller decides whether to retry.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.timeout.connect = .seconds(5)
        configuration.tlsConfiguration = TrustedRoots.configuration
        // A live socket over requests holds one of them (PollingConnection), and a process may have many clients.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        return HTTPClient(eventLoopGroup: ServerConnection.group, configuration: configuration)
    }()

    /// The longest that an answer may be, in bytes.
    static let answerLimit = 32 << 20

    private let timeout: TimeAmount

    /// - Parameter timeoutSeconds: how long a request may take from its beginning to the end of the answer.
    public init(timeoutSeconds: Int64 = 10) { timeout = .seconds(timeoutSeconds) }

    public func send(_ request: HTTPRequest, to server: ServerAddress) async throws(ClientError) -> HTTPReply {
        let outgoing = Self.outgoing(request, to: server)
        do {
            let response = try await Self.client.execute(
                outgoing, timeout: request.timeoutSeconds.map { .seconds($0) } ?? timeout)
            let body = try await response.body.collect(upTo: AsyncHTTPTransport.answerLimit)
            return HTTPReply(status: Int(response.status.code), body: Array(body.readableBytesView))
        } catch is NIOTooManyBytesError {
            throw .invalidAnswer("it is longer than \(AsyncHTTPTransport.answerLimit) bytes")
        } catch {
            throw .offline(NetworkProblem.words(for: error))
        }
    }

    public func lines(
        _ request: HTTPRequest, to server: ServerAddress, each: @escaping @Sendable ([UInt8]) async -> Void
    ) async throws(ClientError) -> HTTPReply {
        do {
            let response = try await Self.client.execute(
                Self.outgoing(request, to: server), timeout: .seconds(HTTPRequest.writingTimeout))
            let status = Int(response.status.code)
            guard (200..<300).contains(status) else {
                let body = try await response.body.collect(upTo: AsyncHTTPTransport.answerLimit)
                return HTTPReply(status: status, body: Array(body.readableBytesView))
            }
            var rest: [UInt8] = []
            for try await part in response.body {
                rest.append(contentsOf: part.readableBytesView)
                guard rest.count <= AsyncHTTPTransport.answerLimit else {
                    throw NIOTooManyBytesError(maxBytes: AsyncHTTPTransport.answerLimit)
                }
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = Array(rest[..<end])
                    rest.removeSubrange(...end)
                    await each(line)
                }
            }
            if !rest.isEmpty { await each(rest) }
            return HTTPReply(status: status, body: [])
        } catch is NIOTooManyBytesError {
            throw .invalidAnswer("a line is longer than \(AsyncHTTPTransport.answerLimit) bytes")
        } catch {
            throw .offline(NetworkProblem.words(for: error))
        }
    }

    private static func outgoing(_ request: HTTPRequest, to server: ServerAddress) -> HTTPClientRequest {
        var outgoing = HTTPClientRequest(url: server.description + request.target)
        outgoing.method = HTTPMethod(rawValue: request.method.rawValue)
        outgoing.headers.add(name: "Accept", value: request.range == nil ? "application/json" : "*/*")
        if let token = request.accessToken { outgoing.headers.add(name: "Authorization", value: "Bearer \(token)") }
        if let body = request.body {
            outgoing.headers.add(name: "Content-Type", value: request.contentType)
            outgoing.body = .bytes(body)
        }
        if let range = request.range {
            outgoing.headers.add(name: "Range", value: "bytes=\(range.lowerBound)-\(range.upperBound - 1)")
        }
        return outgoing
    }
}
