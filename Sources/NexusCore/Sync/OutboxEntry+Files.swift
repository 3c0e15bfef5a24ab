extension OutboxEntry {
    /// How the attachments of a post travel.
    public enum Files: String, Hashable, Sendable, CaseIterable {
        /// Before the post, which keeps its place meanwhile.
        case ahead
        /// They are on the server: the post may have been sent, and must not change.
        case uploaded
        /// Apart from the text that they were written with: they follow all earlier messages, and no later one waits.
        case apart
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
