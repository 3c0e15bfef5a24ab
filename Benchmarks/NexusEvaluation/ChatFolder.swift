import Foundation

/// The chat files of a folder, or one.
public enum ChatFolder {
    /// - Throws: ``ChatFolderError`` with the file and line of the first mistake.
    public static func files(at path: String) throws -> [ChatFile] {
        var isFolder = ObjCBool(false)
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw ChatFolderError(description: "\(path) is not there.")
        }
        let paths =
            isFolder.boolValue
            ? try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".chat") }.sorted()
                .map { path + "/" + $0 } : [path]
        guard !paths.isEmpty else { throw ChatFolderError(description: "\(path) holds no .chat files.") }
        return try paths.map { path in
            do {
                return try ChatFile(text: String(contentsOfFile: path, encoding: .utf8))
            } catch let error as ChatFileError {
                throw ChatFolderError(description: "\(path): \(error)")
            }
        }
    }
}

/// Why chat files cannot be read.
public struct ChatFolderError: Error, CustomStringConvertible {
    public let description: String
}
