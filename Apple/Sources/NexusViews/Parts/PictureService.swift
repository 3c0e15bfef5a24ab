import NexusClient

/// Brings pictures at the size that a screen needs.
public protocol PictureService: Sendable {
    /// The encoded bytes of a picture, from a cache if it has them.
    func picture(_ request: ImageRequest) async throws -> [UInt8]
}

extension NexusClient: PictureService {
    public func picture(_ request: ImageRequest) async throws -> [UInt8] { try await images.picture(request) }
}
