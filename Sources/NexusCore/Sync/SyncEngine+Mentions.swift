extension SyncEngine {
    /// Whom a text mentions among the people of a conversation, those who were there among them.
    ///
    /// - Parameter preferred: of several people with one name, these are meant.
    public func mentions(
        in text: String, of conversation: ConversationID, preferring preferred: [UserID] = []
    ) -> [Mention] {
        guard text.utf8.contains(UInt8(ascii: "@")), let members = conversations[conversation]?.members else {
            return []
        }
        // Who is there now is meant rather than who was.
        let present = members.filter { !$0.hasLeft }.map { $0.user }
        return MentionFinder(members.map { ($0.user, $0.name) }, preferring: preferred.isEmpty ? present : preferred)
            .mentions(in: text)
    }
}
