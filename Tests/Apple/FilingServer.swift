import Foundation
import NexusServer
import NexusTestSupport

/// Runs a server that keeps files, in a folder of its own.
@MainActor
func withFilingServer(_ body: (TestServer) async throws -> Void) async throws {
    let folder = NSTemporaryDirectory() + "nexus-apple-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let server = try await filingServer(in: folder)
    do {
        try await body(server)
    } catch {
        await server.stop()
        throw error
    }
    await server.stop()
}

/// A server that keeps files in a folder.
func filingServer(in folder: String) async throws -> TestServer {
    try await TestServer(settings: {
        $0.media.folder = folder + "/media"
        $0.exportFolder = folder + "/exports"
    })
}
