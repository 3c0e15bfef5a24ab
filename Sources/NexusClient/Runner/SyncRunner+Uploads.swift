import NexusCore

extension SyncRunner {
    /// Uploads the files of a post; a no-op while that runs.
    func upload(_ operation: Operation) {
        let id = operation.id
        guard uploads[id] == nil else { return }
        guard let uploader else {
            try? handle(.uploadFailed(id, Refusal(.unavailable, "Files cannot be sent by this process.")))
            return
        }
        uploads[id] = Task { [events, chats] in
            var refusal: Refusal?
            do throws(ClientError) {
                try await uploader.upload(operation) { sent, total in
                    chats.note(UploadProgress(sent: sent, total: total), of: operation)
                    events.send(.uploading(id.retyped(), sent: sent, total: total))
                }
            } catch {
                refusal = Refusal(uploadFailure: error)
            }
            chats.note(nil, of: operation)
            guard uploads.removeValue(forKey: id) != nil, !Task.isCancelled else { return }
            // A failing store drops the engine, which asks again when it is restored.
            try? handle(refusal.map { .uploadFailed(id, $0) } ?? .uploaded(id))
        }
    }

    func cancelUpload(_ operation: Operation) {
        uploads.removeValue(forKey: operation.id)?.cancel()
        uploader?.discard(operation)
        uploader?.forget(operation.id)
    }

    /// Sends the text of a post without its attachments. The copies of the attachments belong to both posts until the
    /// engine's change is stored, so that a crash loses none.
    func sendText(of id: OperationID, files: OperationID?) throws(ClientError) {
        guard let files else { return try handle(.sendText(id, files: nil)) }
        try uploader?.share(id, with: files)
        do throws(ClientError) {
            try handle(.sendText(id, files: files))
        } catch {
            uploader?.forget(files)
            throw error
        }
        if !engine.outbox.entry(files).hasValue { uploader?.forget(files) }
    }

    /// The attachments are another post's now.
    func moveUpload(from id: OperationID) {
        uploads.removeValue(forKey: id)?.cancel()
        uploader?.forget(id)
    }

    func stopUploads() {
        for upload in uploads.values { upload.cancel() }
        uploads = [:]
    }
}
