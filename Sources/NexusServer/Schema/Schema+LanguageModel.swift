import NexusDatabase

extension Schema {
    /// The conversations that AI may read, the users who hide it, and the ledger of requests to the language model:
    /// never the text. An entry whose outcome is `started` was cut off by the end of the server.
    static let languageModel = Migration(
        "language-model",
        """
        ALTER TABLE conversations ADD COLUMN allows_ai {integer} NOT NULL DEFAULT 1;
        ALTER TABLE users ADD COLUMN shows_ai {integer} NOT NULL DEFAULT 1;
        CREATE TABLE ai_ledger (
            number {identity}, at {integer} NOT NULL, user_id {blob} NOT NULL, purpose {text} NOT NULL,
            model {text} NOT NULL, messages {integer} NOT NULL, input_tokens {integer} NOT NULL,
            output_tokens {integer} NOT NULL, outcome {text} NOT NULL, took {integer} NOT NULL) {strict};
        CREATE INDEX ai_ledger_by_user ON ai_ledger (user_id, at);
        CREATE INDEX ai_ledger_by_time ON ai_ledger (at);
        """)
}
