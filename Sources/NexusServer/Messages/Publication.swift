import NexusCore

/// A durable change on its way to those it is for.
struct Publication: Sendable {
    var change: Change
    /// The members after the change.
    var recipients: [UserID]
    /// Those whom the change put out: they are told only that they have left.
    var departed: [UserID] = []
    /// Members whose receipts are hidden from some of the recipients: by recipient.
    var hidden: [UserID: Set<UserID>] = [:]

    /// The change as one of the recipients is told of it; `nil` where that is the same as for all.
    func change(hidingFrom recipient: UserID) -> Change? {
        guard let members = hidden[recipient] else { return nil }
        var change = change
        change.members = change.members.map { members.contains($0.user) ? $0.withoutReceipts : $0 }
        return change
    }
}

/// What an operation did.
struct Applied: Sendable {
    var acknowledgement: Acknowledgement
    /// Empty for an operation that changed nothing or had been carried out before.
    var publications: [Publication] = []
    /// What it changed in the own stream of whoever asked for it.
    var own: OwnChanges?
}
