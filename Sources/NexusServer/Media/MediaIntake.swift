import NexusCore

/// What an upload turned out to be: its type found, a picture made anew, and the content named by its hash. Blocks.
struct MediaIntake: Sendable {
    let id: MediaID
    var type: MediaType
    var hash: ContentHash
    var bytes: Int64
    var width = 0
    var height = 0
    /// The file that becomes the content.
    var file: String

    /// Looks at an upload that has come in whole.
    ///
    /// - Throws: as ``MediaService/finish(_:by:)``.
    static func take(_ record: MediaRepository.Record, in folder: MediaFolder) throws -> MediaIntake {
        let id = record.id
        let upload = folder.incoming(id)
        let received = try folder.received(id)
        guard received == record.uploadedBytes else {
            throw Refusal(
                .uploadIncomplete, "The upload stands at byte \(received) of \(record.uploadedBytes).")
        }
        guard let uploaded = try MediaFolder.hash(of: upload) else { throw Refusal.mediaGone }
        guard record.declaredHash == nil || record.declaredHash == uploaded else {
            throw Refusal(.uploadMismatch, "What came is not what was announced: its hash differs. Send it again.")
        }
        let start = try MediaFolder.read(upload, from: 0, count: 4_096)
        let type = MediaType(startingWith: start)
        guard !type.contradicts(record.declaredType) else {
            throw Refusal(
                .mediaTypeMismatch,
                "The file is not what it claims to be: its bytes are \(type.words), not \(record.declaredType).")
        }
        guard let format = type.imageFormat else {
            return MediaIntake(id: id, type: type, hash: uploaded, bytes: received, file: upload)
        }
        let end = try MediaFolder.read(upload, from: max(0, received - 67_584), count: 67_584)
        if let other = MediaType.disguise(start: start, end: end) {
            throw Refusal(.mediaTypeMismatch, "The picture is \(other) at the same time: such a file is not taken.")
        }
        try ImageMaker.check(upload, format)
        let clean = folder.workfile(id, "clean")
        let size = try ImageMaker.clean(upload, format, to: clean)
        for side in Limits.previewSides {
            try ImageMaker.preview(clean, format, side: side, to: folder.workfile(id, "\(side)"))
        }
        guard let hash = try MediaFolder.hash(of: clean) else { throw Refusal.mediaGone }
        return MediaIntake(
            id: id, type: type, hash: hash, bytes: try MediaFolder.size(of: clean), width: size.width,
            height: size.height, file: clean)
    }

    /// Stores the content with its previews; the content last, so that whatever has it has them.
    func store(in folder: MediaFolder) throws {
        if type.imageFormat != nil {
            for side in Limits.previewSides {
                try folder.store(folder.workfile(id, "\(side)"), as: hash, preview: side)
            }
        }
        try folder.store(file, as: hash)
    }
}

extension MediaType {
    /// What was found, in words for a person.
    fileprivate var words: String {
        switch self {
        case .html: "a web page"
        case .svg: "an SVG document"
        case .unknown: "of no known kind"
        default: name
        }
    }
}
