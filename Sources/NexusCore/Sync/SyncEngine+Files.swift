// Posts whose attachments cannot be uploaded.
extension SyncEngine {
    /// Sends the text of a post in its place, without its attachments. They follow in a message of their own, a reply to
    /// the text, or are discarded. A no-op for a post that may have been sent.
    ///
    /// - Parameter files: the identifier of the message with the attachments; `nil` discards them.
    mutating func sendText(of id: OperationID, files: OperationID?) -> [SyncEffect] {
        guard let entry = outbox.entry(id), entry.canSendTextAlone, !outbox.isUploaded(id),
            case .post(let conversation, let post) = entry.operation.kind
        else { return [] }
        if let files, outbox.entry(files).hasValue { return [] }
        var text = post
        text.attachments = []
        let operation = Operation(id: id, kind: .post(conversation, text))
        guard let queued = outbox.requeue(id, as: operation) else { return [] }
        var mutations: [StoreMutation] = [.putOperation(queued)]
        var effects: [SyncEffect] = [.cancelUpload(entry.operation)]
        if let files {
            let follower = Operation(
                id: files,
                kind: .post(
                    conversation,
                    Post(
                        text: "", writtenAt: post.writtenAt, replyTo: id.retyped(), attachments: post.attachments)))
            mutations.append(.putOperation(outbox.append(files: follower, createdAt: clock.wall)))
            effects = [.moveUpload(from: id, to: files)]
        }
        return [.store(mutations)] + effects + entry.redraw
    }

    /// The uploads of an operation are complete. That is stored before a post is sent: from then on its attachments
    /// stay with it, also after a restart.
    mutating func uploaded(_ id: OperationID) -> [SyncEffect] {
        outbox.uploaded(id).map { [.store([.putOperation($0)])] } ?? []
    }

    /// Attachments whose text is gone: they are sent without a reference to it.
    ///
    /// - Returns: `nil` for other refusals.
    mutating func refusedFiles(_ entry: OutboxEntry, _ refusal: Refusal) -> [SyncEffect]? {
        guard entry.files == .apart, refusal.code == .messageGone,
            case .post(let conversation, var post) = entry.operation.kind, post.replyTo.hasValue
        else { return nil }
        post.replyTo = nil
        let operation = Operation(id: entry.operation.id, kind: .post(conversation, post))
        return outbox.requeue(operation.id, as: operation).map { [.store([.putOperation($0)])] }
    }
}
