extension GroupEvent {
    /// The maximum of names.
    private static let named = 3
    /// Characters of a description that are shown, at most.
    private static let textCharacters = 140

    /// The sentence of a group event.
    ///
    /// - Parameters:
    ///   - actor: the author.
    ///   - me: the reader.
    ///   - name: the present name of a user; empty if unknown.
    func sentence(by actor: UserID, for me: UserID, _ name: (UserID) -> String) -> String {
        func known(_ user: UserID) -> String { name(user).isEmpty ? "someone" : name(user) }
        let who = actor == me ? "You" : name(actor).isEmpty ? "Someone" : name(actor)
        switch kind {
        case .title: return who + " named the group “" + text + "”"
        case .about:
            if let days = retentionDays {
                if days <= 0 { return who + " turned off the deletion of old messages" }
                return who + " set messages to be deleted after " + (days == 1 ? "a day" : "\(days) days")
            }
            if text.isEmpty { return who + " removed the description" }
            return who + " changed the description: " + Excerpt.of(text, characters: GroupEvent.textCharacters)
        case .picture: return who + " changed the picture"
        case .noPicture: return who + " removed the picture"
        case .face: return who + " changed the picture and the description"
        case .added, .removed:
            var whom = ""
            for (position, user) in users.prefix(GroupEvent.named).enumerated() {
                if position > 0 { whom += position + 1 == users.count ? " and " : ", " }
                whom += user == me ? "you" : known(user)
            }
            let others = users.count - GroupEvent.named
            if others > 0 { whom += others == 1 ? " and one other" : " and \(others) others" }
            return who + (kind == .added ? " added " : " removed ") + whom
        case .left: return who + " left"
        }
    }
}
