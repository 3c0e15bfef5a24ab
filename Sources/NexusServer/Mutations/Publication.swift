import NexusCore

/// A durable change on its way to those it is for.
struct Publication: Sendable {
    var change: Change
    /// The members after the change.
    var recipients: [UserID]
    /// Those whom the change put out: they are told only that they have left.
    var departed: [UserID] = []
    /// What is hidden of members from some of the recipients: by recipient.
    var hidden: [UserID: [UserID: HiddenParts]] = [:]

    /// The change as one of the recipients is told of it; `nil` where that is the same as for all.
    func change(hidingFrom recipient: UserID) -> Change? {
        guard let members = hidden[recipient] else { return nil }
        var change = change
        change.members = change.members.map { $0.without(members[$0.user] ?? []) }
        return change
    }
}

/// What of a member's row somebody may not see.
struct HiddenParts: OptionSet, Sendable {
    let rawValue: UInt8

    static let receipts = HiddenParts(rawValue: 1)
    static let picture = HiddenParts(rawValue: 2)
    /// From whom the member has blocked.
    static let everything: HiddenParts = [.receipts, .picture]
}

extension Member {
    /// The row as somebody sees it from whom parts of it are hidden.
    func without(_ hidden: HiddenParts) -> Member {
        let member = hidden.contains(.receipts) ? withoutReceipts : self
        return hidden.contains(.picture) ? member.withoutPicture : member
    }
}
