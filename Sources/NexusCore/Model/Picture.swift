/// A change of a user's or group's picture.
public enum PictureChange: Equatable, Sendable {
    /// Sets this medium, uploaded by the caller.
    case chosen(MediaID)
    /// Shows none.
    case removed

    /// The picture after the change.
    public var media: MediaID? {
        if case .chosen(let media) = self { media } else { nil }
    }
}

/// A change of a group's picture and description; `nil` leaves a field unchanged.
public struct DescriptionChange: Equatable, Sendable {
    /// The description; an empty text removes it.
    public var about: String?
    public var picture: PictureChange?

    public init(about: String? = nil, picture: PictureChange? = nil) {
        self.about = about
        self.picture = picture
    }
}
