extension SyncEngine {
    /// Users who share, or shared, a conversation with the user, by name, without blocked ones: those that this device
    /// can find offline.
    public var knownPeople: [User] {
        var people: [User] = []
        let blocked = ownView.blocked
        for state in conversations.values {
            for member in state.members where member.user != me && !blocked.contains(member.user) {
                guard !people.contains(where: { $0.id == member.user }) else { continue }
                let user = User(id: member.user, name: member.name, email: "", picture: member.picture)
                let position = people.firstIndex { user.name != $0.name ? user.name < $0.name : user.id < $0.id }
                people.insert(user, at: position ?? people.count)
            }
        }
        return people
    }
}
