#if DEBUG
    import NexusClient
    import NexusCore

    extension PreviewServices: ChatService, TextAloneService {
        func openChat(
            _ conversation: ConversationID, minutesFromUTC: Int
        ) async throws(ClientError) -> any OpenChat {
            guard let talk = talk(conversation) else { throw failure }
            return PreviewChat(talk, in: engine, isOnline: report.isOnline)
        }
        func send(
            _ text: String, in conversation: ConversationID, replyingTo original: MessageID?, mentioning: [UserID]
        ) async throws(ClientError) -> MessageID { MessageID(high: 1, low: 1) }
        func send(
            _ text: String, files: [OutgoingFile], in conversation: ConversationID, replyingTo original: MessageID?,
            mentioning: [UserID]
        ) async throws(ClientError) -> MessageID { MessageID(high: 1, low: 1) }
        func edit(
            _ message: MessageID, to text: String, mentioning: [UserID]
        ) async throws(ClientError) -> OperationID { done() }
        func react(_ emoji: String, to message: MessageID, on: Bool) async throws(ClientError) -> OperationID { done() }
        func pin(_ message: MessageID, _ isPinned: Bool) async throws(ClientError) -> OperationID { done() }
        func pinnedMessages(in conversation: ConversationID) async throws(ClientError) -> [MessageRow] { [] }
        func versions(of message: MessageID) async throws(ClientError) -> [MessageVersion] { throw failure }
        func receipts(of message: MessageID) async throws(ClientError) -> [MemberReceipt] { throw failure }
        func report(_ message: MessageID, because reason: String) async throws(ClientError) -> OperationID { done() }
        func forward(
            _ messages: [MessageID], to conversations: [ConversationID]
        ) async throws(ClientError) -> [OperationID] { [] }
        func delete(_ messages: [MessageID]) async throws(ClientError) -> OperationID { done() }
        func deleteForMe(_ messages: [MessageID]) async throws(ClientError) -> [OperationID] { [] }
        func sendTextAlone(
            of message: MessageID, discardingAttachments: Bool
        ) async throws(ClientError) -> MessageID? { nil }
        func queuedOperations(of message: MessageID) async throws(ClientError) -> [OperationID] { [] }
        func retry(_ operation: OperationID) async throws(ClientError) {}
        func discard(_ operation: OperationID) async throws(ClientError) {}
        func setTyping(_ isTyping: Bool, in conversation: ConversationID) async throws(ClientError) {}
        func setViewed(_ conversation: ConversationID?) async throws(ClientError) {}
        func endViewing(_ conversation: ConversationID) async throws(ClientError) {}
        func setDraft(_ text: String, in conversation: ConversationID) async throws(ClientError) {}
    }

    /// A chat that does not change.
    private final class PreviewChat: OpenChat {
        private let update: ChatUpdate

        init(_ talk: PreviewTalk, in engine: SyncEngine, isOnline: Bool) {
            var update = ChatUpdate()
            update.splices = [RowSplice(at: 0, remove: 0, rows: talk.rows)]
            update.header = engine.chatHeader(talk.info.id)
            update.read = talk.read
            update.isOnline = isOnline
            self.update = update
        }

        func signals() -> AsyncStream<Void> { AsyncStream { _ in } }
        func changes() async throws(ClientError) -> ChatUpdate { update }
        func look() async throws(ClientError) {}
        func showOlder() async throws(ClientError) -> Bool { false }
        func showNewer() async throws(ClientError) -> Bool { false }
        func show(_ target: ChatTarget) async throws(ClientError) -> MessageID? { nil }
        func fill(_ gap: ClosedRange<Seq>) async throws(ClientError) {}
        func fetchOriginal(_ message: MessageID) async throws(ClientError) -> Bool { false }
    }
#endif
