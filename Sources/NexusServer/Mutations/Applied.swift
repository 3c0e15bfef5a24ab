import NexusCore

/// The result of an operation.
struct Applied: Sendable {
    var acknowledgement: Acknowledgement
    /// Empty for an operation that changed nothing or had been carried out before.
    var publications: [Publication] = []
    /// Its changes in the own stream of the caller.
    var own: UserSettingsChanges?
    /// The members of the conversation whose insights it changed; empty for other operations.
    var insightReaders: [UserID] = []
}
