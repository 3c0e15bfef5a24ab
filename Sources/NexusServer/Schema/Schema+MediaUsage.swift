import NexusDatabase

extension Schema {
    /// `media_usage` and `media_total` count the received bytes, per user and in all, and the unfinished uploads per
    /// user. `media.bytes` of an unfinished upload are its received ones; of an older upload, those from its next part
    /// on.
    static let mediaUsage = Migration(
        "media-usage",
        """
        CREATE TABLE media_usage (
            owner_id {blob} PRIMARY KEY NOT NULL, bytes {integer} NOT NULL, open_uploads {integer} NOT NULL
        ) {without_rowid};
        CREATE TABLE media_total (bytes {integer} NOT NULL) {strict};
        UPDATE media SET bytes = 0 WHERE hash IS NULL;
        INSERT INTO media_usage (owner_id, bytes, open_uploads)
            SELECT owner_id, SUM(bytes), SUM(CASE WHEN hash IS NULL THEN 1 ELSE 0 END) FROM media GROUP BY owner_id;
        INSERT INTO media_total (bytes) SELECT COALESCE(SUM(bytes), 0) FROM blobs;
        """)
}
