/// The reactions of one emoji, as a screen shows them beneath a message.
public struct ReactionRow: Equatable, Sendable {
    /// Names told at once, at most; whoever wants all of them asks for the message's details.
    public static let nameLimit = 12

    public var emoji: String
    /// In the order in which they reacted.
    public var users: [UserID]
    public var isMine: Bool
    /// Names of the first of them, without one's own.
    public var names: [String]

    public var count: Int { users.count }

    init(_ reaction: Reaction, me: UserID, name: (UserID) -> String) {
        emoji = reaction.emoji
        users = reaction.users
        isMine = reaction.users.contains(me)
        names = reaction.users.filter { $0 != me }.prefix(ReactionRow.nameLimit).map(name)
    }
}
