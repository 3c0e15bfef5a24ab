import NexusCore

/// Requests whose body or answer is bytes.
extension AuthorizedAPI {
    /// Bytes that are fetched at a time.
    static let downloadPartBytes: Int64 = 4 << 20

    /// Adds a part to an upload.
    func append(_ part: [UInt8], at offset: Int64, to media: MediaID) async throws(ClientError) -> UploadState {
        let target = ServerAPI.target(
            "\(Endpoints.appendUpload.path)", path: ["media": media.text], query: [("offset", "\(offset)")])
        let reply = try await authorized { (token) throws(ClientError) in
            try await api.send(
                HTTPRequest(
                    method: .patch, target: target, accessToken: token, body: part,
                    contentType: "application/octet-stream"))
        }
        return try ServerAPI.decoded(reply)
    }

    /// The bytes of a medium or of a preview, or a part of them.
    func bytes(
        of media: MediaID, preview side: Int? = nil, range: Range<Int64>? = nil
    ) async throws(ClientError) -> [UInt8] {
        let target = ServerAPI.target(
            "\(Endpoints.media.path)", path: ["media": media.text], query: [("size", side.map { "\($0)" })])
        return try await authorized { (token) throws(ClientError) in
            try await api.send(HTTPRequest(method: .get, target: target, accessToken: token, range: range)).body
        }
    }

    /// A part of a copy of the user's data.
    func bytes(of export: ExportID, range: Range<Int64>) async throws(ClientError) -> [UInt8] {
        let target = ServerAPI.target(
            "\(Endpoints.downloadExport.path)", path: ["export": export.text], query: [])
        return try await authorized { (token) throws(ClientError) in
            try await api.send(HTTPRequest(method: .get, target: target, accessToken: token, range: range)).body
        }
    }
}
