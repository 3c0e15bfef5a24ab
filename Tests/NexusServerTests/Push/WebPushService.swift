import Foundation
import NexusCore
import NexusTestSupport
import Testing

@testable import NexusServer

/// A push service and its browser in a process of its own (Tests/Push/web_push_service.py).
final class WebPushService: Sendable {
    struct Received: Decodable, Sendable {
        struct Claims: Decodable, Equatable, Sendable {
            var aud: String
            var exp: Int64
            var sub: String?
        }

        var path: String
        var method: String
        var version: String
        var headers: [String: String]
        /// Bytes of the body.
        var size: Int
        /// What the browser decrypted.
        var plaintext: String
        /// The token's claims if its signature is valid.
        var claims: Claims?
        var token: String?
    }

    private struct Start: Decodable {
        var port: Int
        var roots: String?
        var publicKey: String
        var secret: String
    }

    let port: Int
    let roots: String?
    private let publicKey: [UInt8]
    private let secret: [UInt8]
    private let service: PythonService

    /// - Parameter name: the name in its certificate; nil for plain HTTP.
    init(name: String? = nil) async throws {
        service = try PythonService("Push/web_push_service.py", name.map { ["--name", $0] } ?? [])
        let start: Start = try await service.start()
        port = start.port
        roots = start.roots
        publicKey = Base64URL.bytes(of: start.publicKey) ?? []
        secret = Base64URL.bytes(of: start.secret) ?? []
    }

    /// The browser's endpoint at a path.
    func endpoint(_ path: String, origin: String? = nil) -> PushEndpoint {
        PushEndpoint(
            id: PushEndpointID(high: 1, low: 1), user: UserID(high: 1, low: 2), session: SessionID(high: 1, low: 3),
            service: .web, address: (origin ?? "http://127.0.0.1:\(port)") + path, publicKey: publicKey, secret: secret)
    }

    /// The requests, once there are so many.
    func received(_ count: Int) async throws -> [Received] {
        try await eventually("there are \(count) requests") { try service.lines(Received.self).count >= count }
        return try service.lines()
    }
}
