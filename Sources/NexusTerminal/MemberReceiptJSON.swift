import NexusClient
import NexusCore

/// A member's receipt of a message in the command line's JSON.
public struct MemberReceiptJSON: JSONEncodable {
    private let receipt: MemberReceipt

    public init(_ receipt: MemberReceipt) { self.receipt = receipt }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("user", receipt.user)
        writer.field("name", receipt.name)
        writer.field("state", receipt.word)
        writer.field("readAt", ifPresent: receipt.readAt.map { TerminalTime.iso($0) })
        writer.endObject()
    }
}

extension MemberReceipt {
    /// `read`, `delivered` or `sent`.
    public var word: String { isRead ? "read" : isDelivered ? "delivered" : "sent" }
}
