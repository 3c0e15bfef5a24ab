import NexusCore

/// The location and limits of media.
public struct MediaSettings: Sendable {
    /// The folder, created if missing; without one nothing can be uploaded.
    public var folder: String?
    /// The object store of finished contents; nil keeps them in the folder, where uploads in progress always are.
    public var store: S3Place?
    /// Whether programs that ask for it are sent to the store for a whole file.
    public var redirects = false
    /// Bytes of one upload.
    public var bytesPerUpload = Limits.mediaBytes
    /// The maximum bytes of one user's media.
    public var bytesPerPerson: Int64 = 5 << 30
    /// Bytes that all uploads take together.
    public var bytesInTotal: Int64 = 100 << 30
    /// Milliseconds that an unused upload is kept.
    public var unusedLife = Limits.unusedMediaMilliseconds
    /// Milliseconds between two garbage collections.
    public var collectionPause: Int64 = 3_600_000
    /// The maximum of unfinished uploads per user.
    public var openUploads = Limits.openUploads
    /// Pictures that are decoded at once, each on a thread.
    public var threads = 2
    /// Threads that write and read files.
    public var fileThreads = 4
    /// The maximum of pictures waiting to be decoded, in all and per user.
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
