import Foundation
import NexusClient
import NexusCore

/// What the intents ask of the SDK. `NexusClient` is all of it.
public protocol IntentService: NotificationAnswering, UnreadService {
    func ask(
        _ text: String, topic: TopicID?, in conversation: ConversationID?,
        told: @escaping @Sendable (AssistantEvent) async -> Void
    ) async throws(ClientError) -> (topic: TopicID, exchange: AssistantExchange)
    func close() async
}

extension NexusClient: IntentService {}

/// "Send a message" and "Ask Nexus".
public struct IntentActions: Sendable {
    private let service: any IntentService

    public init(_ service: any IntentService) { self.service = service }

    /// Queues a message, and gives it a moment to be sent.
    ///
    /// - Parameter conversation: the identifier of a ``ConversationChoice``.
    /// - Returns: whether the server has it; else it is sent later.
    /// - Throws: ``ClientError``; `message_empty` for blank text, `conversation_gone` for a conversation that is not there.
    public func send(_ text: String, to conversation: String) async throws(ClientError) -> Bool {
        guard let id = ConversationID(conversation) else { throw .refused(.conversationGone) }
        _ = try await service.send(text, in: id, replyingTo: nil, mentioning: [])
        return (try? await service.sync(within: NotificationResponder.patience))?.outcome == .settled
    }

    /// Asks about all conversations.
    ///
    /// - Returns: the answer's text; without a language model the best quotes, with who wrote them.
    /// - Throws: ``ClientError``; questions need the server.
    public func ask(_ question: String) async throws(ClientError) -> String {
        let answer = try await service.ask(question, topic: nil, in: nil, told: { _ in }).exchange.answer
        switch answer.kind {
        case .notFound: return NSLocalizedString("The answer is not in your conversations.", comment: "")
        case .written: return answer.statements.map(\.text).joined(separator: " ")
        case .quotes:
            return answer.citations.prefix(3).map { "\($0.senderName): \($0.excerpt)" }.joined(separator: "\n")
        }
    }
}
