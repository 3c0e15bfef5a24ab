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
    /// Uploads of one person that have not been finished.
    public var openUploads = Limits.openUploads
    /// Pictures that are decoded at once, each on a thread.
    public var threads = 2
    /// Threads that write and read files.
    public var fileThreads = 4
    /// Pictures that may wait to be decoded, and those of one person.
    public var waitingPictures = Limits.waitingPictures
    public var waitingPicturesOfOne = Limits.waitingPicturesOfOne
    /// Milliseconds that the work on one picture may take.
    public var pictureMilliseconds = Limits.pictureMilliseconds
    /// Milliseconds of a clock that is never set, by which that time is measured.
    var uptime: @Sendable () -> Int64 = {
        let (seconds, attoseconds) = (ContinuousClock.now - MediaSettings.start).components
        return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }
    private static let start = ContinuousClock.now

    public init() {}
}
