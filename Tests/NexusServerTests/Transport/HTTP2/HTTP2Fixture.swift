import AsyncHTTPClient
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOSSL
import NexusCore
import NexusTestSupport

@testable import NexusServer

/// A transport over TLS, with clients that speak HTTP/2.
struct HTTP2Fixture: Sendable {
    let server: TransportFixture
    let certificates: CertificateFolder

    static func serve<T: Sendable>(
        configure: (inout TransportConfiguration) -> Void = { _ in },
        routes: (Router<NexusRequestContext>) -> Void = { _ in },
        _ body: @Sendable (HTTP2Fixture) async throws -> T
    ) async throws -> T {
        let certificates = try CertificateFolder()
        try certificates.sign("first")
        return try await TransportFixture.serve(certificates: certificates, configure: configure, routes: routes) {
            try await body(HTTP2Fixture(server: $0, certificates: certificates))
        }
    }

    func connect(window: Int? = nil) async throws -> RawSocket {
        try await RawSocket.connectHTTP2(port: server.port, trusting: certificates.authority, window: window)
    }

    /// An ordinary client, which chooses HTTP/2 because the server offers it.
    func withClient<T: Sendable>(_ body: (HTTPClient) async throws -> T) async throws -> T {
        try await HTTP2Fixture.withClient(trusting: certificates.authority, body)
    }

    static func withClient<T: Sendable>(
        trusting authority: String, _ body: (HTTPClient) async throws -> T
    ) async throws -> T {
        var configuration = HTTPClient.Configuration()
        configuration.tlsConfiguration = .makeClientConfiguration()
        configuration.tlsConfiguration?.trustRoots = .file(authority)
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let result: Result<T, any Error>
        do { result = .success(try await body(client)) } catch { result = .failure(error) }
        try await client.shutdown()
        return try result.get()
    }

    struct Answer: Sendable {
        var version: HTTPVersion
        var status: Int
        var headers: HTTPHeaders
        var body: ByteBuffer

        var text: String { String(buffer: body) }
        var refusal: Refusal? { try? ErrorBody.decode(text).refusal }
    }

    static func ask(
        _ client: HTTPClient, port: Int, _ path: String, _ method: HTTPMethod = .GET,
        headers: [(String, String)] = [], body: HTTPClientRequest.Body? = nil
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: "https://localhost:\(port)\(path)")
        request.method = method
        request.headers = HTTPHeaders(headers)
        request.body = body
        let response = try await client.execute(request, timeout: .minutes(2))
        return Answer(
            version: response.version, status: Int(response.status.code), headers: response.headers,
            body: try await response.body.collect(upTo: 16 << 20))
    }

    func ask(
        _ client: HTTPClient, _ path: String, _ method: HTTPMethod = .GET, headers: [(String, String)] = [],
        body: HTTPClientRequest.Body? = nil
    ) async throws -> Answer {
        try await HTTP2Fixture.ask(client, port: server.port, path, method, headers: headers, body: body)
    }
}
