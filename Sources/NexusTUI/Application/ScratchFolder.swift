import Foundation

/// A folder that only this user can read, for files of other programs. It goes when the client ends.
@MainActor
final class ScratchFolder {
    private var made: String?

    /// Its path; makes it first.
    ///
    /// - Throws: errors of the folder for temporary files.
    func path() throws -> String {
        if let made { return made }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nexus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        made = folder.path
        return folder.path
    }

    /// Deletes it with everything in it.
    func remove() {
        guard let path = made else { return }
        made = nil
        try? FileManager.default.removeItem(atPath: path)
    }
}
