import FileShim
import Foundation

/// The folder of a server's data, readable by its owner alone.
public enum DataFolder {
    /// Permissions of group and others.
    private static let others: mode_t = 0o077

    /// Creates the folder if missing, restricts files that this process creates from now on to their owner, and
    /// tightens permissions of earlier versions.
    ///
    /// - Returns: the number of files and folders whose permissions were tightened.
    /// - Throws: the file system's error, if the folder cannot be created.
    public static func open(_ path: String) throws -> Int {
        umask(others)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        var closed = 0
        // A folder shared by all accounts, such as /tmp, is not ours.
        if let mode = mode(of: path), mode & mode_t(S_ISVTX) == 0, close(path, mode) { closed += 1 }
        for name in try FileManager.default.contentsOfDirectory(atPath: path) where isOurs(name) {
            let top = "\(path)/\(name)"
            if let mode = mode(of: top), close(top, mode) { closed += 1 }
            guard folders.contains(name), let files = FileManager.default.enumerator(atPath: top) else { continue }
            for case let file as String in files {
                let path = "\(top)/\(file)"
                if let mode = mode(of: path), close(path, mode) { closed += 1 }
            }
        }
        return closed
    }

    /// Folders of files that people gave, or get.
    private static let folders: Set<String> = ["media", "exports"]
    /// Databases, with what stands beside them: a server's and a relay's.
    private static let databases = ["nexus.sqlite", "nexus.postgres", "relay.sqlite"]

    private static func isOurs(_ name: String) -> Bool {
        folders.contains(name) || databases.contains { name.hasPrefix($0) }
    }

    /// The mode of a file or folder; `nil` for links and other types.
    private static func mode(of path: String) -> mode_t? {
        var status = nexus_file_status()
        guard nexus_file_status_of(path, false, &status) else { return nil }
        let mode = mode_t(truncatingIfNeeded: status.mode)
        let kind = mode & S_IFMT
        return kind == S_IFREG || kind == S_IFDIR ? mode : nil
    }

    /// Returns whether permissions were tightened. Files of other accounts are unchanged.
    private static func close(_ path: String, _ mode: mode_t) -> Bool {
        mode & others != 0 && chmod(path, mode & 0o7777 & ~others) == 0
    }
}
