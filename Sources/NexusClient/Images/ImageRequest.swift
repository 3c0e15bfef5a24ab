import NexusCore

/// A picture at the size at which a screen shows it.
public struct ImageRequest: Hashable, Sendable {
    public let media: MediaID
    /// Pixels of the longer side on the screen; `nil` for all there are.
    public let side: Int?
    /// Bytes of the original.
    let bytes: Int64
    private let isPortrait: Bool

    /// A picture of a message.
    ///
    /// - Parameter side: pixels, not points; `nil` for the original.
    public init(_ attachment: Attachment, side: Int? = nil) {
        media = attachment.media
        bytes = attachment.bytes
        self.side = side.map { max($0, 1) }
        isPortrait = false
    }

    /// The picture of a user or a group.
    ///
    /// - Parameter side: pixels, not points; the server has at most 800 (`Limits.pictureSides`).
    public init(portrait: MediaID, side: Int) {
        media = portrait
        bytes = 0
        self.side = max(side, 1)
        isPortrait = true
    }

    /// The smallest preview of the server that suffices; `nil` for the original.
    public var preview: Int? {
        let sides = isPortrait ? Limits.pictureSides : Limits.previewSides
        guard let side else { return isPortrait ? sides.last : nil }
        return sides.first { $0 >= side } ?? (isPortrait ? sides.last : nil)
    }

    /// What is fetched for it: the same for all sizes that one preview serves.
    var download: ImageDownload { ImageDownload(media: media, preview: preview, bytes: bytes) }
}

/// A file of the server: an original or one of its previews.
public struct ImageDownload: Hashable, Sendable {
    public var media: MediaID
    /// Pixels of the longer side of a preview; `nil` for the original.
    public var preview: Int?
    /// Bytes of the original; 0 where only previews are asked for.
    public var bytes: Int64

    /// The name of its file in a cache.
    var name: String { "\(media.text)-\(preview.map { "\($0)" } ?? "original")" }
}

/// The limits of the picture caches.
public struct ImageLimits: Equatable, Sendable {
    /// Bytes of pictures kept in memory.
    public var memoryBytes: Int
    /// Bytes of pictures kept on disk.
    public var diskBytes: Int

    public init(memoryBytes: Int = 64 << 20, diskBytes: Int = 256 << 20) {
        self.memoryBytes = memoryBytes
        self.diskBytes = diskBytes
    }
}

/// Fetches pictures; tests bring their own.
public protocol ImageSource: Sendable {
    /// - Throws: ``ClientError``; `CancellationError` when the task is cancelled.
    func bytes(of download: ImageDownload) async throws -> [UInt8]
}
