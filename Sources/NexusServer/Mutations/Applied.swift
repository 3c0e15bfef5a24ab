import NexusCore

/// The result of an operation.
struct Applied: Sendable {
    var acknowledgement: Acknowledgement
    /// The first of ``publications``. Most operations have one: it needs no array.
    private(set) var publication: Publication?
    /// The others of ``publications``.
    private(set) var furtherPublications: [Publication] = []
    /// Its changes in the own stream of the caller.
    var own: UserSettingsChanges?
    /// The members of the conversation whose insights it changed; empty for other operations.
    var insightReaders: [UserID] = []

    init(
        acknowledgement: Acknowledgement, publication: Publication? = nil, own: UserSettingsChanges? = nil,
        insightReaders: [UserID] = []
    ) {
        self.acknowledgement = acknowledgement
        self.publication = publication
        self.own = own
        self.insightReaders = insightReaders
    }

    /// Empty for an operation that changed nothing or had been carried out before.
    var publications: [Publication] {
        get { publication.map { [$0] + furtherPublications } ?? [] }
        set {
            publication = newValue.first
            furtherPublications = Array(newValue.dropFirst())
        }
    }
}
