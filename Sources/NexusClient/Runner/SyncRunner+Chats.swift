import NexusCore

extension SyncRunner {
    /// Runs `body` with the engine, between two of its inputs.
    func withEngine<Value: Sendable>(
        _ body: @Sendable (SyncEngine, LocalStore) throws(ClientError) -> Value
    ) throws(ClientError) -> Value {
        try body(engine, store)
    }

    /// Brings the open chats up to date: another process, or no process, has updated them.
    func refreshChats() throws(ClientError) { try chats.refresh(in: engine, store) }
}
