import AsyncHTTPClient
import NIOCore
import NIOSSL
import Synchronization

/// Sends one request over the network.
struct S3Transport: Sendable {
    /// The time that a request may take until the head of its answer; bodies may take longer, as long as bytes flow.
    static let patience = TimeAmount.minutes(5)

    let execute: @Sendable (HTTPClientRequest) async throws -> HTTPClientResponse

    init(_ execute: @escaping @Sendable (HTTPClientRequest) async throws -> HTTPClientResponse) {
        self.execute = execute
    }

    /// Connections of the process, one pool for each file of authorities. They are never closed.
    private static let pools = Mutex<[String: HTTPClient]>([:])

    /// - Parameter roots: a PEM file of authorities besides the system's.
    /// - Throws: ``S3SettingsError`` if it cannot be read.
    init(roots: String?) throws(S3SettingsError) {
        let client = try S3Transport.pool(roots)
        execute = { request in try await client.execute(request, timeout: S3Transport.patience) }
    }

    private static func pool(_ roots: String?) throws(S3SettingsError) -> HTTPClient {
        if let pool = pools.withLock({ $0[roots ?? ""] }) { return pool }
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        if let roots {
            guard let certificates = try? NIOSSLCertificate.fromPEMFile(roots), !certificates.isEmpty else {
                throw S3SettingsError("NEXUS_S3_ROOTS", "names no readable PEM file with certificates.")
            }
            tls.additionalTrustRoots = [.certificates(certificates)]
        }
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow)
        configuration.timeout.connect = .seconds(5)
        configuration.timeout.read = .seconds(30)
        configuration.timeout.write = .seconds(30)
        configuration.httpVersion = .http1Only
        // Requests are repeated by ``S3Retry``, with its delays.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        let made = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
        let kept = pools.withLock { pools in
            if let other = pools[roots ?? ""] { return other }
            pools[roots ?? ""] = made
            return made
        }
        if kept !== made { made.shutdown { _ in } }
        return kept
    }
}
