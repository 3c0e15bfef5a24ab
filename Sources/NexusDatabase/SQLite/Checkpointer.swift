import Logging
import Synchronization

/// Copies the write-ahead log into the file beside the commits, on a thread and connection of its own.
///
/// While commits keep coming a background copy never catches up with the last of them, and the log would only grow. So past
/// its limit the writer, between two commits, copies the little that is left after a background copy; the next commit then
/// starts the log anew.
///
/// `@unchecked Sendable`: `connection` is used only by the thread that serves; the rest guards itself, except
/// `startBytes`, which only the writer's thread uses.
final class Checkpointer: @unchecked Sendable {
    private let connection: SQLiteConnection
    private let line = WaitingLine<Void>(limit: 1)
    private let checkpointBytes: Int64
    private let logBytesLimit: Int64
    private let logger: Logger
    /// The log's length when the last copy was asked for.
    private var startBytes: Int64 = 0
    /// True when a background copy has ended and the writer may finish it.
    private let isRemainderSmall = Atomic(false)
    private let backgroundCount = Atomic(0)
    private let writerCount = Atomic(0)

    init(_ connection: SQLiteConnection, _ configuration: DatabaseConfiguration, logger: Logger) {
        self.connection = connection
        self.logger = logger
        checkpointBytes = configuration.checkpointBytes
        logBytesLimit = configuration.logBytesLimit
    }

    /// Called on the writer's thread after each commit.
    func committed(on writer: SQLiteConnection) {
        let bytes = writer.logBytes
        if bytes < startBytes { startBytes = 0 }
        if bytes > logBytesLimit, isRemainderSmall.exchange(false, ordering: .acquiringAndReleasing) {
            writerCount.add(1, ordering: .relaxed)
            copy(by: writer)
        } else if bytes - startBytes >= checkpointBytes {
            startBytes = bytes
            _ = line.enter(())
        }
    }

    /// Copies whenever asked until closed.
    func serve() {
        var asked: [Void] = []
        while line.take(1, into: &asked) {
            backgroundCount.add(1, ordering: .relaxed)
            copy(by: connection)
            isRemainderSmall.store(true, ordering: .releasing)
        }
    }

    private func copy(by connection: SQLiteConnection) {
        do {
            _ = try connection.checkpoint()
        } catch {
            // Nothing is lost: what the log holds is durable, and the next copy tries again.
            logger.warning("the write-ahead log could not be copied into the database", metadata: ["error": "\(error)"])
        }
    }

    func close() { line.close() }

    func report(to statistics: inout DatabaseStatistics) {
        statistics.checkpoints = backgroundCount.load(ordering: .relaxed)
        statistics.writerCheckpoints = writerCount.load(ordering: .relaxed)
    }
}
