import NIOCore

/// Frames collected by one thread during a commit, then handed over together: at most one wake-up of each event loop, and at
/// most one write to each connection. Frames for the same connections lie in one buffer, which all of them write.
///
/// `@unchecked Sendable`: all but what crosses to an event loop, a copy, is used by one thread at a time.
public final class LiveBatch: @unchecked Sendable {
    /// A buffer for the connections of one event loop.
    private struct Delivery: Sendable {
        var frames: ByteBuffer
        /// For one; nil where it is for ``connections``.
        var connection: LiveConnection?
        var connections: [LiveConnection] = []

        func stage() {
            if let connection { return connection.writer.value.stage(frames) }
            for connection in connections { connection.writer.value.stage(frames) }
        }

        func flush() {
            if let connection { return connection.writer.value.flush() }
            for connection in connections { connection.writer.value.flush() }
        }

        /// Adds a text frame. The second one makes room for some more.
        mutating func write(_ payload: [UInt8]) {
            if frames.writableBytes < payload.count + SharedFrame.headerBytes {
                frames.reserveCapacity(minimumWritableBytes: 4 * (payload.count + SharedFrame.headerBytes))
            }
            frames.writeTextFrame(payload)
        }
    }

    /// What goes to one event loop.
    private struct Part {
        let loop: any EventLoop
        var deliveries: [Delivery] = []
        /// What leaves after ``deliveries``.
        var answers: [Delivery] = []
    }

    /// Connections that get the same frames, for as long as nothing is flushed.
    struct Run {
        /// Its place in the deliveries of each event loop.
        fileprivate var places: [(part: Int, delivery: Int)] = []
        fileprivate var byteCount = 0
    }

    /// Bytes that one buffer holds before another is begun: a slow reader is left behind by so many at a time.
    private static let runBytes = 64 << 10

    private var parts: [Part] = []

    public init() {}

    public func add(_ frame: SharedFrame, to connection: LiveConnection) {
        parts[part(of: connection)].deliveries.append(Delivery(frames: frame.buffer, connection: connection))
    }

    /// Adds a text for a connection, sent after all frames that are added otherwise. Those in a row for the same connection share a buffer.
    func answer(_ text: [UInt8], to connection: LiveConnection) {
        let part = part(of: connection)
        let last = parts[part].answers.count - 1
        if last >= 0, parts[part].answers[last].connection === connection,
            parts[part].answers[last].frames.readableBytes <= LiveBatch.runBytes
        {
            return parts[part].answers[last].write(text)
        }
        parts[part].answers.append(Delivery(frames: SharedFrame(text: text).buffer, connection: connection))
    }

    /// Begins a run with a text.
    func begin(_ text: [UInt8], to connections: [LiveConnection]) -> Run {
        var run = Run()
        let frame = SharedFrame(text: text)
        run.byteCount = frame.buffer.readableBytes
        for connection in connections {
            let part = part(of: connection)
            if let place = run.places.first(where: { $0.part == part }) {
                parts[part].deliveries[place.delivery].connections.append(connection)
            } else {
                run.places.append((part, parts[part].deliveries.count))
                parts[part].deliveries.append(Delivery(frames: frame.buffer, connections: [connection]))
            }
        }
        return run
    }

    /// Adds a text for all connections of a run, after its other texts.
    func add(_ text: [UInt8], to run: inout Run) {
        let isFull = run.byteCount > LiveBatch.runBytes
        run.byteCount = (isFull ? 0 : run.byteCount) + text.count
        for index in run.places.indices {
            let (part, delivery) = run.places[index]
            if isFull {
                let connections = parts[part].deliveries[delivery].connections
                run.places[index].delivery = parts[part].deliveries.count
                parts[part].deliveries.append(
                    Delivery(frames: SharedFrame(text: text).buffer, connections: connections))
            } else {
                parts[part].deliveries[delivery].write(text)
            }
        }
    }

    private func part(of connection: LiveConnection) -> Int {
        for index in parts.indices where parts[index].loop === connection.eventLoop { return index }
        parts.append(Part(loop: connection.eventLoop))
        return parts.count - 1
    }

    /// Hands everything over. Runs end here.
    public func flush() {
        for index in parts.indices where !parts[index].deliveries.isEmpty || !parts[index].answers.isEmpty {
            let (deliveries, answers) = (parts[index].deliveries, parts[index].answers)
            parts[index].deliveries = []
            parts[index].answers = []
            parts[index].deliveries.reserveCapacity(min(deliveries.count, 4_096))
            parts[index].answers.reserveCapacity(min(answers.count, 4_096))
            parts[index].loop.execute {
                // By index: a loop would copy each, which is three counts of references.
                for index in deliveries.indices { deliveries[index].stage() }
                for index in answers.indices { answers[index].stage() }
                // A flushed connection has nothing staged any more, so each is written once.
                for index in deliveries.indices { deliveries[index].flush() }
                for index in answers.indices { answers[index].flush() }
            }
        }
    }
}
