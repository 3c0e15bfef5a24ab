/// Makes pictures smaller before they are kept in memory.
public protocol ImageDownsampler: Sendable {
    /// The picture with at most `side` pixels on its longer side, encoded; the given bytes if it is no larger, or cannot be
    /// decoded here.
    func downsampled(_ picture: [UInt8], to side: Int) -> [UInt8]
}

/// Leaves pictures as the server's previews are: for systems without a decoder of their own.
public struct ServerSizes: ImageDownsampler {
    public init() {}

    public func downsampled(_ picture: [UInt8], to side: Int) -> [UInt8] { picture }
}

extension ImageDownsampler where Self == SystemDownsampler {
    /// ImageIO on Apple's systems; elsewhere the server's previews as they are.
    public static var system: SystemDownsampler { SystemDownsampler() }
}

#if canImport(ImageIO)
    public typealias SystemDownsampler = ImageIODownsampler
#else
    public typealias SystemDownsampler = ServerSizes
#endif
