import Logging
import NIOPosix
import NexusCore
import NexusDatabase

/// Waits until no other server writes a PostgreSQL database. Meanwhile it keeps the mark in its own data folder up to date, so that a
/// database that was taken back is found, and one that was not goes on in its epoch, whichever server opens it.
public struct DatabaseStandby: Sendable {
    /// Why this server waits.
    public enum Obstacle: Equatable, Sendable {
        /// Another server has the database.
        case otherServer
        /// PostgreSQL does not answer, with the reason.
        case absent(String)
    }

    /// Between two looks.
    static let pace = Duration.seconds(1)
    /// Looks between two marks, whose number takes a pass over all conversations.
    static let looksPerMark = 10

    private let address: PostgresAddress
    private let mark: MarkFile
    private let logger: Logger

    /// - Parameter localPath: with what the paths of the files begin that belong to the database and are on this machine.
    public init(_ address: PostgresAddress, localPath: String, logger: Logger) {
        self.address = address
        self.logger = logger
        mark = MarkFile(ofDatabaseAt: localPath)
    }

    /// Returns once no server has the database: the caller opens it, and waits again if yet another one was faster.
    ///
    /// - Parameter told: called with what this server waits for, whenever that changes.
    /// - Throws: `CancellationError`.
    public func wait(told: @Sendable (Obstacle) -> Void) async throws {
        let database = try PostgresStandby(address)
        defer { database.close() }
        var last: Obstacle?
        var looks = 0
        while let obstacle = try await NIOThreadPool.singleton.runIfActive({ [looks] in
            look(at: database, marks: looks.isMultiple(of: Self.looksPerMark))
        }) {
            if obstacle != last { told(obstacle) }
            last = obstacle
            looks += 1
            try await Task.sleep(for: Self.pace)
        }
    }

    private func look(at database: PostgresStandby, marks: Bool) -> Obstacle? {
        do {
            let mark = try database.whileTaken { reader in
                guard marks else { return CommitMark?.none }
                return CommitMark.following(
                    self.mark.read(), epoch: try EpochRepository.epoch(in: reader),
                    changes: try EpochRepository.changes(in: reader))
            }
            guard let mark else { return nil }
            if let mark { write(mark) }
            return .otherServer
        } catch let error as DatabaseError where error.code == .unavailable {
            return .absent(error.detail)
        } catch {
            // The other server may just be making its tables.
            return .otherServer
        }
    }

    private func write(_ mark: CommitMark) {
        do { try self.mark.write(mark) } catch {
            // A stale mark detects less; the next one is tried in a while.
            logger.warning(
                "the mark of the database that this server waits for could not be written",
                metadata: ["error": "\(error)"])
        }
    }
}
