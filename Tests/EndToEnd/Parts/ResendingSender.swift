import NIOCore
import NexusCore

@testable import NexusBench

/// Posts with a window of unanswered messages, and after a cut repeats unacknowledged ones under the same identifiers.
/// Confined to the event loop.
final class ResendingSender {
    private var template: MessageTemplate
    private var connection: BenchConnection?
    private(set) var acknowledged = 0
    private(set) var problem: String?
    private var sent = 0

    init(conversation: ConversationID, number: Int) {
        template = MessageTemplate(conversation: conversation, sender: number, size: 60, at: BenchServer.now())
    }

    var isCut: Bool { connection?.isClosed ?? true }

    /// - Parameter goesOn: whether acknowledgements let it write more, or only ``begin()``.
    func attach(_ connection: BenchConnection, goesOn: Bool = true) {
        self.connection = connection
        sent = acknowledged
        // Weak: a test that failed is gone while frames still come.
        connection.onFrame = { [weak self] frame in
            guard let self else { return }
            if FrameScan.isType("refusal", frame) { problem = String(decoding: frame, as: UTF8.self) }
            guard let number = FrameScan.acknowledged(frame) else { return }
            if number != acknowledged { problem = "acknowledgement \(number) instead of \(acknowledged)" }
            acknowledged += 1
        }
        if goesOn { connection.onReadComplete = { [weak self] in self?.begin() } }
    }

    func begin() {
        guard sent - acknowledged < 8 else { return }
        var buffer = ByteBuffer()
        while sent - acknowledged < 16 {
            template.append(sent, to: &buffer)
            sent += 1
        }
        connection?.write(buffer)
    }
}
