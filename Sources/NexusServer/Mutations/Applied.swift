import NexusCore

/// What an operation did.
struct Applied: Sendable {
    var acknowledgement: Acknowledgement
    /// Empty for an operation that changed nothing or had been carried out before.
    var publications: [Publication] = []
    /// What it changed in the own stream of whoever asked for it.
    var own: OwnChanges?
}
