/// What a message said until an edit replaced it.
public struct MessageVersion: Equatable, Sendable {
    public var text: String
    public var mentions: [Mention]
    /// Since when it said that.
    public var at: Timestamp

    public init(text: String, mentions: [Mention] = [], at: Timestamp) {
        self.text = text
        self.mentions = mentions
        self.at = at
    }
}

/// All that a message has said, oldest first; the last is what it says now.
public struct VersionList: Equatable, Sendable {
    public var versions: [MessageVersion]

    public init(versions: [MessageVersion]) { self.versions = versions }
}
