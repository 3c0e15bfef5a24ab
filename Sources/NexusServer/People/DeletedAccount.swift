import NexusCore

/// What remains of a deleted account: a row that keeps its messages together.
enum DeletedAccount {
    static let name = "Deleted account"

    /// An address that cannot exist, since the old one is free for a new account.
    static func address(of user: UserID) -> String { "\(user.text)@deleted.invalid" }
}
