import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NexusCore
import Synchronization

/// A page in a browser: it keeps cookies, sends its origin, and does not see what scripts cannot read.
final class BrowserPage: Sendable {
    struct Answer {
        var status: Int
        var headers: HTTPHeaders
        var body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
        /// The code of a refusal; `nil` for anything else.
        var refusal: ErrorCode? { try? ErrorBody.decode(body).refusal.code }
        var cookies: [String] { headers["set-cookie"] }
    }

    /// Takes responses unchanged: the shared client would request and decompress gzip.
    private static let client = HTTPClient(
        eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: HTTPClient.Configuration())

    let address: String
    private let jar = Mutex<[String: String]>([:])

    init(of address: String) { self.address = address }

    /// Its cookies, by name.
    var cookies: [String: String] { jar.withLock { $0 } }

    /// The headers of a page of this server with a mutating request.
    var ownHeaders: [(String, String)] {
        [("Nexus-Session", "cookie"), ("Origin", address), ("Sec-Fetch-Site", "same-origin")]
    }

    func get(_ path: String, _ headers: [(String, String)] = []) async throws -> Answer {
        try await send(.GET, path, headers)
    }

    /// Sends as a page of the server does, or with other headers.
    func post(_ path: String, _ body: String, _ headers: [(String, String)]? = nil) async throws -> Answer {
        try await send(.POST, path, headers ?? ownHeaders, body)
    }

    func delete(_ path: String, _ headers: [(String, String)]? = nil) async throws -> Answer {
        try await send(.DELETE, path, headers ?? ownHeaders)
    }

    func send(
        _ method: HTTPMethod, _ path: String, _ headers: [(String, String)], _ body: String? = nil
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: address + path)
        request.method = method
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        let sent = cookies.filter { $0.key.hasSuffix("access") || path == "/v1/sessions/refresh" }
        if !sent.isEmpty {
            request.headers.add(name: "Cookie", value: sent.map { "\($0.key)=\($0.value)" }.joined(separator: "; "))
        }
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        let response = try await Self.client.execute(request, timeout: .seconds(30))
        let answer = Answer(
            status: Int(response.status.code), headers: response.headers,
            body: Array(buffer: try await response.body.collect(upTo: 8 << 20)))
        for cookie in answer.cookies { keep(cookie) }
        return answer
    }

    /// Puts a cookie into the jar as another page or the network might.
    func plant(_ name: String, _ value: String) { jar.withLock { $0[name] = value } }

    private func keep(_ cookie: String) {
        let parts = cookie.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        guard let pair = parts.first?.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false),
            pair.count == 2
        else { return }
        let isGone = parts.contains("Max-Age=0")
        jar.withLock { $0[String(pair[0])] = isGone ? nil : String(pair[1]) }
    }
}
