import NexusCore

extension NexusClient {
    /// The operations of the outbox that post, edit or delete a message, in order.
    public func queuedOperations(of message: MessageID) async throws(ClientError) -> [OperationID] {
        try await engine().outbox.entries.filter { $0.operation.changes(message) }.map(\.operation.id)
    }
}

extension Operation {
    fileprivate func changes(_ message: MessageID) -> Bool {
        switch kind {
        case .post: id == message.retyped()
        case .edit(_, let other, _, _): other == message
        case .delete(_, let others): others.contains(message)
        default: false
        }
    }
}
