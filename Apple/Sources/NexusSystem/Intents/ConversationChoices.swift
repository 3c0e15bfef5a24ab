import NexusClient
import NexusCore

/// A conversation that Shortcuts and Siri can name.
public struct ConversationChoice: Identifiable, Equatable, Sendable {
    public var id: String
    public var title: String

    public init(_ row: ConversationRow) { (id, title) = (row.id.text, row.title) }
}

/// The conversations to choose from.
public struct ConversationChoices: Sendable {
    /// What Shortcuts suggests at most.
    public static let suggestions = 20

    private let service: any UnreadService

    public init(_ service: any UnreadService) { self.service = service }

    /// The newest ones.
    public func suggested() async throws(ClientError) -> [ConversationChoice] {
        try await listed().filter { !$0.isArchived }.prefix(ConversationChoices.suggestions).map(
            ConversationChoice.init)
    }

    /// Those whose title or members have these words, archived ones too.
    public func matching(_ text: String) async throws(ClientError) -> [ConversationChoice] {
        try await listed().filter { $0.matches(text) }.map(ConversationChoice.init)
    }

    /// In the order of the identifiers; what is gone is left out.
    public func choices(_ identifiers: [String]) async throws(ClientError) -> [ConversationChoice] {
        let rows = try await listed()
        return identifiers.compactMap { id in rows.first { $0.id.text == id }.map(ConversationChoice.init) }
    }

    private func listed() async throws(ClientError) -> [ConversationRow] {
        try await service.conversations().filter { $0.isListed }
    }
}
