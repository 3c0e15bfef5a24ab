import NexusClient
import NexusCore
import NexusSystem
import Synchronization

@testable import NexusViews

/// The SDK of extensions, with the conversations of previews: it notes what they send.
final class ScriptedSystem: ShareService, IntentService, SenderPictures {
    struct Sent: Equatable, Sendable {
        var text: String
        var files: [OutgoingFile] = []
        var conversation: ConversationID
    }

    struct Log: Sendable {
        var sent: [Sent] = []
        var read: [ConversationID] = []
        var closed = 0
        var synced = 0
    }

    let log = Mutex(Log())
    private let services: PreviewServices
    private let outcome: SyncOutcome
    private let refusesAfter: Int
    private let answer: AssistantAnswer
    private let picture: [UInt8]?

    /// - Parameters:
    ///   - refusesAfter: how many messages it takes.
    ///   - picture: of every sender.
    init(
        _ services: PreviewServices = PreviewServices(), outcome: SyncOutcome = .settled, refusesAfter: Int = .max,
        answer: AssistantAnswer = AssistantAnswer(.notFound, citations: []), picture: [UInt8]? = nil
    ) {
        self.services = services
        self.outcome = outcome
        self.refusesAfter = refusesAfter
        self.answer = answer
        self.picture = picture
    }

    func account() async throws(ClientError) -> Account? { services.account }
    func conversations() async throws(ClientError) -> [ConversationRow] { try await services.conversations() }
    func conversation(_ id: ConversationID) async throws(ClientError) -> ConversationState? {
        services.engine.conversations[id]
    }
    func knownPeople(matching query: String) async throws(ClientError) -> [User] {
        [PreviewData.ada, PreviewData.ben, PreviewData.chen]
    }
    func openDirect(with user: User) async throws(ClientError) -> (ConversationID, OperationID?) {
        (.direct(between: PreviewData.ada.id, and: user.id), nil)
    }
    func send(
        _ text: String, files: [OutgoingFile], in conversation: ConversationID, replyingTo original: MessageID?,
        mentioning mentioned: [UserID]
    ) async throws(ClientError) -> MessageID {
        let count = log.withLock { $0.sent.count }
        guard count < refusesAfter else { throw .fileUnavailable("it is gone") }
        log.withLock { $0.sent.append(Sent(text: text, files: files, conversation: conversation)) }
        return MessageID(high: 1, low: 1)
    }
    func send(
        _ text: String, in conversation: ConversationID, replyingTo original: MessageID?, mentioning mentioned: [UserID]
    ) async throws(ClientError) -> MessageID {
        try await send(text, files: [], in: conversation, replyingTo: original, mentioning: mentioned)
    }
    func markRead(_ conversation: ConversationID, through seq: Seq?) async throws(ClientError) {
        log.withLock { $0.read.append(conversation) }
    }
    func sync(within time: Duration) async throws(ClientError) -> SyncSummary {
        log.withLock { $0.synced += 1 }
        return SyncSummary(outcome: outcome)
    }
    func close() async { log.withLock { $0.closed += 1 } }
    func ask(
        _ text: String, topic: TopicID?, in conversation: ConversationID?,
        told: @escaping @Sendable (AssistantEvent) async -> Void
    ) async throws(ClientError) -> (topic: TopicID, exchange: AssistantExchange) {
        let asked = PreviewData.time(0)
        return (
            TopicID(high: 1, low: 1), AssistantExchange(number: 1, question: text, askedAt: asked, answer: answer)
        )
    }
    func senderPicture(of user: UserID) async -> [UInt8]? {
        // Without a picture it answers only when nobody waits any more.
        if picture == nil { try? await Task.sleep(for: .seconds(3_600)) }
        return picture
    }
}
