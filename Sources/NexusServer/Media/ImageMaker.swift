import ImageShim
import NexusCore

/// The server's versions of a picture: one without metadata, upright, and its previews. Blocks until decoding is done
/// or its ``DecodingWatch`` ends it.
enum ImageMaker {
    /// Whether the library was started; once for the process.
    private static let isStarted = nexus_image_start() == 0

    /// Pixels, as shown.
    struct Size: Equatable, Sendable {
        var width: Int
        var height: Int
    }

    /// Reads a picture's header and refuses one that is too expensive to decode.
    ///
    /// - Throws: `Refusal`: `media_damaged`, `image_too_large`; `unavailable` where the library is not there.
    static func check(_ path: String, _ format: nexus_image_format) throws {
        guard isStarted else { throw Refusal(.unavailable, "Pictures cannot be processed at the moment.") }
        var size = nexus_image_size()
        guard nexus_image_measure(path, format, &size) == 0 else { throw damaged() }
        let pixels = Int64(size.width) * Int64(size.height) * Int64(size.frames)
        guard size.width <= Limits.imageSide, size.height <= Limits.imageSide, pixels <= Limits.imagePixels else {
            throw Refusal(
                .imageTooLarge,
                "The picture has \(pixels) pixels; at most \(Limits.imagePixels), and \(Limits.imageSide) on a side, are accepted."
            )
        }
    }

    /// Re-encodes a checked picture: upright, its pixels and nothing else.
    ///
    /// - Throws: `Refusal`: `media_damaged`, `image_too_complex`; `CancellationError`.
    static func clean(
        _ path: String, _ format: nexus_image_format, to output: String, _ watch: DecodingWatch
    ) throws -> Size {
        var size = nexus_image_size()
        try perform(watch) { nexus_image_clean(path, format, output, &size, mustStop, $0) }
        return Size(width: Int(size.width), height: Int(size.height))
    }

    /// Writes a preview of at most `side` pixels.
    ///
    /// - Throws: as ``clean(_:_:to:_:)``.
    static func preview(
        _ path: String, _ format: nexus_image_format, side: Int, to output: String, _ watch: DecodingWatch
    ) throws {
        try perform(watch) { nexus_image_preview(path, format, output, Int32(side), mustStop, $0) }
    }

    private static let mustStop: nexus_image_stop = { context in
        guard let context else { return 0 }
        return Unmanaged<DecodingWatch>.fromOpaque(context).takeUnretainedValue().mustStop ? 1 : 0
    }

    /// Runs work that the watch can cancel.
    private static func perform(_ watch: DecodingWatch, _ work: (UnsafeMutableRawPointer) -> Int32) throws {
        let outcome = withExtendedLifetime(watch) { work(Unmanaged.passUnretained(watch).toOpaque()) }
        switch Int(outcome) {
        case NEXUS_IMAGE_DONE: return
        case NEXUS_IMAGE_STOPPED:
            nexus_image_forget_problems()
            throw watch.refusal
        default:
            // The files of a cancelled upload are gone: that is no damage.
            let damage = damaged()
            throw watch.mustStop ? watch.refusal : damage
        }
    }

    private static func damaged() -> Refusal {
        nexus_image_forget_problems()
        return PictureOutline.damaged
    }
}
