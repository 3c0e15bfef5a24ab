import NexusDatabase

extension Schema {
    /// People's reminders of insights. `due_at` is when the server looks at one next: to fire it, or to delete one that fired. There is no
    /// foreign key to the insight: one that is read again comes back with its identifier.
    ///
    /// `reminder_pushes` is the queue of the devices that are to show one; a row goes once the device was told.
    static let reminders = Migration(
        "reminders",
        """
        CREATE TABLE reminders (
            user_id {blob} NOT NULL, insight_id {blob} NOT NULL, at {integer} NOT NULL, due_at {integer} NOT NULL,
            fired_at {integer}, PRIMARY KEY (user_id, insight_id)
        ) {without_rowid};
        CREATE INDEX reminders_due ON reminders (due_at);
        CREATE INDEX reminders_by_insight ON reminders (insight_id);
        CREATE TABLE reminder_pushes (
            endpoint_id {blob} NOT NULL, insight_id {blob} NOT NULL, due_at {integer} NOT NULL,
            expires_at {integer} NOT NULL, attempts {integer} NOT NULL, PRIMARY KEY (endpoint_id, insight_id)
        ) {without_rowid};
        CREATE INDEX reminder_pushes_due ON reminder_pushes (due_at);
        """)
}
