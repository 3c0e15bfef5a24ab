import NexusCore

extension NexusClient {
    /// Whether the server has a language model, and what one's day has left.
    ///
    /// - Throws: ``ClientError/offline(_:)``: only the server knows.
    public func languageModel() async throws(ClientError) -> LanguageModelState {
        try await api().call(Endpoints.languageModel, Nothing())
    }

    /// What left the server for a language model, the newest first; at most 100, before an entry's number. For oneself, or for
    /// everybody, which only administrators may see.
    public func ledger(
        ofEverybody: Bool = false, before number: Int64? = nil
    ) async throws(ClientError) -> [LedgerEntry] {
        let endpoint = ofEverybody ? Endpoints.ledger : Endpoints.ownLedger
        return try await api().call(endpoint, Nothing(), query: [("before", number.map { "\($0)" })]).entries
    }
}
