import NexusDatabase

extension Schema {
    /// A medium is one user's upload; a blob is a content, stored once for any number of media. `message_media` lists
    /// the messages that carry a medium: users who may read one of them may fetch it. A medium without any is collected
    /// a day after `touched_at`.
    static let media = Migration(
        "media",
        """
        CREATE TABLE blobs (hash {blob} PRIMARY KEY NOT NULL, bytes {integer} NOT NULL) {without_rowid};
        CREATE TABLE media (
            id {blob} PRIMARY KEY NOT NULL, owner_id {blob} NOT NULL, name {text} NOT NULL, declared_type {text} NOT NULL,
            declared_hash {blob}, uploaded_bytes {integer} NOT NULL, type {text} NOT NULL, bytes {integer} NOT NULL,
            width {integer} NOT NULL, height {integer} NOT NULL, hash {blob}, created_at {integer} NOT NULL,
            touched_at {integer} NOT NULL
        ) {without_rowid};
        CREATE INDEX media_by_owner ON media (owner_id, bytes);
        CREATE INDEX media_by_hash ON media (hash);
        CREATE INDEX media_by_touch ON media (touched_at);
        CREATE TABLE message_media (
            media_id {blob} NOT NULL, conversation_id {blob} NOT NULL, seq {integer} NOT NULL,
            PRIMARY KEY (media_id, conversation_id, seq)
        ) {without_rowid};
        CREATE INDEX message_media_by_message ON message_media (conversation_id, seq);
        ALTER TABLE messages ADD COLUMN attachments {text};
        """)
}
