import NIOCore
import NexusCore

@testable import NexusServer

/// The server's end of a socket of a node among others: keeps what the real hub and its batches write, until the node hands it to the network.
final class SimulatedOutlet: LiveOutlet {
    let laggingSince: NIODeadline? = nil
    private(set) var closingSince: NIODeadline?
    private var staged: [ByteBuffer] = []

    func stage(_ frames: ByteBuffer) { staged.append(frames) }

    func flush() {}

    func close(code: UInt16, reason: String) { closingSince = .now() }

    func setReading(_ wanted: Bool) {}

    func abort() { closingSince = .now() }

    /// What was written since, in order.
    func take() throws -> [ServerFrame] {
        defer { staged = [] }
        return try staged.flatMap {
            try SharedFrame.payloads(of: $0).map { try ServerFrame.decode(Array($0.readableBytesView)) }
        }
    }
}
