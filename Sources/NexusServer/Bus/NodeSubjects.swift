import NexusCore

/// The subjects of one database. Its epoch is among their words: a copy of it that runs elsewhere is not heard.
struct NodeSubjects: Sendable {
    /// What concerns all nodes: sessions, presence, and who becomes a member or is no longer one.
    let nodes: String
    private let prefix: String

    init(_ epoch: EpochID) {
        prefix = "nexus.\(epoch)"
        nodes = "\(prefix).nodes"
    }

    func conversation(_ id: ConversationID) -> String { "\(prefix).c.\(id)" }

    var everyConversation: String { "\(prefix).c.*" }

    func user(_ id: UserID) -> String { "\(prefix).u.\(id)" }
}
