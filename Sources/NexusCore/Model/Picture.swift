/// What somebody wants of a picture that stands for a person or a group.
public enum PictureChange: Equatable, Sendable {
    /// Shows this medium, which they uploaded themself, in the place of what was shown.
    case chosen(MediaID)
    /// Shows none.
    case removed

    /// What is shown after the change.
    public var media: MediaID? {
        if case .chosen(let media) = self { media } else { nil }
    }
}

/// What somebody wants to have otherwise about a group, beside its title; `nil` leaves it as it is.
public struct DescriptionChange: Equatable, Sendable {
    /// What the group is for; an empty text takes it away.
    public var about: String?
    public var picture: PictureChange?

    public init(about: String? = nil, picture: PictureChange? = nil) {
        self.about = about
        self.picture = picture
    }
}
