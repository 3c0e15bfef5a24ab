import Foundation
import NexusCore
import NexusIntelligence
import Synchronization
import Testing

@testable import NexusServer

/// A real store in a process of its own (Tests/ObjectStore/object_store.py).
final class ObjectStore: Sendable {
    private struct Start: Decodable {
        var port: Int
        var pid: Int32
        var accessKey: String
        var secretKey: String
        var bucket: String
    }

    private let start: Start
    private let service: PythonService

    /// Returns once it accepts requests.
    ///
    /// - Parameters:
    ///   - folder: of its data, which stays; nil for a temporary one.
    ///   - port: 0 takes any free one.
    static func seaweed(folder: String? = nil, port: Int = 0) async throws -> ObjectStore {
        try await ObjectStore(["seaweed"] + (folder.map { [$0] } ?? []) + (port == 0 ? [] : [String(port)]))
    }

    /// Tests that need one are left out, with a reason, where they cannot be installed: they are programs for some systems only.
    static var isInstalled: Bool { PythonService.Environment.stores.problem == nil }
    static let missing: Comment = "the object stores of tests could not be installed (scripts/store-environment.sh)"

    static func moto() async throws -> ObjectStore { try await ObjectStore(["moto"]) }

    private init(_ arguments: [String]) async throws {
        service = try PythonService("ObjectStore/object_store.py", arguments, in: .stores)
        start = try await service.start()
    }

    deinit { service.stop() }

    /// Kills the store itself (SIGKILL).
    func kill() { Foundation.kill(start.pid, SIGKILL) }

    var port: Int { start.port }
    var bucket: String { start.bucket }

    var settings: S3Settings {
        S3Settings(
            endpoint: "http://127.0.0.1:\(port)",
            credentials: S3Credentials(accessKey: start.accessKey, secretKey: Secret(start.secretKey)))
    }

    /// The environment of a program that uses it.
    var environment: [String: String] {
        [
            "NEXUS_S3_ENDPOINT": settings.endpoint, "NEXUS_S3_ACCESS_KEY": start.accessKey,
            "NEXUS_S3_SECRET_KEY": start.secretKey, "NEXUS_S3_PLAIN": "on",
        ]
    }

    func client(
        bucket: String? = nil, retry: S3Retry = S3Retry(), now: @escaping @Sendable () -> Timestamp = ObjectStore.now,
        change: (inout S3Settings) -> Void = { _ in }
    ) throws -> S3Client {
        var settings = settings
        change(&settings)
        return S3Client(
            settings, bucket: bucket ?? self.bucket, transport: try S3Transport(roots: nil), retry: retry, now: now)
    }

    static func now() -> Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) }

    /// A prefix that no other test uses.
    static func prefix() -> String { "test-\(UUID().uuidString.lowercased())" }

    /// One SeaweedFS for all tests that do not stop it.
    static func shared() async throws -> ObjectStore { try await sharing.value }
    /// Ends with the tests' process, which closes its standard input.
    private static let sharing = Task { try await ObjectStore.seaweed() }
}
