import NexusCore

@testable import NexusClient

extension ScriptedService: ChatService {
    func openChat(_ conversation: ConversationID, minutesFromUTC: Int) async throws(ClientError) -> any OpenChat {
        try check(.screen)
        return chat
    }

    func send(
        _ text: String, in conversation: ConversationID, replyingTo original: MessageID?, mentioning: [UserID]
    ) async throws(ClientError) -> MessageID {
        try await send(text, files: [], in: conversation, replyingTo: original, mentioning: mentioning)
    }

    func send(
        _ text: String, files: [OutgoingFile], in conversation: ConversationID, replyingTo original: MessageID?,
        mentioning: [UserID]
    ) async throws(ClientError) -> MessageID {
        try check(.send)
        change {
            $0.replies.append(original)
            $0.sent.append(ScriptedChat.Sent(text: text, files: files))
        }
        return MessageID(high: 1, low: 1)
    }

    func edit(_ message: MessageID, to text: String, mentioning: [UserID]) async throws(ClientError) -> OperationID {
        try check(.change)
        change { $0.edits.append(text) }
        return OperationID(high: 1, low: 1)
    }

    func react(_ emoji: String, to message: MessageID, on: Bool) async throws(ClientError) -> OperationID {
        try check(.change)
        return OperationID(high: 1, low: 1)
    }

    func pin(_ message: MessageID, _ isPinned: Bool) async throws(ClientError) -> OperationID {
        try check(.change)
        return OperationID(high: 1, low: 1)
    }

    func pinnedMessages(in conversation: ConversationID) async throws(ClientError) -> [MessageRow] { now.pins }

    func versions(of message: MessageID) async throws(ClientError) -> [MessageVersion] {
        try check(.change)
        return []
    }

    func receipts(of message: MessageID) async throws(ClientError) -> [MemberReceipt] {
        try check(.change)
        return []
    }

    func report(_ message: MessageID, because reason: String) async throws(ClientError) -> OperationID {
        try check(.change)
        return OperationID(high: 1, low: 1)
    }

    func forward(
        _ messages: [MessageID], to conversations: [ConversationID]
    ) async throws(ClientError) -> [OperationID] {
        try check(.change)
        change { $0.forwarded += messages }
        return []
    }

    func deleteForMe(_ messages: [MessageID]) async throws(ClientError) -> [OperationID] {
        try check(.change)
        change { $0.deleted += messages }
        return []
    }

    func delete(_ messages: [MessageID]) async throws(ClientError) -> OperationID {
        try check(.change)
        change { $0.deleted += messages }
        return OperationID(high: 1, low: 1)
    }

    func queuedOperations(of message: MessageID) async throws(ClientError) -> [OperationID] { [message.retyped()] }
    func retry(_ operation: OperationID) async throws(ClientError) { try check(.outbox) }
    func discard(_ operation: OperationID) async throws(ClientError) { try check(.outbox) }

    func markRead(_ conversation: ConversationID, through seq: Seq?) async throws(ClientError) {
        try check(.read)
        change { $0.read.append(seq) }
    }

    func setTyping(_ isTyping: Bool, in conversation: ConversationID) async throws(ClientError) {
        try check(.typing)
        change { $0.isTyping = isTyping }
    }

    func setViewed(_ conversation: ConversationID?) async throws(ClientError) {
        try check(.view)
        change { $0.viewed = conversation }
    }

    func endViewing(_ conversation: ConversationID) async throws(ClientError) {
        change { if $0.viewed == conversation { $0.viewed = nil } }
    }

    func setDraft(_ text: String, in conversation: ConversationID) async throws(ClientError) {
        try check(.draft)
        change { $0.draft = text }
    }
}
