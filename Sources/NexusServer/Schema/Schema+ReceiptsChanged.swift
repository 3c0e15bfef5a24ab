import NexusDatabase

extension Schema {
    /// `receipts_changed` is the `seq` at which the member last hid or showed receipts, since when they see the rows of
    /// all members differently; 0 before. A catch-up from an earlier cursor has all rows.
    static let receiptsChanged = Migration.expansion(
        "receipts-changed", "ALTER TABLE members ADD COLUMN receipts_changed {integer} NOT NULL DEFAULT 0;")
}
