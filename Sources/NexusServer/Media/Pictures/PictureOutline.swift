import ImageShim
import NexusCore

/// The cost of decoding a picture, according to its container, before any of it is decoded.
struct PictureOutline: Equatable, Sendable {
    /// Pixels, before the picture is turned.
    var width = 0
    var height = 0
    /// Frames of an animation; 1 of any other picture.
    var frames = 1
    /// Pixels of all frames that are decoded, which may be larger than the picture.
    var pixels: Int64 = 0
    /// Times that a JPEG goes over its pixels; 1 of any other format.
    var scans = 1
    /// Whether a PNG is interlaced in seven passes and decoded as a whole.
    var isInterlaced = false

    /// Copies a picture without the parts that decoding does not need: texts, comments, thumbnails, application data,
    /// and colour profiles and Exif blocks beyond ``Limits/imageProfileBytes`` and ``Limits/imageMetadataBytes``.
    /// Blocks.
    ///
    /// - Throws: `Refusal`: `image_too_large`, `image_too_complex`, `media_damaged`; `FileProblem`.
    static func sift(_ path: String, _ format: nexus_image_format, to output: String) throws -> PictureOutline {
        let stream = try PictureStream(path, to: output)
        let outline =
            switch format {
            case NEXUS_IMAGE_PNG: try PNGSieve.sift(stream)
            case NEXUS_IMAGE_JPEG: try JPEGSieve.sift(stream)
            case NEXUS_IMAGE_WEBP: try WebPSieve.sift(stream)
            default: try GIFSieve.sift(stream)
            }
        try stream.flush()
        return outline
    }

    /// Sets the size of a picture of one frame.
    mutating func setSize(_ width: Int, _ height: Int) throws {
        guard width > 0, height > 0 else { throw PictureOutline.damaged }
        (self.width, self.height) = (width, height)
        pixels = Int64(width) * Int64(height)
        try check()
    }

    /// Counts a frame of an animation, the first too.
    mutating func addFrame(_ number: Int, width: Int, height: Int) throws {
        let canvas = Int64(self.width) * Int64(self.height)
        let frame = max(canvas, Int64(width) * Int64(height))
        frames = number
        pixels = number == 1 ? frame : pixels + frame
        try check()
    }

    /// - Throws: `Refusal`: `image_too_large`, `image_too_complex`.
    func check() throws {
        guard width <= Limits.imageSide, height <= Limits.imageSide, pixels <= Limits.imagePixels else {
            throw Refusal(
                .imageTooLarge,
                "The picture has \(pixels) pixels; at most \(Limits.imagePixels), and \(Limits.imageSide) on a side, are accepted."
            )
        }
        guard frames <= Limits.imageFrames else {
            throw PictureOutline.tooComplex("It has more than \(Limits.imageFrames) frames.")
        }
        guard scans <= Limits.imageScans, Int64(scans) * pixels <= Limits.imageScannedPixels else {
            throw PictureOutline.tooComplex("It is stored in \(scans) or more scans.")
        }
        guard !isInterlaced || pixels <= Limits.interlacedPixels else {
            throw PictureOutline.tooComplex("It is interlaced and has more than \(Limits.interlacedPixels) pixels.")
        }
    }

    static var damaged: Refusal { Refusal(.mediaDamaged, "The picture is damaged: it cannot be decoded.") }

    static func tooComplex(_ reason: String) -> Refusal {
        Refusal(
            .imageTooComplex,
            "The picture takes too much work to decode. \(reason) Save it in a simpler form, or send it smaller.")
    }
}

extension [UInt8] {
    /// A big-endian number of that many bytes.
    func bigEndian(at offset: Int, _ count: Int) -> Int {
        self[offset..<(offset + count)].reduce(0) { $0 << 8 | Int($1) }
    }

    /// A little-endian number of that many bytes.
    func littleEndian(at offset: Int, _ count: Int) -> Int {
        self[offset..<(offset + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
