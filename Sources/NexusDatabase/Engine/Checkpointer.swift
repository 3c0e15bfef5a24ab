import Logging
import Synchronization

/// Copies the write-ahead log into the file concurrently with commits, on its own thread and connection.
///
/// While commits keep coming a background copy never catches up with the last of them, and the log would only grow. So past
/// its limit the writer, between two commits, copies the rest after a background copy; the next commit then
/// restarts the log.
///
/// After deletions it truncates the log as well. Readers of the log or a writer can block that: then the writer tries
/// between two commits, and this thread retries.
///
/// `@unchecked Sendable`: `connection` is used only by the serving thread; the rest synchronizes itself, except
/// `startBytes`, which only the writer's thread uses.
final class Checkpointer: @unchecked Sendable {
    /// Intervals after which an erasure that fails again and again, as on a full disk, is tried again.
    private static let longestWait = 10

    private let connection: SQLiteConnection
    private let requests = CheckpointRequests()
    private let eraseInterval: Duration
    private let checkpointBytes: Int64
    private let logBytesLimit: Int64
    private let logger: Logger
    /// The log's length at the last copy request.
    private var startBytes: Int64 = 0
    /// True when a background copy has ended and the writer may finish it.
    private let isRemainderSmall = Atomic(false)
    /// True when the log could not be emptied in the background, so that the writer tries.
    private let mayWriterErase = Atomic(false)
    private let eraseCount = Atomic(0)
    private let backgroundCount = Atomic(0)
    private let writerCount = Atomic(0)

    init(_ connection: SQLiteConnection, _ configuration: DatabaseConfiguration, logger: Logger) {
        self.connection = connection
        self.logger = logger
        checkpointBytes = configuration.checkpointBytes
        logBytesLimit = configuration.logBytesLimit
        eraseInterval = configuration.eraseInterval
    }

    /// Called on the writer's thread after each commit.
    func committed(on writer: SQLiteConnection, mustErase: Bool) {
        if mustErase { requests.erase(after: eraseInterval) }
        if mayWriterErase.exchange(false, ordering: .acquiringAndReleasing) { _ = erase(by: writer) }
        let bytes = writer.logBytes
        if bytes < startBytes { startBytes = 0 }
        if bytes > logBytesLimit, isRemainderSmall.exchange(false, ordering: .acquiringAndReleasing) {
            writerCount.add(1, ordering: .relaxed)
            copy(by: writer)
        } else if bytes - startBytes >= checkpointBytes {
            startBytes = bytes
            requests.copy()
        }
    }

    /// Serves requests until closed.
    func serve() {
        var failures = 0
        while let request = requests.next() {
            backgroundCount.add(1, ordering: .relaxed)
            copy(by: connection)
            isRemainderSmall.store(true, ordering: .releasing)
            guard request == .erase else { continue }
            failures = erase(by: connection) ? 0 : min(failures + 1, Self.longestWait)
            guard failures > 0 else { continue }
            mayWriterErase.store(true, ordering: .releasing)
            requests.erase(after: eraseInterval * failures)
        }
    }

    /// Returns whether the log is empty.
    private func erase(by connection: SQLiteConnection) -> Bool {
        do {
            guard try connection.truncateLog() else { return false }
            eraseCount.add(1, ordering: .relaxed)
            return true
        } catch {
            logger.warning("the write-ahead log could not be truncated", metadata: ["error": "\(error)"])
            return false
        }
    }

    private func copy(by connection: SQLiteConnection) {
        do {
            _ = try connection.checkpoint()
        } catch {
            // Nothing is lost: the log is durable, and the next copy retries.
            logger.warning("the write-ahead log could not be copied into the database", metadata: ["error": "\(error)"])
        }
    }

    func close() { requests.close() }

    func report(to statistics: inout DatabaseStatistics) {
        statistics.checkpoints = backgroundCount.load(ordering: .relaxed)
        statistics.erasures = eraseCount.load(ordering: .relaxed)
        statistics.writerCheckpoints = writerCount.load(ordering: .relaxed)
    }
}
