import NexusDatabase

extension Schema {
    /// Secrets of authenticator apps, and the hashes of recovery codes that are not spent. A reset link may remove both, for a person
    /// who lost their device.
    static let secondFactors = Migration(
        "second-factors",
        """
        CREATE TABLE second_factors (
            user_id {blob} PRIMARY KEY NOT NULL, secret {blob} NOT NULL, last_step {integer} NOT NULL,
            confirmed_at {integer}
        ) {without_rowid};
        CREATE TABLE recovery_codes (
            user_id {blob} NOT NULL, code_hash {blob} NOT NULL, PRIMARY KEY (user_id, code_hash)
        ) {without_rowid};
        ALTER TABLE password_resets ADD COLUMN removes_factor {integer} NOT NULL DEFAULT 0;
        """)
}
