import Dispatch
import Foundation
import Logging
import NexusCore
import NexusDatabase
import Synchronization

/// The epoch of an open database, and the mark that detects at the next start whether it is still the same
/// (docs/decisions/0015). The mark is written outside of commits: at most once a second, while there are changes.
final class DatabaseEpoch: Sendable {
    /// Milliseconds between two marks, at least.
    static let pace = 1_000

    let id: EpochID
    /// The number of changes when the database was opened.
    private let base: Int64
    private let file: MarkFile?
    private let number: UInt64
    /// The changes since then.
    private let changes = Atomic<Int64>(0)
    private let marked = Mutex<Int64>(-1)
    private let isClosed = Atomic(false)
    private let queue = DispatchQueue(label: "nexus.epoch", qos: .utility)
    private let logger: Logger

    /// - Parameter file: where its mark is written; nil for a database that has none.
    init(
        id: EpochID, base: Int64 = 0, file: MarkFile? = nil, number: UInt64 = 0,
        logger: Logger = Logger(label: "nexus.database")
    ) {
        self.id = id
        self.base = base
        self.file = file
        self.number = number
        self.logger = logger
    }

    /// Opens a server's database, migrates its schema, and begins a new epoch if it is not the marked database.
    ///
    /// - Parameters:
    ///   - isAsked: forces a new epoch.
    ///   - preparing: what else is written before anyone reads.
    /// - Throws: `DatabaseError`.
    static func open(
        _ configuration: DatabaseConfiguration, logger: Logger = Logger(label: "nexus.database"),
        now: @Sendable () -> Timestamp, renewing isAsked: Bool = false,
        preparing: @escaping (Transaction) throws -> Void = { _ in }
    ) throws -> (database: SQLDatabase, epoch: DatabaseEpoch) {
        var file: MarkFile?
        var content = MarkFile.Content.missing
        if let path = configuration.companionPath {
            let mark = MarkFile(ofDatabaseAt: path)
            content = mark.read()
            file = mark
        }
        var found: (id: EpochID, changes: Int64, number: UInt64, renewal: EpochRenewal?)?
        let time = now()
        let database = try SQLDatabase(configuration, migrations: Schema.migrations, logger: logger) { transaction in
            let changes = try EpochRepository.changes(in: transaction)
            let held = try EpochRepository.epoch(in: transaction)
            let number = FileNumber.of(configuration.storage)
            var renewal = EpochRenewal.judged(
                content, epoch: held, file: number, changes: changes, isFirst: transaction.isFirst)
            if isAsked { renewal = .asked }
            var id = held ?? EpochID(high: 0, low: 0)
            if let renewal {
                id = EpochID(at: time)
                try EpochRepository.put(id, at: time, because: renewal.reason, transaction)
            }
            found = (id, changes, number, renewal)
            try preparing(transaction)
        }
        guard let found else { throw DatabaseError(.unavailable, detail: "the database was not prepared") }
        if !database.expansions.isEmpty {
            logger.warning(
                "a newer version has added to the tables; this one goes on. Update it soon.",
                metadata: ["migrations": "\(database.expansions.joined(separator: " "))"])
        }
        let epoch = DatabaseEpoch(
            id: found.id, base: found.changes, file: file, number: found.number, logger: logger)
        epoch.save()
        epoch.markLater()
        if let renewal = found.renewal, renewal != .first, renewal != .asked {
            logger.warning("the database begins a new epoch: \(renewal.reason). Clients fetch everything again.")
        }
        return (database, epoch)
    }

    /// Writes the mark periodically until the database is closed, on its own queue, so that no caller waits for its
    /// disk.
    private func markLater() {
        guard file != nil else { return }
        queue.asyncAfter(deadline: .now() + .milliseconds(DatabaseEpoch.pace)) { [weak self] in
            guard let self, !isClosed.load(ordering: .relaxed) else { return }
            save()
            markLater()
        }
    }

    /// Notes how many changes have been committed since the database was opened.
    func committed(_ count: Int64) { changes.store(count, ordering: .relaxed) }

    /// Notes how many changes the conversations have in all.
    func counted(_ total: Int64) { committed(max(0, total - base)) }

    /// Writes the mark, if something has been committed since.
    func save() {
        guard let file else { return }
        marked.withLock { marked in
            let total = base + changes.load(ordering: .relaxed)
            guard total > marked else { return }
            do {
                try file.write(CommitMark(epoch: id, file: number, changes: total))
                marked = total
            } catch {
                // A stale mark detects less; the next change retries.
                logger.debug("the mark beside the database could not be written", metadata: ["error": "\(error)"])
            }
        }
    }

    /// The database is closed: writes the last mark.
    func close() {
        isClosed.store(true, ordering: .relaxed)
        save()
    }
}
