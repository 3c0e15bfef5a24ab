import Foundation
import NexusCore

extension NexusClient {
    /// Writes a message with attachments. Returns once it and copies of the files are durable on this device, from
    /// where they are uploaded in order. ``ClientEvent/uploading(_:sent:total:)`` reports progress.
    ///
    /// - Parameters:
    ///   - text: may be empty if there are files.
    ///   - original: the message to reply to.
    ///   - mentioned: distinguishes members with the same name.
    /// - Returns: the message's identifier.
    /// - Throws: ``ClientError/fileUnavailable(_:)``; ``ClientError/refused(_:)`` for files that are empty, too large or too many.
    @discardableResult
    public func send(
        _ text: String, files: [OutgoingFile], in conversation: ConversationID, replyingTo original: MessageID? = nil,
        mentioning mentioned: [UserID] = []
    ) async throws(ClientError) -> MessageID {
        let id = newOperationID()
        var attachments: [Attachment] = []
        for file in files {
            var random = SystemRandomNumberGenerator()
            attachments.append(try file.described(as: MediaID(at: clock.now(), using: &random)))
        }
        let mentions = try await engine().mentions(in: text, of: conversation, preferring: mentioned)
        let post: Post
        do throws(Refusal) {
            post = try Post(
                text: text, mentions: mentions, writtenAt: clock.now(), replyTo: original, attachments: attachments
            ).checked()
        } catch {
            throw .refused(error)
        }
        let uploads = folder.uploads
        for (file, attachment) in zip(files, attachments) { try uploads.keep(file.path, as: attachment.media, of: id) }
        do throws(ClientError) {
            try await take(.perform(NexusCore.Operation(id: id, kind: .post(conversation, post)), people: []))
        } catch {
            removeUploads(ofUnqueued: id)
            throw error
        }
        return id.retyped()
    }

    /// The preview of a picture: WebP, at most that many pixels on its longer side.
    ///
    /// - Parameter side: one of `Limits.previewSides` or `Limits.pictureSides`.
    /// - Throws: ``ClientError/offline(_:)``; ``ClientError/refused(_:)`` (`media_gone`).
    public func preview(of media: MediaID, side: Int) async throws(ClientError) -> [UInt8] {
        try await api().bytes(of: media, preview: side)
    }

    /// Downloads a file to `path` in parts; an interrupted download resumes.
    ///
    /// - Throws: ``ClientError/offline(_:)``; ``ClientError/refused(_:)`` (`media_gone`); ``ClientError/fileUnavailable(_:)``.
    public func download(_ attachment: Attachment, to path: String) async throws(ClientError) {
        let partial = path + ".part-\(attachment.media.text.suffix(8))"
        let api = try api()
        do {
            if !FileManager.default.fileExists(atPath: partial) {
                guard FileManager.default.createFile(atPath: partial, contents: nil) else {
                    throw ClientError.fileUnavailable("\(path) cannot be written")
                }
            }
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: partial))
            defer { try? file.close() }
            var offset = Int64(try file.seekToEnd())
            if offset > attachment.bytes {
                try file.truncate(atOffset: 0)
                offset = 0
            }
            while offset < attachment.bytes {
                let end = min(offset + AuthorizedAPI.downloadPartBytes, attachment.bytes)
                let part = try await api.bytes(of: attachment.media, range: offset..<end)
                guard !part.isEmpty else { throw ClientError.invalidAnswer("the file ends too early") }
                try file.write(contentsOf: part)
                offset += Int64(part.count)
            }
            try file.synchronize()
            try file.close()
            if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
            try FileManager.default.moveItem(atPath: partial, toPath: path)
        } catch let error as ClientError {
            throw error
        } catch {
            throw .fileUnavailable("\(path) cannot be written")
        }
    }
}
