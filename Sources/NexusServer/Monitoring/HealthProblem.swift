import Foundation
import NexusDatabase

/// A problem of a server that still answers, and its remedy.
public struct HealthProblem: Equatable, Sendable {
    /// `full` or `not writable`; nil while the database can be written.
    public var database: String?
    /// `full`; nil while there is space for media.
    public var media: String?
    /// The remedy, in a sentence.
    public var text: String

    /// Bytes that must be free for media; with fewer, uploads fail.
    private static let leastForMedia: UInt64 = 1 << 20

    init(database: String? = nil, media: String? = nil, text: String) {
        self.database = database
        self.media = media
        self.text = text
    }

    /// - Parameters:
    ///   - storage: why the database cannot be written.
    ///   - isPostgres: whether the database is in a PostgreSQL server.
    ///   - media: the folder of media.
    /// - Returns: nil if everything works.
    init?(_ storage: DatabaseError?, isPostgres: Bool = false, media: String?) {
        let isMediaFull = media.map(HealthProblem.isFull) ?? false
        switch storage?.code {
        case .inUse:
            database = "not writable"
            text = "Another server has written this database meanwhile. Restart this one, or stop it."
        case .full where isPostgres:
            database = "full"
            text = "The disk of PostgreSQL is full. Free some space; the server continues by itself."
        case .full:
            database = "full"
            text =
                "The disk of the data folder is full, or a file has reached its maximum size: only sign-ins are written. "
                + "Free some space; the server continues by itself."
        case .some:
            database = "not writable"
            text = "The database cannot be written. The log has the cause; the server continues by itself."
        case nil where isMediaFull:
            text = "The disk of the media folder is full: nothing can be uploaded. Free some space."
        case nil:
            return nil
        }
        self.media = isMediaFull ? "full" : nil
    }

    /// PostgreSQL is away.
    static let absentPostgres = HealthProblem(
        text: "PostgreSQL does not answer. The server connects again by itself; its log has the cause.")

    private static func isFull(_ folder: String) -> Bool {
        DiskSpace.free(at: folder).map { $0 < leastForMedia } ?? false
    }
}
