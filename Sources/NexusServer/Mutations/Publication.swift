import NexusCore

/// A durable change with its recipients.
struct Publication: Sendable {
    var change: Change
    /// The members after the change.
    var recipients: [UserID]
    /// Members removed by this change: they learn only of that.
    var departed: [UserID] = []
    /// The redactions of member rows, by recipient.
    var hidden: [UserID: [UserID: HiddenParts]] = [:]
    /// The recipient who sees other rows differently since this change: their devices are not sent it, and are told to
    /// catch up.
    var catchingUp: UserID?

    /// Whether all recipients get the same, and nobody anything else.
    var isSameForAll: Bool { hidden.isEmpty && departed.isEmpty && catchingUp == nil }

    /// Users who have become members by it.
    var joined: [UserID] { change.members.filter { !$0.hasLeft && $0.joined == change.seq }.map(\.user) }

    /// The change for one recipient; `nil` if it is the same as for all.
    func change(hidingFrom recipient: UserID) -> Change? {
        guard let members = hidden[recipient] else { return nil }
        var change = change
        change.members = change.members.map { $0.without(members[$0.user] ?? []) }
        return change
    }
}

/// The redaction of a member row for a recipient.
struct HiddenParts: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let receipts = HiddenParts(rawValue: 1)
    static let picture = HiddenParts(rawValue: 2)
    /// The recipient is blocked by the member.
    static let everything: HiddenParts = [.receipts, .picture]
}

extension Member {
    /// The redacted row.
    func without(_ hidden: HiddenParts) -> Member {
        let member = hidden.contains(.receipts) ? withoutReceipts : self
        return hidden.contains(.picture) ? member.withoutPicture : member
    }
}
