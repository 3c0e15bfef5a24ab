import Foundation
import NexusCore
import NexusDatabase

/// Checks that a data folder and its database agree, also while a server runs on them. Blocks, reads, and changes nothing.
public struct IntegrityCheck {
    let folder: String
    let database: DatabaseConfiguration
    /// The object store of its media; nil if they are in the data folder.
    let store: S3Place?
    /// Whether SQLite compares every index with its table, which reads all of the file. PostgreSQL does not.
    let isThorough: Bool
    let step: () throws -> Void

    /// - Parameters:
    ///   - database: nil for SQLite in the data folder.
    ///   - step: called between parts; an error from it ends the check.
    public init(
        of folder: String, database: DatabaseConfiguration? = nil, store: S3Place? = nil, isThorough: Bool = false,
        step: @escaping () throws -> Void = {}
    ) {
        self.folder = folder
        self.database = database ?? DatabaseConfiguration(storage: .file("\(folder)/nexus.sqlite"))
        self.store = store
        self.isThorough = isThorough
        self.step = step
    }

    /// - Throws: `DatabaseError` if the database cannot be read at all or has not this program's schema; what `step` throws.
    public func run() throws -> IntegrityReport {
        if case .file(let path) = database.storage, !FileManager.default.fileExists(atPath: path) {
            throw DatabaseError(.unavailable, detail: "there is no database in \(folder)")
        }
        let stored = try StoredDatabase(database)
        defer { stored.close() }
        switch try stored.schema(for: Schema.migrations) {
        case .behind(0), .expanded: break
        default:
            throw DatabaseError(.newer, detail: "the schema is not this program's: start its server once, or update")
        }
        var report = IntegrityReport()
        report.add(.structure, try stored.damage(isThorough: isThorough, step: step))
        guard report.isSound else { return report }
        let counts = try stored.read(BackupRepository.counts)
        report.conversations = counts.conversations
        report.messages = counts.messages
        let queries: [(IntegrityProblem, (Reader) throws -> [String])] = [
            (.strayRow, IntegrityRepository.strayRows), (.position, IntegrityRepository.positions),
            (.doubleSeq, IntegrityRepository.doubleSeqs), (.head, IntegrityRepository.heads),
            (.receipt, IntegrityRepository.receipts), (.missingMedium, IntegrityRepository.missingMedia),
            (.usage, IntegrityRepository.wrongUsage), (.index, IndexIntegrity.problems),
        ]
        for (kind, query) in queries {
            try step()
            report.add(kind, try stored.read(query))
        }
        let archive = try BackupSource(folder: folder, store: store).archive()
        try checkContents(stored, archive, &report)
        report.add(.strayFile, try strayFiles(stored, archive))
        return report
    }

    /// The sizes of a store's files, of one folder at a time.
    private struct ListedSizes {
        let archive: any MediaArchive
        private var folder = ""
        private var sizes: [String: Int64] = [:]

        init(_ archive: any MediaArchive) { self.archive = archive }

        mutating func size(of hash: ContentHash) throws -> Int64? {
            let next = String(hash.text.prefix(2))
            if next != folder {
                sizes = try archive.files(in: next)
                folder = next
            }
            return sizes[hash.text]
        }
    }

    /// Compares the contents that media have with the files.
    private func checkContents(
        _ stored: StoredDatabase, _ archive: any MediaArchive, _ report: inout IntegrityReport
    ) throws {
        var listed = ListedSizes(archive)
        var missing: [(hash: ContentHash, path: String)] = []
        var sizes: [String] = []
        try stored.read { reader in
            try IntegrityRepository.contents(in: reader) { hash, bytes in
                try step()
                report.files += 1
                let path = "media/blobs/\(hash.text.prefix(2))/\(hash.text)"
                switch try archive.isFolder
                    ? BackupFiles.size(of: "\(folder)/\(path)") : listed.size(of: hash)
                {
                case nil: missing.append((hash, path))
                case bytes: break
                default: sizes.append(path)
                }
            }
        }
        // A running server may have collected it since.
        let lost = try missing.filter { item in
            try stored.read { try IntegrityRepository.hasMedium(item.hash, in: $0) }
        }
        report.add(.missingFile, lost.map(\.path))
        report.add(.fileSize, sizes)
    }

    /// The files that no row names, relative to the data folder. A row is written before its file and removed before it too, so a file
    /// without a row that is still there afterwards belongs to nothing.
    func strayFiles(_ stored: StoredDatabase, _ archive: any MediaArchive) throws -> [String] {
        var contents: [String] = []
        for prefix in try archive.folders() {
            for name in try archive.files(in: prefix).keys.sorted() {
                try step()
                if let object = MediaObject(path: "\(prefix)/\(name)"),
                    try stored.read({ try IntegrityRepository.hasContent(object.hash, in: $0) })
                {
                    continue
                }
                contents.append("\(prefix)/\(name)")
            }
        }
        // Those that a running server has removed meanwhile are no strays.
        contents = try contents.filter { try archive.read($0, from: 0, count: 1) != nil }
        var found: [String] = []
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/media/incoming")) ?? [] {
            guard let id = MediaID(String(name.prefix(36))) else { continue }
            if try !stored.read({ try IntegrityRepository.hasUpload(id, in: $0) }) {
                found.append("media/incoming/\(name)")
            }
        }
        return contents.map { "media/blobs/\($0)" }
            + found.filter { BackupFiles.size(of: "\(folder)/\($0)") != nil }
    }
}
