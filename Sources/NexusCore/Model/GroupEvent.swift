/// A change of a group in its history.
public struct GroupEvent: Equatable, Sendable {
    public enum Kind: Equatable, Sendable {
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

        /// The word in JSON.
        public var name: String {
            switch self {
            case .title: "title"
            case .about: "about"
            case .picture: "picture"
            case .noPicture: "noPicture"
            case .face: "face"
            case .added: "added"
            case .removed: "removed"
            case .left: "left"
            }
        }

        init?(named name: String) {
            switch name {
            case "title": self = .title
            case "about": self = .about
            case "picture": self = .picture
            case "noPicture": self = .noPicture
            case "face": self = .face
            case "added": self = .added
            case "removed": self = .removed
            case "left": self = .left
            default: return nil
            }
        }
    }

    public var kind: Kind
    /// The new title or description; empty for other events, and if removed.
    public var text: String
    /// The users concerned, for `added` and `removed`.
    public var users: [UserID]

    public init(_ kind: Kind, text: String = "", users: [UserID] = []) {
        self.kind = kind
        self.text = text
        self.users = users
    }
}
