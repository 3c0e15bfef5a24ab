import Synchronization

/// The reader threads: each takes a queued read, runs it on one snapshot and completes it.
final class Readers: Sendable {
    /// A read: given the reader, or the error, it returns its completion.
    typealias Read = @Sendable (Result<Reader, any Error>) -> @Sendable () -> Void

    private let queue: WaitingQueue<Read>
    private let readCount = Atomic(0)

    init(_ configuration: DatabaseConfiguration) {
        queue = WaitingQueue(limit: configuration.waitingReadLimit)
    }

    /// Queues a read; a refused one completes at once.
    func submit(_ read: @escaping Read) {
        switch queue.enter(read) {
        case .admitted: return
        case .full: read(.failure(DatabaseError(.overloaded, detail: "too many reads are waiting")))()
        case .closed: read(.failure(DatabaseError(.unavailable, detail: "closed")))()
        }
    }

    /// Serves the queue with `connection` until it is closed and empty.
    func serve(with connection: any EngineConnection) {
        var reads: [Read] = []
        while queue.take(1, into: &reads) {
            for read in reads { perform(read, with: connection) }
            reads.removeAll(keepingCapacity: true)
        }
    }

    /// Serves queued reads on the caller's thread.
    func serveInline(with connection: any EngineConnection) {
        var reads: [Read] = []
        while queue.takeNow(1, into: &reads) { for read in reads { perform(read, with: connection) } }
    }

    private func perform(_ read: Read, with connection: any EngineConnection) {
        readCount.add(1, ordering: .relaxed)
        let complete = connection.exclusively {
            let (first, mustRepeat) = snapshot(read, connection)
            // The session was lost: a read has no effects, and may run again.
            return mustRepeat ? snapshot(read, connection).complete : first
        }
        complete()
    }

    private func snapshot(
        _ read: Read, _ connection: any EngineConnection
    ) -> (complete: @Sendable () -> Void, mustRepeat: Bool) {
        // Ending a snapshot cannot fail in a way that matters: nothing was written.
        defer { connection.rollBack() }
        do {
            try connection.beginReading()
            return (read(.success(Reader(connection: connection))), connection.mustRepeat)
        } catch {
            return (read(.failure(error)), false)
        }
    }

    func close() { queue.close() }

    func report(to statistics: inout DatabaseStatistics) {
        statistics.reads = readCount.load(ordering: .relaxed)
        statistics.waitingReads = queue.count
    }
}
