import Crypto
import Foundation

/// Pictures in a folder, of which the least recently used are deleted beyond a limit in bytes. A file is written beside its
/// place and then renamed, and begins with the SHA-256 of its content: a damaged one counts as missing. A failing disk
/// makes the cache useless, and nothing else.
actor DiskImageCache {
    private let executor = BlockingExecutor(label: "nexus.images")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private static let hashBytes = SHA256.byteCount
    private static let unfinished = ".new"

    private let folder: String
    private let limit: Int
    /// The files by name; `nil` before the folder was read.
    private var files: LeastRecentlyUsed<String, Void>?

    /// - Parameter limit: the maximum bytes of all files.
    init(folder: String, limit: Int) {
        self.folder = folder
        self.limit = limit
    }

    /// The content of a file; `nil` if it is missing or damaged.
    func content(of name: String) -> [UInt8]? {
        var files = opened()
        defer { self.files = files }
        guard files.value(of: name) != nil else { return nil }
        let file = path(name)
        guard let data = FileManager.default.contents(atPath: file), data.count > DiskImageCache.hashBytes,
            SHA256.hash(data: data.dropFirst(DiskImageCache.hashBytes))
                == data.prefix(DiskImageCache.hashBytes)
        else {
            files.remove(name)
            try? FileManager.default.removeItem(atPath: file)
            return nil
        }
        // Its place after a restart.
        try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: file)
        return Array(data.dropFirst(DiskImageCache.hashBytes))
    }

    /// Keeps a file, unless it alone exceeds the limit.
    func keep(_ content: [UInt8], as name: String) {
        var files = opened()
        defer { self.files = files }
        let bytes = content.count + DiskImageCache.hashBytes
        guard !content.isEmpty, bytes <= limit else { return }
        var data = Data(SHA256.hash(data: content))
        data.append(contentsOf: content)
        let new = path(name + DiskImageCache.unfinished)
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try data.write(to: URL(fileURLWithPath: new))
            guard rename(new, path(name)) == 0 else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            try? FileManager.default.removeItem(atPath: new)
            return
        }
        for removed in files.insert((), for: name, cost: bytes) {
            try? FileManager.default.removeItem(atPath: path(removed))
        }
    }

    func removeAll() {
        files = LeastRecentlyUsed(limit: limit)
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func path(_ name: String) -> String { folder + "/" + name }

    /// The files of the folder, in the order of their last use.
    private func opened() -> LeastRecentlyUsed<String, Void> {
        if let files { return files }
        var found: [(name: String, bytes: Int, used: Date)] = []
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            guard !name.hasSuffix(DiskImageCache.unfinished),
                let attributes = try? FileManager.default.attributesOfItem(atPath: path(name)),
                let bytes = attributes[.size] as? Int
            else {
                // A process ended while it wrote it.
                try? FileManager.default.removeItem(atPath: path(name))
                continue
            }
            found.append((name, bytes, attributes[.modificationDate] as? Date ?? .distantPast))
        }
        var files = LeastRecentlyUsed<String, Void>(limit: limit)
        for file in found.sorted(by: { $0.used < $1.used }) {
            for removed in files.insert((), for: file.name, cost: file.bytes) {
                try? FileManager.default.removeItem(atPath: path(removed))
            }
            // A limit may be smaller than that of the run before.
            if file.bytes > limit { try? FileManager.default.removeItem(atPath: path(file.name)) }
        }
        return files
    }
}
