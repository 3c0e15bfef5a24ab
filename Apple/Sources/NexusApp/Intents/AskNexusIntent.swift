import AppIntents
import NexusClient
import NexusSystem

/// "Ask Nexus": an answer from the user's conversations.
struct AskNexusIntent: AppIntent {
    static let title: LocalizedStringResource = "Ask Nexus"
    static let description: IntentDescription? = "Answers a question from your conversations."
    static let authenticationPolicy = IntentAuthenticationPolicy.requiresAuthentication

    static var parameterSummary: some ParameterSummary { Summary("Ask Nexus \(\.$question)") }

    @Parameter(title: "Question", requestValueDialog: "What do you want to know?")
    var question: String

    func perform() async throws -> some IntentResult & ReturnsValue<String> & ProvidesDialog {
        let question = question
        let answer = try await IntentFailure.explaining { client throws(ClientError) in
            try await IntentActions(client).ask(question)
        }
        return .result(value: answer, dialog: IntentDialog(stringLiteral: answer))
    }
}
