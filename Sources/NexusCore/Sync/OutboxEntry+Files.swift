extension OutboxEntry {
    /// How the attachments of a post travel, and what is about a post whose attachments travel apart.
    public enum Files: String, Hashable, Sendable, CaseIterable {
        /// Before the post, which keeps its place meanwhile.
        case ahead
        /// They are on the server: the post may have been sent, and must not change.
        case uploaded
        /// Apart from the text that they were written with: they follow all earlier messages, and no later one waits.
        case apart
        /// About a message whose attachments travel apart, as a reply or a reaction: it follows that message.
        case behind
    }

    /// Whether the text of a post can be sent now, without its attachments: they are not uploaded, or the server does not
    /// accept them.
    public var canSendTextAlone: Bool {
        guard case .post(_, let post) = operation.kind, operation.isUpload, !post.text.isEmpty, !isRepeat else {
            return false
        }
        switch state {
        case .waiting: return files == .ahead
        case .acknowledged: return false
        case .failed(let refusal):
            return files == .ahead || refusal.code == .attachmentInvalid || refusal.code == .mediaGone
        }
    }
}

extension Outbox {
    /// Whether an operation is about a message that waits with its attachments apart from all others: before that message the
    /// server would refuse it.
    func mustFollowFiles(_ operation: Operation) -> Bool {
        guard let conversation = operation.conversation else { return false }
        let ahead = waiting(in: .files(conversation))
        guard !ahead.isEmpty else { return false }
        let messages = operation.kind.messages
        return ahead.contains { entry in
            if messages.contains(entry.operation.id.retyped()) { return true }
            // A change of a reaction follows the earlier one.
            return !entry.operation.kind.isPost && entry.operation.kind.messages.contains { messages.contains($0) }
        }
    }
}

extension Operation.Kind {
    /// The messages that must be there before it.
    fileprivate var messages: [MessageID] {
        switch self {
        case .post(_, let post): post.replyTo.map { [$0] } ?? []
        case .edit(_, let message, _, _), .react(_, let message, _, _), .pin(_, let message, _): [message]
        case .delete(_, let messages): messages
        default: []
        }
    }

    fileprivate var isPost: Bool { if case .post = self { true } else { false } }
}
