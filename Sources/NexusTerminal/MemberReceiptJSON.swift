import NexusClient
import NexusCore

/// How far a message has come with somebody, as the command line writes it in JSON.
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
