import NexusCore
import NexusTestSupport
import Testing

@testable import NexusServer

/// Apple's or Google's push service in a process of its own (Tests/Push).
final class PhonePushService: Sendable {
    struct Received: Decodable, Sendable {
        var path: String
        var version: String
        var headers: [String: String]
        var size: Int
        var plaintext: String
        /// What was refused and why; for a token request the token.
        var answer: String?
    }

    private struct Start: Decodable {
        var port: Int
        var roots: String
        var settings: [String: String]
    }

    let base: String
    let roots: String
    /// The environment of a server that uses it.
    let settings: [String: String]
    private let service: PythonService

    /// - Parameter script: below `Tests/Push`.
    init(_ script: String) async throws {
        service = try PythonService("Push/\(script)", [])
        let start: Start = try await service.start()
        base = "https://127.0.0.1:\(start.port)"
        roots = start.roots
        settings = start.settings
    }

    /// The requests, once there are so many.
    func received(_ count: Int) async throws -> [Received] {
        try await eventually("there are \(count) requests") { try service.lines(Received.self).count >= count }
        return try service.lines()
    }

    /// The requests until now.
    func sofar() throws -> [Received] { try service.lines() }

    func endpoint(_ service: PushEndpoint.Service, _ address: String) -> PushEndpoint {
        PushEndpoint(
            id: PushEndpointID(high: 1, low: 1), user: UserID(high: 1, low: 2), session: SessionID(high: 1, low: 3),
            service: service, address: address, publicKey: [], secret: [])
    }
}
