import NexusCore

/// Where media are kept and how much of them.
public struct MediaSettings: Sendable {
    /// Where the bytes are kept, made when missing; without one nothing can be uploaded.
    public var folder: String?
    /// Bytes of one upload.
    public var bytesPerUpload = Limits.mediaBytes
    /// Bytes that the uploads of one person take together.
    public var bytesPerPerson: Int64 = 5 << 30
    /// Bytes that all uploads take together.
    public var bytesInTotal: Int64 = 100 << 30
    /// Milliseconds that an upload which no message carries is kept.
    public var unusedLife = Limits.unusedMediaMilliseconds
    /// Milliseconds between two collections of what is unused.
    public var collectionPause: Int64 = 3_600_000
    /// Threads that decode pictures and check uploads.
    public var threads = 2

    public init() {}
}
