import Foundation
import NexusCore
import NexusTerminal

/// A file in the composer.
struct AttachedFile: Equatable, Sendable {
    /// Why a file cannot be attached.
    enum Problem: Error, Equatable {
        case missing(String)
        case folder(String)
        case unreadable(String)
        case empty(String)
        case tooLarge(String, Int64)
        case tooMany

        /// What is wrong, for the user.
        var text: String {
            switch self {
            case .missing(let path): "There is no file \(path)."
            case .folder(let path): "\(path) is a folder. Attach its files, or an archive of it."
            case .unreadable(let path): "\(path) cannot be read."
            case .empty(let name): "\(name) is empty."
            case .tooLarge(let name, let bytes):
                "\(name) has \(TerminalBytes.short(bytes)); at most \(TerminalBytes.short(Limits.mediaBytes)) can be sent."
            case .tooMany: "A message has at most \(Limits.attachmentsPerMessage) attachments."
            }
        }
    }

    /// Absolute.
    var path: String
    var name: String
    var bytes: Int64

    /// Examines a file.
    static func read(_ written: String) throws(Problem) -> AttachedFile {
        let path = URL(fileURLWithPath: PathText.expanded(written)).standardizedFileURL.path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { throw .missing(written) }
        guard !isFolder.boolValue else { throw .folder(written) }
        guard FileManager.default.isReadableFile(atPath: path),
            let facts = try? FileManager.default.attributesOfItem(atPath: (path as NSString).resolvingSymlinksInPath),
            // A pipe or a device would be read without an end.
            facts[.type] as? FileAttributeType == .typeRegular, let bytes = (facts[.size] as? NSNumber)?.int64Value
        else { throw .unreadable(written) }
        let name = TextRule.fileName((path as NSString).lastPathComponent)
        guard bytes > 0 else { throw .empty(name) }
        guard bytes <= Limits.mediaBytes else { throw .tooLarge(name, bytes) }
        return AttachedFile(path: path, name: name, bytes: bytes)
    }
}
