/// What somebody did to a group, as its history tells it between the messages.
public struct GroupEvent: Equatable, Sendable {
    public enum Kind: Equatable, Sendable {
        /// The group has another title.
        case title
        /// It has another description, or none any more.
        case about
        /// It has another picture.
        case picture
        /// It has no picture any more.
        case noPicture
        /// Its picture and its description changed at once.
        case face
        /// People were added.
        case added
        /// Somebody was taken out.
        case removed
        /// Whoever did it left.
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
    /// The title or the description as it was set; empty otherwise, and where there is none any more.
    public var text: String
    /// Whom it happened to, of `added` and `removed`.
    public var users: [UserID]

    public init(_ kind: Kind, text: String = "", users: [UserID] = []) {
        self.kind = kind
        self.text = text
        self.users = users
    }
}
