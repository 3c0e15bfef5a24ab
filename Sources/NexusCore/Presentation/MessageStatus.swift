/// The status of the user's own message: derived from positions, never stored.
public enum MessageStatus: Equatable, Sendable {
    /// Written offline: waits in the outbox.
    case pending
    /// On its way.
    case sending
    /// The server has it.
    case sent
    /// On a device of every recipient.
    case delivered
    /// Read by every recipient.
    case read
    /// Refused; retry or discard.
    case failed

    /// The word in JSON and in interfaces.
    public var name: String {
        switch self {
        case .pending: "pending"
        case .sending: "sending"
        case .sent: "sent"
        case .delivered: "delivered"
        case .read: "read"
        case .failed: "failed"
        }
    }
}

/// The receipts of a message, from the members' positions. The sender does not count.
public struct ReceiptSummary: Equatable, Sendable {
    /// The recipients: members at the time of the post who still are.
    public var audience: [UserID] = []
    public var deliveredTo: [UserID] = []
    public var readBy: [UserID] = []

    public init(of message: Message, among members: [Member]) {
        for member in members where ReceiptCounts.isFor(message, member) {
            audience.append(member.user)
            if member.delivered >= message.seq { deliveredTo.append(member.user) }
            if member.read >= message.seq { readBy.append(member.user) }
        }
    }

    public var counts: ReceiptCounts {
        ReceiptCounts(audience: audience.count, delivered: deliveredTo.count, read: readBy.count)
    }

    /// The status of a message that the server has.
    public var status: MessageStatus { counts.status }

    /// "read by 3 of 5"; `nil` without readers, and for a single recipient, where the status suffices.
    public var text: String? { counts.text }
}

/// The numbers of receipts in a row, without names.
public struct ReceiptCounts: Equatable, Sendable {
    public var audience: Int
    public var delivered: Int
    public var read: Int

    public init(audience: Int = 0, delivered: Int = 0, read: Int = 0) {
        self.audience = audience
        self.delivered = delivered
        self.read = read
    }

    public init(of message: Message, among members: [Member]) {
        self.init()
        for member in members where ReceiptCounts.isFor(message, member) {
            audience += 1
            if member.delivered >= message.seq { delivered += 1 }
            if member.read >= message.seq { read += 1 }
        }
    }

    /// Whether that member is a recipient.
    static func isFor(_ message: Message, _ member: Member) -> Bool {
        member.user != message.sender && !member.hasLeft && member.joined <= message.seq
    }

    /// The status of a message that the server has.
    public var status: MessageStatus {
        if audience == 0 { return .sent }
        if read == audience { return .read }
        return delivered == audience ? .delivered : .sent
    }

    /// "read by 3 of 5"; `nil` without readers, and for a single recipient, where the status suffices.
    public var text: String? {
        guard audience > 1, read > 0 else { return nil }
        return "read by \(read) of \(audience)"
    }
}

extension OutboxEntry {
    /// The status of a message that still is an operation.
    public func status(isOnline: Bool, isInFlight: Bool) -> MessageStatus {
        switch state {
        case .failed: .failed
        case .acknowledged: .sent
        case .waiting: isOnline || isInFlight ? .sending : .pending
        }
    }
}
