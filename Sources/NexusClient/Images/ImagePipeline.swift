import NexusCore

/// The pictures of messages, people and groups: from memory, from disk, or from the server. Requests for the same picture share
/// one download, and a download that no caller waits for is cancelled.
///
/// ```swift
/// let images = await client.images
/// let picture = try await images.picture(ImageRequest(attachment, side: 640))
/// ```
public actor ImagePipeline {
    private let source: any ImageSource
    private let downsampler: any ImageDownsampler
    private let disk: DiskImageCache
    private var memory: LeastRecentlyUsed<ImageRequest, [UInt8]>
    private let downloads = SharedWork<ImageDownload, [UInt8]>()
    private let pictures = SharedWork<ImageRequest, [UInt8]>()
    /// Counts calls of ``removeAll()``: what was begun before one is not kept.
    private var generation = 0

    /// - Parameters:
    ///   - folder: of the disk cache; created when needed. One pipeline at a time may use it.
    ///   - limits: of both caches.
    public init(
        from source: any ImageSource, folder: String, limits: ImageLimits = ImageLimits(),
        downsampler: any ImageDownsampler = .system
    ) {
        self.source = source
        self.downsampler = downsampler
        disk = DiskImageCache(folder: folder, limit: limits.diskBytes)
        memory = LeastRecentlyUsed(limit: limits.memoryBytes)
    }

    /// The encoded bytes of a picture (JPEG, PNG, WebP or GIF), not larger than needed if the system can make it smaller.
    ///
    /// - Throws: ``ClientError/offline(_:)``, ``ClientError/refused(_:)`` (`media_gone`); `CancellationError` when the task is
    ///   cancelled.
    public func picture(_ request: ImageRequest) async throws -> [UInt8] {
        if let held = memory.value(of: request) { return held }
        let begun = generation
        let picture = try await pictures.value(of: request) { [downsampler] in
            let original = try await self.original(request.download, begun)
            guard let side = request.side else { return original }
            return downsampler.downsampled(original, to: side)
        }
        if begun == generation { _ = memory.insert(picture, for: request, cost: picture.count) }
        return picture
    }

    /// The picture if it is in memory: for the first frame of a screen.
    public func held(_ request: ImageRequest) -> [UInt8]? { memory.value(of: request) }

    /// Removes everything from memory, as the system asks when it is short of it.
    public func removeFromMemory() { memory.removeAll() }

    /// Cancels all requests, and removes everything from memory and disk.
    public func removeAll() async {
        generation += 1
        memory.removeAll()
        await pictures.cancelAll()
        await downloads.cancelAll()
        await disk.removeAll()
    }

    private func original(_ download: ImageDownload, _ begun: Int) async throws -> [UInt8] {
        try await downloads.value(of: download) { [source, disk] in
            if let kept = await disk.content(of: download.name) { return kept }
            let bytes = try await source.bytes(of: download)
            try Task.checkCancellation()
            await self.keep(bytes, of: download, begun)
            return bytes
        }
    }

    private func keep(_ bytes: [UInt8], of download: ImageDownload, _ begun: Int) async {
        guard begun == generation else { return }
        await disk.keep(bytes, as: download.name)
    }
}
