import Foundation
import NexusCore

/// The progress of a database, stored in a file beside it: a database behind its mark has lost changes.
struct CommitMark: Equatable, Sendable {
    /// The epoch of the database.
    var epoch: EpochID
    /// The inode of the database's file: a copy has another one.
    var file: UInt64
    /// The sum of changes of all conversations.
    var changes: Int64

    /// The content of a mark's file: one line of fixed length, so that rewriting changes no length and tears no sector.
    var text: String {
        let number = String(changes)
        let padding = String(repeating: "0", count: max(0, 20 - number.count))
        return "nexus-mark 1 \(epoch.text) \(String(format: "%016llx", file)) \(padding)\(number)\n"
    }

    init(epoch: EpochID, file: UInt64, changes: Int64) {
        self.epoch = epoch
        self.file = file
        self.changes = changes
    }

    /// Reads what ``text`` wrote. Anything else is `nil`.
    init?(text: String) {
        guard text.hasSuffix("\n") else { return nil }
        let words = text.dropLast().split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 5, words[0] == "nexus-mark", words[1] == "1", let epoch = EpochID(String(words[2])),
            let file = UInt64(words[3], radix: 16), let changes = Int64(words[4]), changes >= 0
        else { return nil }
        self.init(epoch: epoch, file: file, changes: changes)
    }

    /// The mark of a server that waits while another one writes the database: it only moves forward within an epoch, so that a database that
    /// falls behind is found at the takeover.
    ///
    /// - Parameters:
    ///   - content: of the mark's file.
    ///   - epoch: the database's; nil before the first.
    ///   - changes: the number of changes of its conversations.
    /// - Returns: nil if the file need not be written.
    static func following(_ content: MarkFile.Content, epoch: EpochID?, changes: Int64) -> CommitMark? {
        guard let epoch else { return nil }
        if case .mark(let mark) = content, mark.epoch == epoch, mark.changes >= changes { return nil }
        return CommitMark(epoch: epoch, file: 0, changes: changes)
    }
}

/// The file of a mark.
struct MarkFile: Sendable {
    let path: String

    enum Content: Equatable {
        case missing
        /// The file exists but is unreadable.
        case damaged
        case mark(CommitMark)
    }

    init(ofDatabaseAt path: String) { self.path = path + ".mark" }

    func read() -> Content {
        guard FileManager.default.fileExists(atPath: path) else { return .missing }
        guard let data = FileManager.default.contents(atPath: path), data.count <= 256,
            let mark = CommitMark(text: String(decoding: data, as: UTF8.self))
        else { return .damaged }
        return .mark(mark)
    }

    /// Writes a mark over the one before; returns once it is on the disk.
    ///
    /// - Throws: `CocoaError` or `POSIXError`, when the disk does not take it.
    func write(_ mark: CommitMark) throws {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw MarkFile.problem() }
        defer { close(descriptor) }
        let bytes = Array(mark.text.utf8)
        guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count,
            ftruncate(descriptor, off_t(bytes.count)) == 0, fsync(descriptor) == 0
        else { throw MarkFile.problem() }
    }

    private static func problem() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
