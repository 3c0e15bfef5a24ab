import Foundation

/// A file system of a few mebibytes in memory, if the tests may mount one.
enum TinyDisk {
    /// Whether this process may mount; tried once.
    static let isPossible: Bool = {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nexus-disk-" + UUID().uuidString)
        guard (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)) != nil else {
            return false
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        guard mount(folder.path, mebibytes: 1) else { return false }
        return unmount(folder.path)
    }()

    /// Mounts an empty one and takes it away after `body`.
    static func with<T>(mebibytes: Int, _ body: (String) async throws -> T) async throws -> T {
        try await withTemporaryFolder { folder in
            guard mount(folder, mebibytes: mebibytes) else { throw CocoaError(.fileWriteNoPermission) }
            defer { _ = unmount(folder) }
            return try await body(folder)
        }
    }

    private static func mount(_ folder: String, mebibytes: Int) -> Bool {
        run("mount", ["-t", "tmpfs", "-o", "size=\(mebibytes)m", "tmpfs", folder])
    }

    private static func unmount(_ folder: String) -> Bool {
        run("umount", [folder])
    }

    private static func run(_ tool: String, _ arguments: [String]) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [tool] + arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
