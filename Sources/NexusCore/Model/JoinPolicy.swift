/// Who may open an account on a server.
public enum JoinPolicy: String, Equatable, Sendable, CaseIterable {
    /// People who were invited.
    case invited
    /// Everyone who reaches the server.
    case everyone
}

/// Who may invite people to a server.
public enum InvitePolicy: String, Equatable, Sendable, CaseIterable {
    /// Every member of the team.
    case members
    case administrators
}
