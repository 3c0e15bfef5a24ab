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
        uploads[id] = Task { [events] in
            var refusal: Refusal?
            do throws(ClientError) {
                try await uploader.upload(operation) { sent, total in
                    events.send(.uploading(id.retyped(), sent: sent, total: total))
                }
            } catch {
                refusal = Refusal(uploadFailure: error)
            }
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

    func stopUploads() {
        for upload in uploads.values { upload.cancel() }
        uploads = [:]
    }
}
