import Crypto
import Foundation
import NexusCore

/// Uploads the files of an operation; tests replace it.
protocol Uploader: Sendable {
    /// Returns once everything is on the server and verified. Repeated, it resumes.
    ///
    /// - Parameter progress: called with the bytes uploaded and the total.
    func upload(_ operation: NexusCore.Operation, progress: @escaping @Sendable (Int64, Int64) -> Void)
        async throws(ClientError)
    /// Gives a second post the copies of the first, durably.
    ///
    /// - Throws: ``ClientError/fileUnavailable(_:)``.
    func share(_ operation: OperationID, with other: OperationID) throws(ClientError)
    /// The post was answered or discarded: deletes its copies.
    func forget(_ operation: OperationID)
    /// The post was discarded: the server may delete its upload.
    func discard(_ operation: NexusCore.Operation)
}

/// Uploads in parts over HTTP, each at the offset that the server names.
struct PartUploader: Uploader {
    /// Bytes of one part: few enough for a slow network within a request's time limit.
    private static let partBytes = 512 << 10
    /// How often in a row the server may name an unexpected offset.
    private static let patience = 3

    let folder: UploadFolder
    /// Created for each upload, since another user may have signed in.
    let api: @Sendable () async throws(ClientError) -> AuthorizedAPI

    func upload(_ operation: NexusCore.Operation, progress: @escaping @Sendable (Int64, Int64) -> Void)
        async throws(ClientError)
    {
        let attachments = try carried(by: operation)
        guard !attachments.isEmpty else { return }
        let api = try await api()
        let total = attachments.reduce(0) { $0 + $1.bytes }
        var before: Int64 = 0
        for attachment in attachments {
            let path = folder.file(attachment.media, of: operation.id)
            // Attachments of a forwarded message are on the server, and only there.
            if FileManager.default.fileExists(atPath: path) {
                let base = before
                try await PartUploader.upload(attachment, from: path, api) { progress(base + $0, total) }
            }
            before += attachment.bytes
        }
    }

    func share(_ operation: OperationID, with other: OperationID) throws(ClientError) {
        try folder.share(operation, with: other)
    }

    func forget(_ operation: OperationID) { folder.remove(operation) }

    func discard(_ operation: NexusCore.Operation) {
        var media = operation.kind.picture.map { [$0] } ?? []
        if case .post(_, let post) = operation.kind { media = post.attachments.map(\.media) }
        Task { [media] in
            for id in media {
                _ = try? await api().call(Endpoints.discardMedia, Nothing(), path: ["media": id.text])
            }
        }
    }

    /// The files of an operation: those of a post, or the picture of a user or a group.
    private func carried(by operation: NexusCore.Operation) throws(ClientError) -> [Attachment] {
        if case .post(_, let post) = operation.kind { return post.attachments }
        guard let picture = operation.kind.picture else { return [] }
        let path = folder.file(picture, of: operation.id)
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return [try OutgoingFile(path, name: "picture").described(as: picture)]
    }

    /// Uploads one file and finishes it.
    static func upload(
        _ attachment: Attachment, from path: String, _ api: AuthorizedAPI, progress: (Int64) -> Void
    ) async throws(ClientError) {
        let file: FileHandle
        do { file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path)) } catch { throw PartUploader.lost }
        defer { try? file.close() }
        let place = ["media": attachment.media.text]
        var state = try await api.call(
            Endpoints.createUpload,
            UploadRequest(
                id: attachment.media, name: attachment.name, bytes: attachment.bytes, type: attachment.type,
                sha256: try PartUploader.hash(file)))
        var surprises = 0
        while !state.isFinished, state.offset < state.bytes {
            progress(state.offset)
            if Task.isCancelled { throw .offline("the upload was stopped") }
            let part = try PartUploader.read(file, at: state.offset)
            guard !part.isEmpty else { throw PartUploader.lost }
            do throws(ClientError) {
                state = try await api.append(part, at: state.offset, to: attachment.media)
                surprises = 0
            } catch {
                guard case .refused(let refusal) = error, refusal.code == .uploadMismatch,
                    surprises < PartUploader.patience
                else { throw error }
                // A part can arrive although its response was lost.
                surprises += 1
                state = try await api.call(Endpoints.upload, Nothing(), path: place)
            }
        }
        _ = try await api.call(Endpoints.finishUpload, Nothing(), path: place)
        progress(attachment.bytes)
    }

    private static let lost = ClientError.refused(
        Refusal(.mediaGone, "The file to send is no longer on this device."))

    private static func read(_ file: FileHandle, at offset: Int64) throws(ClientError) -> [UInt8] {
        do {
            try file.seek(toOffset: UInt64(offset))
            return Array(try file.read(upToCount: partBytes) ?? Data())
        } catch {
            throw lost
        }
    }

    private static func hash(_ file: FileHandle) throws(ClientError) -> String {
        var hasher = SHA256()
        var offset: Int64 = 0
        while true {
            let part = try read(file, at: offset)
            if part.isEmpty { break }
            hasher.update(data: part)
            offset += Int64(part.count)
        }
        return hasher.finalize().map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}

extension Refusal {
    /// The error of a failed upload for the outbox: network failures are transient, and so are an ended session and a missing
    /// second factor, which the live socket detects itself.
    init(uploadFailure error: ClientError) {
        switch error {
        case .refused(let refusal)
        where !refusal.endsSession && refusal.code != .tokenExpired && refusal.code != .secondFactorRequired:
            self = refusal
        case .fileUnavailable: self = Refusal(.mediaGone, error.message)
        default: self = Refusal(.unavailable, error.message)
        }
    }
}
