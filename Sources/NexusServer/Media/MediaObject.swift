import NexusCore

/// A stored file: a content, or one of its previews.
struct MediaObject: Hashable, Sendable {
    let hash: ContentHash
    /// The preview's longer side in pixels; nil for the content itself.
    var side: Int?

    init(_ hash: ContentHash, preview side: Int? = nil) {
        self.hash = hash
        self.side = side
    }

    /// Its place below the folder, or below the prefix of a store, of all contents.
    var path: String {
        let name = hash.text
        return "\(name.prefix(2))/\(name)" + (side.map { ".\($0)" } ?? "")
    }

    /// Reads what ``path`` writes; nil for anything else.
    init?(path: String) {
        guard let match = path.wholeMatch(of: /([0-9a-f]{2})\/([0-9a-f]{64})(?:\.([0-9]{1,5}))?/),
            match.2.hasPrefix(match.1), let hash = ContentHash(hexadecimal: String(match.2))
        else { return nil }
        self.hash = hash
        side = match.3.flatMap { Int($0) }
    }

    /// A content and all that may be derived from it.
    static func all(of hash: ContentHash) -> [MediaObject] {
        [MediaObject(hash)] + (Limits.previewSides + Limits.pictureSides).map { MediaObject(hash, preview: $0) }
    }
}
