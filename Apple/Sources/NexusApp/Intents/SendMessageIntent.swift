import AppIntents
import NexusClient
import NexusSystem

/// "Send a message": into the outbox, and to the server if there is a network.
struct SendMessageIntent: AppIntent {
    static let title: LocalizedStringResource = "Send a message"
    static let description: IntentDescription? = "Sends a message to one of your conversations."
    static let authenticationPolicy = IntentAuthenticationPolicy.requiresAuthentication

    static var parameterSummary: some ParameterSummary { Summary("Send \(\.$text) to \(\.$conversation)") }

    @Parameter(title: "Message")
    var text: String
    @Parameter(title: "Conversation")
    var conversation: ConversationEntity

    func perform() async throws -> some IntentResult & ProvidesDialog {
        let text = text
        let target = conversation.id
        let isSent = try await IntentFailure.explaining { client throws(ClientError) in
            try await IntentActions(client).send(text, to: target)
        }
        return .result(dialog: isSent ? "Sent" : "It is sent as soon as there is a connection.")
    }
}
