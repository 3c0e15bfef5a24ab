import Foundation

/// The folder in which a server keeps everything: its owner alone may look into it.
public enum DataFolder {
    /// Permissions of everybody but the owner.
    private static let others: mode_t = 0o077

    /// Makes the folder where it is missing, lets what this process makes from now on be its owner's alone, and closes to others
    /// what an earlier version left open.
    ///
    /// - Returns: how many files and folders were closed to others.
    /// - Throws: what the file system says, where the folder cannot be made.
    public static func open(_ path: String) throws -> Int {
        umask(others)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        var closed = 0
        // A folder that all accounts share, such as /tmp, is not ours.
        if let mode = mode(of: path), mode & mode_t(S_ISVTX) == 0, close(path, mode) { closed += 1 }
        for name in try FileManager.default.contentsOfDirectory(atPath: path) where isOurs(name) {
            let top = "\(path)/\(name)"
            if let mode = mode(of: top), close(top, mode) { closed += 1 }
            guard name == "media", let files = FileManager.default.enumerator(atPath: top) else { continue }
            for case let file as String in files {
                let path = "\(top)/\(file)"
                if let mode = mode(of: path), close(path, mode) { closed += 1 }
            }
        }
        return closed
    }

    private static func isOurs(_ name: String) -> Bool { name == "media" || name.hasPrefix("nexus.sqlite") }

    /// The mode of a file or folder; `nil` for links and whatever else there is.
    private static func mode(of path: String) -> mode_t? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        let kind = status.st_mode & S_IFMT
        return kind == S_IFREG || kind == S_IFDIR ? status.st_mode : nil
    }

    /// Returns whether others had been let in, and are no longer. Of what belongs to another account the mode stays.
    private static func close(_ path: String, _ mode: mode_t) -> Bool {
        mode & others != 0 && chmod(path, mode & 0o7777 & ~others) == 0
    }
}
