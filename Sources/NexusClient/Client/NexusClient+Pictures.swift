import NexusCore

extension NexusClient {
    /// Sets the user's picture; returns once a copy of it is durable on this device, from where it is uploaded. The
    /// server re-encodes it, at most 800 pixels wide and high (`Limits.pictureSides`); ``preview(of:side:)`` fetches
    /// it.
    ///
    /// - Throws: ``ClientError/fileUnavailable(_:)``; ``ClientError/refused(_:)`` for a file that is no picture, empty or too large.
    @discardableResult
    public func setPicture(_ path: String) async throws(ClientError) -> OperationID {
        try await show(path) { .updateProfile(ProfileChange(picture: .chosen($0))) }
    }

    /// Removes the user's picture.
    @discardableResult
    public func removePicture() async throws(ClientError) -> OperationID {
        try await perform(.updateProfile(ProfileChange(picture: .removed)))
    }

    /// Gives a group a picture, as ``setPicture(_:)``; any of its members may.
    @discardableResult
    public func setPicture(_ path: String, of group: ConversationID) async throws(ClientError) -> OperationID {
        try await show(path) { .describe(group, DescriptionChange(picture: .chosen($0))) }
    }

    /// Takes a group's picture away.
    @discardableResult
    public func removePicture(of group: ConversationID) async throws(ClientError) -> OperationID {
        try await perform(.describe(group, DescriptionChange(picture: .removed)))
    }

    /// Sets a group's description; an empty text removes it. Any of its members may.
    ///
    /// - Throws: ``ClientError/refused(_:)`` for a text longer than `Limits.descriptionCharacters`.
    @discardableResult
    public func describe(_ group: ConversationID, about: String) async throws(ClientError) -> OperationID {
        try await perform(.describe(group, DescriptionChange(about: about)))
    }

    private func show(
        _ path: String, by kind: (MediaID) -> Operation.Kind
    ) async throws(ClientError) -> OperationID {
        let id = newOperationID()
        let media = try pictureAttachment(path).media
        let uploads = folder.uploads
        try uploads.keep(path, as: media, of: id)
        do throws(ClientError) {
            try await take(.perform(Operation(id: id, kind: kind(media)), people: []))
        } catch {
            removeUploads(ofUnqueued: id)
            throw error
        }
        return id
    }
    /// Uploads a picture at once, for administration, which is never queued.
    ///
    /// - Throws: ``ClientError/fileUnavailable(_:)``, ``ClientError/offline(_:)``; ``ClientError/refused(_:)`` as ``setPicture(_:)``.
    public func uploadPicture(_ path: String) async throws(ClientError) -> MediaID {
        let picture = try pictureAttachment(path)
        try await PartUploader.upload(picture, from: path, try api()) { _ in }
        return picture.media
    }

    /// The description of a file under a new identifier.
    ///
    /// - Throws: ``ClientError/fileUnavailable(_:)``; ``ClientError/refused(_:)`` for a file that is no picture.
    private func pictureAttachment(_ path: String) throws(ClientError) -> Attachment {
        var random = SystemRandomNumberGenerator()
        let described = try OutgoingFile(path).described(as: MediaID(at: clock.now(), using: &random))
        guard described.kind == .image else {
            throw .refused(Refusal(.attachmentInvalid, "\(path) is not a picture. Use JPEG, PNG, WebP or GIF."))
        }
        return described
    }
}
