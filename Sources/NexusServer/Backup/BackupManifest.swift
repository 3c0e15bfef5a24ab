import NexusCore

/// What one snapshot consists of. It is written last: a snapshot without its manifest does not exist.
public struct BackupManifest: Equatable, Sendable {
    /// The snapshot's name, which begins with its time in UTC: `20260314T092653Z-1f9a`.
    public var id: String
    /// The set that it belongs to.
    public var set: String
    public var madeAt: Timestamp
    /// The version of the program that made it.
    public var program: String
    /// The number of migrations of the database's schema, and the name of the last.
    public var schema: Int
    public var migration: String
    /// The epoch of the database.
    public var epoch: String
    public var counts: BackupCounts
    var database: BackupFile
    /// The number of media files, previews included, and their bytes.
    public var files: Int
    public var fileBytes: Int64
    /// The files of media, in lists of which only those that changed are new.
    var lists: [BackupList]
    /// Files of media that the database names and that could not be stored.
    public var absent: [BackupAbsence]

    /// Bytes of everything that the snapshot restores.
    public var bytes: Int64 { database.bytes + fileBytes }
}

/// Rows of a database, counted.
public struct BackupCounts: Equatable, Sendable {
    public var users = 0
    public var conversations = 0
    public var messages = 0
    public var media = 0
    /// The sum of the conversations' heads.
    public var changes: Int64 = 0

    public init() {}
}

/// A file that a snapshot restores.
struct BackupFile: Equatable, Sendable {
    /// Relative to the data folder.
    var path: String
    var bytes: Int64
    /// The SHA-256 of the whole, in hexadecimal digits.
    var digest: String
    /// The SHA-256 of each piece, in order; empty if the only piece is the whole.
    var pieces: [String] = []

    var allPieces: [String] { pieces.isEmpty ? [digest] : pieces }
}

/// A list of ``BackupFile``, which is an object like any other: the contents whose names begin with the same two digits.
struct BackupList: Equatable, Sendable {
    var prefix: String
    var digest: String
}

/// A content that the database names and that the media folder did not have.
public struct BackupAbsence: Equatable, Sendable {
    /// Why it is absent.
    public enum Reason: String, CaseIterable, Sendable {
        /// The server collected it while the backup ran: nothing showed it any more.
        case deleted
        /// The file is missing although the database still names it.
        case lost
        /// The file's bytes are not those under whose digest it is stored.
        case damaged
    }

    /// Relative to the data folder.
    public var path: String
    public var reason: Reason
}

extension BackupManifest: JSONRecord {
    public init(_: Blank) {
        self.init(
            id: "", set: "", madeAt: Timestamp(milliseconds: 0), program: "", schema: 0, migration: "", epoch: "",
            counts: BackupCounts(), database: BackupFile(.blank), files: 0, fileBytes: 0, lists: [], absent: [])
    }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("id", &id)
        coder.required("set", &set)
        coder.required("madeAt", &madeAt)
        coder.required("program", &program)
        coder.required("schema", &schema)
        coder.required("migration", &migration)
        coder.required("epoch", &epoch)
        coder.required("counts", &counts)
        coder.required("database", &database)
        coder.required("files", &files)
        coder.required("fileBytes", &fileBytes)
        coder.required("lists", &lists, limit: .max)
        coder.unlessEmpty("absent", &absent)
    }
}

extension BackupCounts: JSONRecord {
    public init(_: Blank) { self.init() }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("users", &users)
        coder.required("conversations", &conversations)
        coder.required("messages", &messages)
        coder.required("media", &media)
        coder.required("changes", &changes)
    }
}

extension BackupFile: JSONRecord {
    init(_: Blank) { self.init(path: "", bytes: 0, digest: "") }

    mutating func fields(_ coder: inout FieldCoder) {
        coder.required("path", &path)
        coder.required("bytes", &bytes, in: 0...Int64.max)
        coder.required("sha256", &digest)
        coder.unlessEmpty("pieces", &pieces)
    }
}

extension BackupList: JSONRecord {
    init(_: Blank) { self.init(prefix: "", digest: "") }

    mutating func fields(_ coder: inout FieldCoder) {
        coder.required("prefix", &prefix)
        coder.required("sha256", &digest)
    }
}

extension BackupAbsence.Reason: JSONWord {}

extension BackupAbsence: JSONRecord {
    public init(_: Blank) { self.init(path: "", reason: .lost) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("path", &path)
        coder.required("reason", &reason)
    }
}
