import AppIntents
import NexusSystem

/// A conversation in Shortcuts and Siri.
struct ConversationEntity: AppEntity {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Conversation"
    static let defaultQuery = ConversationQuery()

    let id: String
    let title: String

    init(_ choice: ConversationChoice) { (id, title) = (choice.id, choice.title) }

    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(title: LocalizedStringResource(stringLiteral: title))
    }
}

/// Finds conversations, by the store of this device.
struct ConversationQuery: EntityStringQuery {
    func entities(for identifiers: [String]) async throws -> [ConversationEntity] {
        try await choices().choices(identifiers).map(ConversationEntity.init)
    }

    func suggestedEntities() async throws -> [ConversationEntity] {
        try await choices().suggested().map(ConversationEntity.init)
    }

    func entities(matching string: String) async throws -> [ConversationEntity] {
        try await choices().matching(string).map(ConversationEntity.init)
    }

    private func choices() throws -> ConversationChoices { ConversationChoices(try SharedProfile.client()) }
}
