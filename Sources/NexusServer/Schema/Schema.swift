import NexusDatabase

/// The server's tables. A migration, once released, is never changed: a later one follows it.
package enum Schema {
    package static let migrations: [Migration] = [
        accounts, conversations, replies, search, media, own, reactions, moderation, privacy, cleared, imports,
        mentions, meaning, languageModel, pictures, readings, pins, versions, forwards, insights, assistant,
        events, abandoned, insightRevisions, insightWordings, epoch, removals, mediaUsage, skippedRows, team,
        invitations, passwordResets, secondFactors, mails, security, mailedInvitations,
        mailSubjects, mailedResets, proofs, passkeys, leaving, emailChanges, joinLinks, identities,
        notificationSettings,
        teamPicture, sessionLives, deletedPeople, pushes, missedMails, insightRecords,
        messageMeanings, reminders, insightMakers, insightThresholds, modelFindings, ledgerCosts, insightRows,
        nodes, searchBlocks, membersOfUser, searchPlaces, mediaRemoval, insightBorrows, receiptsChanged,
        operationAges,
    ]

    private static let accounts = Migration(
        "accounts",
        """
        CREATE TABLE users (
            id {blob} PRIMARY KEY NOT NULL, email {text} NOT NULL UNIQUE, name {text} NOT NULL, folded_name {text} NOT NULL,
            password_hash {text} NOT NULL, shows_presence {integer} NOT NULL DEFAULT 1, created_at {integer} NOT NULL,
            last_seen {integer}
        ) {without_rowid};
        CREATE INDEX users_by_name ON users (folded_name);
        CREATE TABLE sessions (
            id {blob} PRIMARY KEY NOT NULL, user_id {blob} NOT NULL REFERENCES users (id), device {text} NOT NULL,
            access_hash {blob} NOT NULL UNIQUE, access_expires_at {integer} NOT NULL, refresh_hash {blob} NOT NULL,
            spent_refresh_hash {blob}, spent_attempt_hash {blob}, refresh_expires_at {integer} NOT NULL,
            created_at {integer} NOT NULL, last_used_at {integer} NOT NULL
        ) {without_rowid};
        CREATE INDEX sessions_by_user ON sessions (user_id);
        CREATE INDEX sessions_by_expiry ON sessions (refresh_expires_at);
        CREATE TABLE secrets (name {text} PRIMARY KEY NOT NULL, value {blob} NOT NULL) {without_rowid};
        """)

    /// A message is one row, clustered by conversation and `seq`; its identifier's index is the idempotency check of a
    /// post. Few messages change after their post: a partial index finds them for catch-up. There are no foreign keys
    /// here: the writer has checked both ends, and checking again on each row would cost a third of a post. For the
    /// same reason `changed_at`, which each commit moves, has no index: its maximum is queried once, when the server
    /// starts.
    private static let conversations = Migration(
        "conversations",
        """
        CREATE TABLE conversations (
            id {blob} PRIMARY KEY NOT NULL, kind {integer} NOT NULL, title {text}, creator_id {blob} NOT NULL,
            created_at {integer} NOT NULL, changed {integer} NOT NULL, head {integer} NOT NULL, changed_at {integer} NOT NULL
        ) {without_rowid};
        CREATE TABLE members (
            conversation_id {blob} NOT NULL, user_id {blob} NOT NULL, role {integer} NOT NULL, has_left {integer} NOT NULL,
            joined {integer} NOT NULL, read_seq {integer} NOT NULL, delivered_seq {integer} NOT NULL,
            changed {integer} NOT NULL, left_at {integer}, PRIMARY KEY (conversation_id, user_id)
        ) {without_rowid};
        CREATE INDEX members_by_user ON members (user_id, conversation_id);
        CREATE TABLE messages (
            conversation_id {blob} NOT NULL, seq {integer} NOT NULL, id {blob} NOT NULL, sender_id {blob} NOT NULL,
            text {text} NOT NULL, written_at {integer} NOT NULL, posted_at {integer} NOT NULL, changed {integer} NOT NULL,
            edited_at {integer}, deleted_at {integer}, PRIMARY KEY (conversation_id, seq)
        ) {without_rowid};
        CREATE UNIQUE INDEX messages_by_id ON messages (id);
        CREATE INDEX messages_changed_later ON messages (conversation_id, changed) WHERE changed <> seq;
        CREATE TABLE operations (
            id {blob} PRIMARY KEY NOT NULL, user_id {blob} NOT NULL, seq {integer} NOT NULL, at {integer} NOT NULL
        ) {without_rowid};
        """)
}
