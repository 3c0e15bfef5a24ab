import Foundation

/// One file of the web client.
struct WebFile: Sendable {
    /// Its place in the folder, as `shell/client.js`.
    var path: String
    var bytes: [UInt8]
    /// The same content, compressed beforehand.
    var brotli: [UInt8]?
}

/// The reason why a folder cannot be served as the web client. ``text`` is for the operator: it names files.
public struct WebFolderError: Error, Sendable, Equatable {
    /// The stable name of the error.
    public enum Code: String, Sendable {
        /// The folder or a file in it cannot be read.
        case unreadable = "web_folder_unreadable"
        /// There is no `index.html`.
        case noPage = "web_folder_no_page"
        /// A name has characters other than ASCII letters and digits, dot, hyphen and underscore.
        case name = "web_folder_name"
        /// There are more files or bytes than a client can have.
        case tooLarge = "web_folder_too_large"
    }

    public let code: Code
    /// The file or folder that it is about.
    public let path: String

    public var text: String {
        switch code {
        case .unreadable: "\"\(path)\" cannot be read."
        case .noPage: "There is no index.html in it."
        case .name: "\"\(path)\" has a name that cannot be served: use letters, digits, dots, hyphens and underscores."
        case .tooLarge: "It has more than \(WebFolder.fileLimit) files or \(WebFolder.byteLimit >> 20) MiB."
        }
    }
}

/// Reads the folder of the web client.
enum WebFolder {
    static let fileLimit = 2_000
    static let byteLimit = 32 << 20
    /// Files for the development of the client.
    private static let unserved: Set<String> = [
        "shell/contract.js", "shell/wire.js", "tsconfig.json", "views/context.js",
    ]

    /// The extension of a precompressed file.
    private static let brotliSuffix = ".br"

    /// All files of a folder by path, without hidden files and links. A file `X.br` is the compressed form of `X`,
    /// unless that has changed since.
    static func read(_ folder: String) throws(WebFolderError) -> [WebFile] {
        let root = URL(filePath: folder, directoryHint: .isDirectory).resolvingSymlinksInPath()
        let keys: [URLResourceKey] = [.isRegularFileKey, .fileSizeKey, .contentModificationDateKey]
        guard (try? root.checkResourceIsReachable()) == true,
            let found = FileManager.default.enumerator(
                at: root, includingPropertiesForKeys: keys, options: .skipsHiddenFiles)
        else { throw WebFolderError(code: .unreadable, path: folder) }
        var files: [WebFile] = []
        var compressed: [String: (bytes: [UInt8], at: Date)] = [:]
        var changes: [String: Date] = [:]
        var size = 0
        for case let url as URL in found {
            guard let values = try? url.resourceValues(forKeys: Set(keys)), values.isRegularFile == true else {
                continue
            }
            let path = url.pathComponents.suffix(found.level).joined(separator: "/")
            if unserved.contains(path) { continue }
            guard path.utf8.allSatisfy(isServable) else { throw WebFolderError(code: .name, path: path) }
            size += values.fileSize ?? 0
            guard files.count < fileLimit, size <= byteLimit else { throw WebFolderError(code: .tooLarge, path: path) }
            guard let data = try? Data(contentsOf: url) else { throw WebFolderError(code: .unreadable, path: path) }
            let changed = values.contentModificationDate ?? .distantPast
            if path.hasSuffix(brotliSuffix) {
                compressed[String(path.dropLast(brotliSuffix.count))] = (Array(data), changed)
            } else {
                files.append(WebFile(path: path, bytes: Array(data)))
                changes[path] = changed
            }
        }
        for index in files.indices {
            let path = files[index].path
            if let form = compressed[path], let changed = changes[path], form.at >= changed {
                files[index].brotli = form.bytes
            }
        }
        return files.sorted { $0.path < $1.path }
    }

    /// Characters that need no escaping in a path, a script's string and a JSON string.
    private static func isServable(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "/"):
            true
        default: false
        }
    }
}
