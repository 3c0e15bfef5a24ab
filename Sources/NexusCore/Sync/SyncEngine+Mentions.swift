extension SyncEngine {
    /// The mentions of a text among present and former members of a conversation.
    ///
    /// - Parameter preferred: distinguishes users with the same name.
    public func mentions(
        in text: String, of conversation: ConversationID, preferring preferred: [UserID] = []
    ) -> [Mention] {
        guard text.utf8.contains(UInt8(ascii: "@")), let members = conversations[conversation]?.members else {
            return []
        }
        // Present members take precedence over former ones.
        let present = members.filter { !$0.hasLeft }.map { $0.user }
        return MentionFinder(members.map { ($0.user, $0.name) }, preferring: preferred.isEmpty ? present : preferred)
            .mentions(in: text)
    }
}
