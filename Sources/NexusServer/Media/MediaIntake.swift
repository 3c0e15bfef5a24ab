import ImageShim
import NexusCore

/// The result of an upload: its detected type, a re-encoded picture, and the content's hash. Blocks.
struct MediaIntake: Sendable {
    let id: MediaID
    let type: MediaType
    var hash: ContentHash
    var bytes: Int64
    var width = 0
    var height = 0
    /// The file that becomes the content.
    var file: String

    /// Inspects an upload: its final form, or a picture to decode.
    ///
    /// - Parameter hash: of all its bytes.
    /// - Throws: `Refusal` (`media_type_mismatch`), or what the file system says.
    init(of record: MediaRepository.Record, _ hash: ContentHash, in folder: MediaFolder) throws {
        (id, bytes, file) = (record.id, record.uploadedBytes, folder.incoming(record.id))
        self.hash = hash
        let start = try MediaFolder.read(file, from: 0, count: 4_096)
        type = MediaType(startingWith: start)
        guard !type.contradicts(record.declaredType) else {
            throw Refusal(
                .mediaTypeMismatch,
                "The file does not match its declared type: it is \(type.words), not \(record.declaredType).")
        }
        guard type.imageFormat != nil else { return }
        let end = try MediaFolder.read(file, from: max(0, bytes - 67_584), count: 67_584)
        if let other = MediaType.disguise(start: start, end: end) {
            throw Refusal(.mediaTypeMismatch, "The picture is \(other) at the same time. Send it as a plain picture.")
        }
    }

    /// A re-encoded picture with its previews; other files unchanged.
    ///
    /// - Throws: `Refusal`: `media_damaged`, `image_too_large`, `image_too_complex`; `CancellationError`; what the file system says.
    func decoded(in folder: MediaFolder, _ watch: DecodingWatch) throws -> MediaIntake {
        guard let format = type.imageFormat else { return self }
        let sifted = folder.workfile(id, "sifted")
        _ = try PictureOutline.sift(file, format, to: sifted)
        try ImageMaker.check(sifted, format)
        let clean = folder.workfile(id, "clean")
        let size = try ImageMaker.clean(sifted, format, to: clean, watch)
        // Each from the one before, so that the whole picture is decoded once for all of them.
        var (source, sourceFormat) = (clean, format)
        for side in Limits.previewSides.sorted(by: >) {
            let preview = folder.workfile(id, "\(side)")
            try ImageMaker.preview(source, sourceFormat, side: side, to: preview, watch)
            (source, sourceFormat) = (preview, NEXUS_IMAGE_WEBP)
        }
        guard let hash = try MediaFolder.hash(of: clean) else { throw Refusal.mediaGone }
        var made = self
        (made.hash, made.bytes, made.file) = (hash, try MediaFolder.size(of: clean), clean)
        (made.width, made.height) = (size.width, size.height)
        return made
    }

    /// Stores the content with its previews; the content last, so that every stored content has its previews.
    func store(from folder: MediaFolder, in store: any MediaStore) async throws {
        if type.imageFormat != nil {
            for side in Limits.previewSides {
                try await store.store(
                    folder.workfile(id, "\(side)"), as: MediaObject(hash, preview: side), digest: nil)
            }
        }
        try await store.store(file, as: MediaObject(hash), digest: hash)
    }
}

extension MediaType {
    /// The detected type in words.
    fileprivate var words: String {
        switch self {
        case .html: "a web page"
        case .svg: "an SVG document"
        case .unknown: "an unknown type"
        case .heic, .avif: "a picture of the kind \(name)"
        default: name
        }
    }
}
