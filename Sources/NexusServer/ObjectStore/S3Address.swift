/// A place in an object store: `s3://bucket/prefix`. Everything below it belongs to its user.
public struct S3Address: Equatable, Sendable, CustomStringConvertible {
    public let bucket: String
    /// Without a slash at either end; may be empty.
    public let prefix: String

    /// - Returns: nil for anything but `s3://`, the name of a bucket (3 to 63 small letters, digits, dots and hyphens) and
    ///   a prefix of at most 512 plain characters.
    public init?(_ text: String) {
        guard let match = text.wholeMatch(of: /s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(\/[A-Za-z0-9!_.\/-]{0,512})?/)
        else { return nil }
        let parts = (match.2 ?? "").split(separator: "/").map(String.init)
        guard !parts.contains("."), !parts.contains("..") else { return nil }
        bucket = String(match.1)
        prefix = parts.joined(separator: "/")
    }

    /// Whether a text names a store rather than a folder.
    public static func isAddress(_ text: String) -> Bool { text.contains("://") }

    public var description: String { "s3://\(bucket)\(prefix.isEmpty ? "" : "/")\(prefix)" }

    /// The key of a name below the prefix.
    func key(_ name: String) -> String { prefix.isEmpty ? name : "\(prefix)/\(name)" }

    /// The name of a key below the prefix; nil for any other.
    func name(of key: String) -> String? {
        guard !prefix.isEmpty else { return key }
        return key.hasPrefix(prefix + "/") ? String(key.dropFirst(prefix.count + 1)) : nil
    }
}
