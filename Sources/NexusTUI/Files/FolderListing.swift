import Foundation

/// The content of a folder, for the completion of a path.
struct FolderListing: Equatable, Sendable {
    struct Entry: Equatable, Sendable {
        var name: String
        var isFolder: Bool
        /// 0 for folders.
        var bytes: Int64 = 0
    }

    /// Entries that are listed, at most.
    static let limit = 2_000

    /// As it is written, with a slash at its end; empty for the folder in which the program runs.
    var folder: String
    /// By name, folders first.
    var entries: [Entry] = []
    /// Whether the folder cannot be read.
    var isUnreadable = false

    init(folder: String, entries: [Entry] = [], isUnreadable: Bool = false) {
        self.folder = folder
        self.entries = entries
        self.isUnreadable = isUnreadable
    }

    /// Reads a folder.
    static func read(_ folder: String) -> FolderListing {
        let url = URL(fileURLWithPath: folder.isEmpty ? "." : PathText.expanded(folder), isDirectory: true)
        guard
            let names = try? FileManager.default.contentsOfDirectory(
                at: url, includingPropertiesForKeys: [.isDirectoryKey, .fileSizeKey])
        else { return FolderListing(folder: folder, isUnreadable: true) }
        let entries = names.prefix(limit).map { item -> Entry in
            // Of what a link leads to.
            let values = try? item.resolvingSymlinksInPath().resourceValues(forKeys: [.isDirectoryKey, .fileSizeKey])
            let isFolder = values?.isDirectory == true
            return Entry(
                name: item.lastPathComponent, isFolder: isFolder, bytes: isFolder ? 0 : Int64(values?.fileSize ?? 0))
        }
        return FolderListing(
            folder: folder,
            entries: entries.sorted { one, other in
                one.isFolder == other.isFolder ? one.name < other.name : one.isFolder
            })
    }

    /// The entries that a beginning may be completed to. Hidden ones need a dot.
    func matches(_ beginning: String) -> [Entry] {
        let shown = entries.filter { !$0.name.hasPrefix(".") || beginning.hasPrefix(".") }
        let exact = shown.filter { $0.name.hasPrefix(beginning) }
        guard exact.isEmpty else { return exact }
        let lowered = beginning.lowercased()
        return shown.filter { $0.name.lowercased().hasPrefix(lowered) }
    }

    /// What all matches begin with; the beginning itself without one.
    func completion(of beginning: String) -> String {
        let names = matches(beginning).map(\.name)
        guard let first = names.first else { return beginning }
        let common = names.dropFirst().reduce(Substring(first)) { $0.commonPrefix(with: $1)[...] }
        return common.count >= beginning.count ? String(common) : beginning
    }
}
