import NexusCore
import NexusDatabase

/// The pictures that stand for people and groups: media like others, carried by who shows them.
enum PictureService {
    /// A picture that is to be shown was uploaded whole, by whoever shows it.
    ///
    /// - Throws: `Refusal`: `media_gone`; `attachment_invalid` for a file that is no picture.
    static func require(_ picture: MediaID?, _ context: OperationContext) throws {
        guard let picture else { return }
        guard let record = try MediaRepository.record(picture, in: context.transaction), record.hash != nil,
            record.owner == context.user
        else { throw Refusal.mediaGone }
        guard MediaType(named: record.type).imageFormat != nil else {
            throw Refusal(.attachmentInvalid, "\(record.name) is no picture.")
        }
    }

    /// What is shown no longer is collected a day from now, unless something else carries it.
    static func release(_ picture: MediaID?, _ context: OperationContext) throws {
        guard let picture else { return }
        try MediaRepository.touch(picture, at: context.now, context.transaction)
    }
}
