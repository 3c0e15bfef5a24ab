import NexusCore

extension NexusClient {
    /// The pictures of messages, people and groups, with the caches of this profile. They are cleared on sign-out.
    public var images: ImagePipeline {
        if let imagePipeline { return imagePipeline }
        let pipeline = ImagePipeline(
            from: ServerImages(client: self), folder: folder.images, limits: configuration.images)
        imagePipeline = pipeline
        return pipeline
    }

    /// Fetches pictures as the user who is signed in at that time.
    private struct ServerImages: ImageSource {
        weak var client: NexusClient?

        func bytes(of download: ImageDownload) async throws -> [UInt8] {
            guard let client else { throw ClientError.signedOut }
            let api = try await client.api()
            if let preview = download.preview { return try await api.bytes(of: download.media, preview: preview) }
            var bytes: [UInt8] = []
            while Int64(bytes.count) < download.bytes {
                try Task.checkCancellation()
                let start = Int64(bytes.count)
                let end = min(start + AuthorizedAPI.downloadPartBytes, download.bytes)
                let part = try await api.bytes(of: download.media, range: start..<end)
                guard !part.isEmpty else { throw ClientError.invalidAnswer("the picture ends too early") }
                bytes += part
            }
            return bytes
        }
    }
}
