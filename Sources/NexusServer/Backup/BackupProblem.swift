import NexusDatabase

/// The reason why a backup, its verification or a restore failed, in words for the operator: it contains no keys and nothing that people wrote.
public struct BackupProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of a problem.
    public enum Code: Sendable {
        /// The folder is no set of backups, or one of a newer format.
        case notASet
        /// Another backup, verification with removal or restore is running.
        case inUse
        /// The key is missing, is not needed, or is another one.
        case key
        /// Something in the set is damaged or missing.
        case damaged
        /// The disk is full.
        case full
        /// What was asked for cannot be done.
        case refused
        /// The file system or the database refused.
        case failed
    }

    public let code: Code
    public let text: String

    public init(_ code: Code, _ text: String) {
        self.code = code
        self.text = text
    }

    public var description: String { text }

    /// Wraps an error of the file system or the database.
    init(_ error: any Error, while doing: String) {
        switch error {
        case let error as BackupProblem:
            self = error
        case let problem as S3Problem where problem.code == .full:
            self.init(.full, "\(problem.text) The set is as it was before.")
        case let problem as S3Problem:
            self.init(.failed, "\(problem.text) (\(doing))")
        case let error as S3SettingsError:
            self.init(.refused, error.text)
        case let error as FileProblem where error.isFull:
            self.init(.full, "The disk is full while \(doing). Free some space; the set is as it was before.")
        case let error as DatabaseError where error.code == .full:
            self.init(.full, "The disk is full while \(doing). Free some space; the set is as it was before.")
        case let error as DatabaseError:
            self.init(.failed, "\(error.text) (\(doing): \(error))")
        case let error as FileProblem:
            self.init(.failed, "The file system refused while \(doing): \(error).")
        default:
            self.init(.failed, "An error occurred while \(doing): \(error).")
        }
    }
}
