import NexusCore
import NexusDatabase

/// The pictures of users, groups and the team: media that they use.
enum PictureService {
    /// Requires a finished picture of the user's own.
    ///
    /// - Throws: `Refusal`: `media_gone`; `attachment_invalid` for a file that is not a picture.
    static func require(_ picture: MediaID?, _ context: OperationContext) throws {
        try require(picture, of: context.user, context.transaction)
    }

    /// Requires a finished picture that the user uploaded.
    ///
    /// - Throws: as ``require(_:_:)``.
    static func require(_ picture: MediaID?, of user: UserID, _ transaction: Transaction) throws {
        guard let picture else { return }
        guard let record = try MediaRepository.record(picture, in: transaction), record.hash != nil,
            record.owner == user
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
