/// A change of a group in its history.
public struct GroupEvent: Equatable, Sendable {
    public enum Kind: String, Equatable, Sendable, CaseIterable {
        /// The group has another title.
        case title
        /// The description was changed or removed.
        case about
        /// The picture was changed.
        case picture
        /// The picture was removed.
        case noPicture
        /// Its picture and its description changed at once.
        case face
        /// Members were added.
        case added
        /// Members were removed.
        case removed
        /// The actor left.
        case left
    }

    public var kind: Kind
    /// The new title or description; empty for other events, and if removed.
    public var text: String
    /// The users concerned, for `added` and `removed`.
    public var users: [UserID]
    /// With the kind `about`: the days after which messages are deleted from now on, 0 for never. Clients that do not know it show the
    /// text.
    public var retentionDays: Int?

    public init(_ kind: Kind, text: String = "", users: [UserID] = [], retentionDays: Int? = nil) {
        self.retentionDays = retentionDays
        self.kind = kind
        self.text = text
        self.users = users
    }
}
