import Logging
import NexusCore
import NexusDatabase
import NexusIntelligence

@testable import NexusServer

/// The gateway to a scripted model over the real services: Ada and Ben are in a group, Eve is not.
struct TestGateway {
    let server: InlineServer
    let ada: UserID
    let ben: UserID
    let eve: UserID
    let group: ConversationID
    let launch: Message

    static let answer =
        #"{"statements":[{"text":"The launch is on Friday at 10.","citations":[{"id":"m1","quote":"launch is on Friday at 10"}]}]}"#

    init() throws {
        server = try InlineServer()
        ada = try server.person("Ada")
        ben = try server.person("Ben")
        eve = try server.person("Eve")
        group = try server.group(of: ada, with: [ben])
        launch = try server.post("The launch is on Friday at 10.", in: group, by: ben)
    }

    func gateway(
        _ model: (any ChatModel)?, budget: ModelBudget = ModelBudget(), isOn: Bool = true
    ) -> LanguageModelGateway {
        var settings = LanguageModelSettings()
        settings.model = model
        settings.budget = budget
        settings.isOn = isOn
        return LanguageModelGateway(
            database: server.database, settings: settings, now: { [now = server.now] in now },
            logger: Logger(label: "test"))
    }

    func quote(_ message: Message) -> QuotedMessage {
        QuotedMessage(
            id: message.id, conversation: message.conversation, seq: message.seq, sender: "Ben", place: "Plans",
            time: "Tuesday", text: message.text)
    }

    /// Asks when the launch is, and collects the pieces.
    func ask(
        _ gateway: LanguageModelGateway, for user: UserID, of messages: [Message]? = nil
    ) async throws -> (told: [CheckedStatement], answer: CheckedAnswer?) {
        var told: [CheckedStatement] = []
        var answer: CheckedAnswer?
        let quotes = (messages ?? [launch]).map(quote)
        for try await piece in gateway.ask(.answer, "When is the launch?", of: quotes, for: user) {
            switch piece {
            case .statement(let statement): told.append(statement)
            case .answer(let whole): answer = whole
            }
        }
        return (told, answer)
    }

    /// The refusal of the question; nil without one.
    func refusal(_ gateway: LanguageModelGateway, for user: UserID) async throws -> Refusal? {
        do {
            _ = try await ask(gateway, for: user)
            return nil
        } catch let refusal as Refusal {
            return refusal
        }
    }

    func ledger(of user: UserID? = nil) throws -> [LedgerEntry] {
        try server.read { try LedgerRepository.entries(of: user, before: .max, limit: 100, $0) }
    }
}
