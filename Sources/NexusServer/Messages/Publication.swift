import NexusCore

/// A durable change on its way to those it is for.
struct Publication: Sendable {
    var change: Change
    /// The members after the change.
    var recipients: [UserID]
    /// Those whom the change put out: they are told only that they have left.
    var departed: [UserID] = []
}

/// What an operation did.
struct Applied: Sendable {
    var acknowledgement: Acknowledgement
    /// Empty for an operation that changed nothing or had been carried out before.
    var publications: [Publication] = []
    /// What it changed in the own stream of whoever asked for it.
    var own: OwnChanges?
}
