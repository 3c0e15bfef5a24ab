import NexusCore

extension NexusClient {
    /// The server's language model, and the user's remaining daily budget.
    ///
    /// - Throws: ``ClientError/offline(_:)``: needs the server.
    public func languageModel() async throws(ClientError) -> LanguageModelState {
        try await api().call(Endpoints.languageModel, Nothing())
    }

    /// Requests to the language model, newest first; at most 100, before an entry's number. The user's own, or
    /// everyone's, which only administrators may see.
    public func ledger(
        ofEverybody: Bool = false, before number: Int64? = nil
    ) async throws(ClientError) -> [LedgerEntry] {
        let endpoint = ofEverybody ? Endpoints.ledger : Endpoints.ownLedger
        return try await api().call(endpoint, Nothing(), query: [("before", number.map { "\($0)" })]).entries
    }
}
