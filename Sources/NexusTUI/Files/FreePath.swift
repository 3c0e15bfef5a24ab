import Foundation
import NexusCore

/// A path for a file that another person named.
enum FreePath {
    /// An unused path in the folder: existing files are never overwritten.
    static func path(of name: String, in folder: String) -> String { free(TextRule.fileName(name), in: folder) }

    /// An unused path for a file that the user names: in a folder that exists, under the file's own name.
    static func path(_ written: String, for name: String) -> String {
        let path = PathText.expanded(written)
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            return self.path(of: name, in: path.hasSuffix("/") && path != "/" ? String(path.dropLast()) : path)
        }
        let folder = (path as NSString).deletingLastPathComponent
        return free((path as NSString).lastPathComponent, in: folder.isEmpty ? "." : folder)
    }

    private static func free(_ name: String, in folder: String) -> String {
        let base = (name as NSString).deletingPathExtension
        let ending = (name as NSString).pathExtension
        var path = "\(folder)/\(name)"
        var number = 2
        while FileManager.default.fileExists(atPath: path) {
            path = "\(folder)/\(base)-\(number)" + (ending.isEmpty ? "" : ".\(ending)")
            number += 1
        }
        return path
    }
}
