import Foundation
import NexusCore

extension NexusClient {
    /// The copy of the user's data: whether it is being made, and whether it can be downloaded.
    ///
    /// - Throws: like all of these calls: ``ClientError/offline(_:)``, since they are never queued.
    public func export() async throws(ClientError) -> ExportState {
        try await api().call(Endpoints.export, Nothing())
    }

    /// Begins to make a copy of the user's data, as a ZIP file. One that is being made goes on.
    ///
    /// - Throws: ``ClientError/refused(_:)``: `rate_limited` after three in 24 hours, `storage_full`.
    @discardableResult
    public func makeExport() async throws(ClientError) -> ExportState {
        try await api().call(Endpoints.makeExport, Nothing())
    }

    /// Deletes the copy of the user's data, or gives it up.
    public func deleteExport() async throws(ClientError) {
        _ = try await api().call(Endpoints.deleteExport, Nothing())
    }

    /// Downloads a finished copy to a file, which must not exist: one beside it, with `.part` after its name, until all of it is there. The server
    /// deletes its own with the last byte.
    ///
    /// - Throws: ``ClientError/refused(_:)`` (`not_found`) for one that is not ready; ``ClientError/fileUnavailable(_:)``.
    public func downloadExport(_ state: ExportState, to path: String) async throws(ClientError) {
        guard state.phase == .ready, let id = state.id, let bytes = state.bytes else {
            throw .refused(Refusal(.notFound, "The copy of your data is not ready."))
        }
        let api = try api()
        let partial = path + ".part"
        do {
            // Of an earlier attempt.
            try? FileManager.default.removeItem(atPath: partial)
            guard !FileManager.default.fileExists(atPath: path),
                FileManager.default.createFile(atPath: partial, contents: nil, attributes: [.posixPermissions: 0o600])
            else { throw ClientError.fileUnavailable("\(path) cannot be written, or exists") }
            defer { try? FileManager.default.removeItem(atPath: partial) }
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: partial))
            defer { try? file.close() }
            var offset: Int64 = 0
            while offset < bytes {
                let part = try await api.bytes(
                    of: id, range: offset..<min(offset + AuthorizedAPI.downloadPartBytes, bytes))
                guard !part.isEmpty else { throw ClientError.invalidAnswer("the file ends too early") }
                try file.write(contentsOf: part)
                offset += Int64(part.count)
            }
            try file.synchronize()
            try FileManager.default.moveItem(atPath: partial, toPath: path)
        } catch let error as ClientError {
            throw error
        } catch {
            throw .fileUnavailable("\(path) cannot be written")
        }
    }

    // MARK: How long messages stay

    /// The days after which messages of a conversation are deleted; 0 for never.
    public func retention(of conversation: ConversationID) async throws(ClientError) -> Retention {
        try await api().call(Endpoints.retention, Nothing(), path: ["conversation": conversation.text])
    }

    /// Sets them: in a group as its owner or an admin.
    ///
    /// - Throws: ``ClientError/refused(_:)``: `forbidden`; `invalid_request` for more days than the server's.
    @discardableResult
    public func setRetention(_ days: Int, of conversation: ConversationID) async throws(ClientError) -> Retention {
        try await api().call(
            Endpoints.setRetention, Retention(days: days), path: ["conversation": conversation.text])
    }
}
