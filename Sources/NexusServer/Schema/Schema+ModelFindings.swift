import NexusDatabase

extension Schema {
    /// What a language model found in windows of messages (decision 0022). `model_reads` has the messages that it has
    /// read in their present wording, with the prompt; `model_progress` how far a conversation was read, and failed
    /// attempts; `model_findings` the records that passed the check.
    ///
    /// Of an insight, `rule_confidence` is what the rules and the trained reader say, null if only the model found it;
    /// `model_says` compares (`ModelVerdict`).
    static let modelFindings = Migration(
        "model-findings",
        """
        CREATE TABLE model_progress (
            conversation_id {blob} PRIMARY KEY NOT NULL, read_seq {integer} NOT NULL, attempts {integer} NOT NULL,
            retry_at {integer} NOT NULL
        ) {without_rowid};
        CREATE TABLE model_reads (
            conversation_id {blob} NOT NULL, seq {integer} NOT NULL, prompt {text} NOT NULL,
            PRIMARY KEY (conversation_id, seq)
        ) {without_rowid};
        CREATE TABLE model_findings (
            conversation_id {blob} NOT NULL, seq {integer} NOT NULL, number {integer} NOT NULL,
            message_id {blob} NOT NULL, sender_id {blob} NOT NULL, kind {text} NOT NULL, place {integer} NOT NULL,
            span {integer} NOT NULL, text {text} NOT NULL, assignee_id {blob}, due {text}, zone {text},
            is_server_zone {integer} NOT NULL, relation {text}, related_id {blob},
            PRIMARY KEY (conversation_id, seq, number)
        ) {without_rowid};
        CREATE INDEX model_findings_related ON model_findings (related_id) WHERE related_id IS NOT NULL;
        ALTER TABLE insights ADD COLUMN rule_confidence {real};
        ALTER TABLE insights ADD COLUMN model_says {integer} NOT NULL DEFAULT 0;
        UPDATE insights SET rule_confidence = confidence WHERE is_made = 0;
        """)
}
