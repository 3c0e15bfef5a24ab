/// An earlier text of a message.
public struct MessageVersion: Equatable, Sendable {
    public var text: String
    public var mentions: [Mention]
    /// The time of this version.
    public var at: Timestamp

    public init(text: String, mentions: [Mention] = [], at: Timestamp) {
        self.text = text
        self.mentions = mentions
        self.at = at
    }
}

/// All versions of a message, oldest first; the last is the current one.
public struct VersionList: Equatable, Sendable {
    public var versions: [MessageVersion]

    public init(versions: [MessageVersion]) { self.versions = versions }
}
