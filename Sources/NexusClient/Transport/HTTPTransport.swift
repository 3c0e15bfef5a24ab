/// One HTTP request to the server.
public struct HTTPRequest: Equatable, Sendable {
    /// Seconds for an answer that a language model writes: it writes slowly.
    static let writingTimeout: Int64 = 180

    public enum Method: String, Equatable, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    public var method: Method
    /// The path with its query, percent-encoded.
    public var target: String
    /// Shown as `Authorization: Bearer …` (RFC 6750).
    public var accessToken: String?
    /// JSON, or the bytes of an upload's part.
    public var body: [UInt8]?
    /// The media type of the body.
    public var contentType: String
    /// The requested range of the response (RFC 9110 §14.2).
    public var range: Range<Int64>?
    /// Seconds until the end of the response; `nil` for the transport's default.
    public var timeoutSeconds: Int64?

    public init(
        method: Method, target: String, accessToken: String? = nil, body: [UInt8]? = nil,
        contentType: String = "application/json", range: Range<Int64>? = nil, timeoutSeconds: Int64? = nil
    ) {
        self.method = method
        self.target = target
        self.accessToken = accessToken
        self.body = body
        self.contentType = contentType
        self.range = range
        self.timeoutSeconds = timeoutSeconds
    }
}

/// The server's response.
public struct HTTPReply: Equatable, Sendable {
    public var status: Int
    public var body: [UInt8]

    public init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}

/// Carries requests to a server; tests bring their own.
public protocol HTTPTransport: Sendable {
    /// - Throws: ``ClientError/offline(_:)`` if there was no response.
    func send(_ request: HTTPRequest, to server: ServerAddress) async throws(ClientError) -> HTTPReply

    /// Requests a response of several lines, and passes on each as it arrives.
    ///
    /// - Returns: the status; with a body unless it is a success.
    /// - Throws: ``ClientError/offline(_:)`` if there was no response or it was cut off.
    func lines(
        _ request: HTTPRequest, to server: ServerAddress, each: @escaping @Sendable ([UInt8]) async -> Void
    ) async throws(ClientError) -> HTTPReply
}

extension HTTPTransport {
    /// All lines, once the response is complete.
    public func lines(
        _ request: HTTPRequest, to server: ServerAddress, each: @escaping @Sendable ([UInt8]) async -> Void
    ) async throws(ClientError) -> HTTPReply {
        let reply = try await send(request, to: server)
        guard (200..<300).contains(reply.status) else { return reply }
        for line in reply.body.split(separator: UInt8(ascii: "\n")) { await each(Array(line)) }
        return HTTPReply(status: reply.status, body: [])
    }
}
