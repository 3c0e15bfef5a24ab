import NIOCore
import NexusCore

/// The identifier of an operation whose frame cannot be read: one of a later version, or one with an invalid value. The
/// answer names it, or its client would repeat it without end.
struct UnreadOperation: JSONRecord {
    /// The type of the frame.
    private var type = ""
    private var operation = Name(.blank)

    init(_: Blank) {}

    mutating func fields(_ coder: inout FieldCoder) {
        coder.required("type", &type)
        coder.required("operation", &operation)
    }

    /// What the refusal of an unreadable frame is about.
    static func refused(in message: ByteBuffer) -> Refused {
        let read = message.withUnsafeReadableBytes { try? UnreadOperation.decode($0) }
        guard let read, read.type == "operation" else { return .frame }
        return .operation(read.operation.id)
    }

    private struct Name: JSONRecord {
        var id: OperationID

        init(_: Blank) { id = OperationID(high: 0, low: 0) }

        mutating func fields(_ coder: inout FieldCoder) { coder.required("id", &id) }
    }
}

extension Refusal {
    /// The refusal of a frame that cannot be read: for an operation of a kind that this version lacks, with what to do.
    init(unreadable problem: JSONError, of refused: Refused) {
        guard case .operation = refused, problem.reason == .invalid("kind") else {
            self.init(problem)
            return
        }
        self.init(
            .operationUnknown,
            "The server does not know this kind of change, which a later version of Nexus makes. Ask an administrator to update the server."
        )
    }
}
