import NexusCore
import NexusDatabase

/// The pictures of users and groups: media in use by their user or group.
enum PictureService {
    /// Requires a finished picture of the user's own.
    ///
    /// - Throws: `Refusal`: `media_gone`; `attachment_invalid` for a file that is not a picture.
    static func require(_ picture: MediaID?, _ context: OperationContext) throws {
        guard let picture else { return }
        guard let record = try MediaRepository.record(picture, in: context.transaction), record.hash != nil,
            record.owner == context.user
        else { throw Refusal.mediaGone }
        guard MediaType(named: record.type).imageFormat != nil else {
            throw Refusal(.attachmentInvalid, "\(record.name) is not a picture.")
        }
    }

    /// A replaced picture is collected a day from now, unless used elsewhere.
    static func release(_ picture: MediaID?, _ context: OperationContext) throws {
        guard let picture else { return }
        try MediaRepository.touch(picture, at: context.now, context.transaction)
    }
}
