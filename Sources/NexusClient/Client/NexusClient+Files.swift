import NexusCore

extension NexusClient {
    /// Sends the text of a message whose attachments fail or wait to be uploaded, at once and under the message's
    /// identifier. The attachments follow in a message of their own, a reply to the text, once they are uploaded: after
    /// all messages written before, and no later message waits for them.
    ///
    /// - Parameter discardingAttachments: whether to give the attachments up.
    /// - Returns: the identifier of the message with the attachments; `nil` if they are discarded.
    /// - Throws: ``ClientError/refused(_:)`` if the message has no text or no attachments, or may have been sent.
    @discardableResult
    public func sendTextAlone(
        of message: MessageID, discardingAttachments: Bool = false
    ) async throws(ClientError) -> MessageID? {
        guard let entry = try await engine().outbox.entry(message.retyped()) else { throw .refused(.messageGone) }
        guard entry.canSendTextAlone else { throw .refused(.notSeparable) }
        let files = discardingAttachments ? nil : newOperationID()
        try await take(.sendText(message.retyped(), files: files))
        // It may have been sent since it was read.
        if try await engine().outbox.entry(message.retyped())?.operation.isUpload == true {
            throw .refused(.notSeparable)
        }
        return files?.retyped()
    }
}

extension Refusal {
    /// A message whose text cannot be sent without its attachments.
    static let notSeparable = Refusal(
        .invalidRequest,
        "The text of this message cannot be sent alone: it is empty, has no attachments, or is being sent.")
}
