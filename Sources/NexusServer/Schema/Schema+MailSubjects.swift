import NexusDatabase

extension Schema {
    /// What an e-mail tells of, such as an invitation. With it the e-mail is withdrawn.
    static let mailSubjects = Migration(
        "mail-subjects",
        """
        ALTER TABLE mails ADD COLUMN subject_id {blob};
        CREATE INDEX mails_by_subject ON mails (subject_id) WHERE subject_id IS NOT NULL;
        """)
}
