import NexusCore
import NexusDatabase

/// Checks a post's attachments against its sender's uploads.
enum AttachmentService {
    /// The attachments as the server knows them: its type, size and dimensions replace the client's.
    ///
    /// - Throws: `Refusal`: `media_gone` for a missing medium or one that the sender may not use; `attachment_invalid`
    ///   for a kind that does not match the file.
    static func resolved(_ attachments: [Attachment], for user: UserID, in reader: Reader) throws -> [Attachment] {
        try attachments.map { attachment in
            guard let record = try MediaRepository.readable(attachment.media, by: user, in: reader) else {
                throw Refusal.mediaGone
            }
            let type = MediaType(named: record.type)
            switch attachment.kind {
            case .image where type.imageFormat == nil:
                throw Refusal(.attachmentInvalid, "\(record.name) is not a picture. Send it as a file.")
            case .voice where !record.type.hasPrefix("audio/"):
                throw Refusal(.attachmentInvalid, "\(record.name) is not a recording. Send it as a file.")
            default: break
            }
            var result = attachment
            result.name = record.name
            result.type = record.type
            result.bytes = record.bytes
            (result.width, result.height) = (record.width, record.height)
            return result
        }
    }
}
