/// The reactions of one emoji, as a screen shows them beneath a message.
public struct ReactionRow: Equatable, Sendable {
    /// The maximum of names; the message's details have all of them.
    public static let nameLimit = 12

    public var emoji: String
    /// In the order in which they reacted.
    public var users: [UserID]
    public var isMine: Bool
    /// Names of the first users, without the user's own.
    public var names: [String]

    public var count: Int { users.count }

    init(_ reaction: Reaction, me: UserID, name: (UserID) -> String) {
        emoji = reaction.emoji
        users = reaction.users
        isMine = reaction.users.contains(me)
        names = reaction.users.filter { $0 != me }.prefix(ReactionRow.nameLimit).map(name)
    }
}
