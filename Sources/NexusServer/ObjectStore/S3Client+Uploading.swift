import Foundation
import NIOCore
import NIOHTTP1

/// How files are cut for uploads.
struct S3Parts: Sendable {
    /// Bytes up to which a file is stored by one request.
    var single: Int64 = 16 << 20
    /// Bytes of each part of a longer one. S3 takes 5 MiB to 5 GiB, and 10,000 parts.
    var part: Int64 = 8 << 20
}

extension S3Client {
    /// Stores a file, reading it twice and holding no more of it in memory than a piece of 256 KiB. A long one is uploaded in parts, which are
    /// repeated one by one, and given up if it fails.
    ///
    /// - Parameter digest: the SHA-256 of the whole in hexadecimal digits, which stays beside the object.
    func put(_ source: S3Source, to key: String, digest: String, parts: S3Parts = S3Parts()) async throws {
        guard source.bytes > parts.single else {
            var request = S3Request(.PUT, key)
            request.body = .part(source, 0..<source.bytes, digest: digest)
            request.headers = [(S3Client.digestField, digest)]
            _ = try await perform(request)
            return
        }
        let upload = try await begin(key, digest: digest)
        do {
            var tags: [String] = []
            var offset: Int64 = 0
            while offset < source.bytes {
                let range = offset..<min(offset + parts.part, source.bytes)
                tags.append(try await put(source, range, number: tags.count + 1, of: upload, key))
                offset = range.upperBound
            }
            try await complete(upload, key, tags, digest: digest)
        } catch {
            // Also where this task is cancelled: parts of an upload that was not given up are kept, and paid for.
            await Task { try? await retrying(.never).abort(upload, key) }.value
            throw error
        }
    }

    private func begin(_ key: String, digest: String) async throws -> String {
        var request = S3Request(.POST, key)
        request.query = [("uploads", "")]
        request.headers = [(S3Client.digestField, digest)]
        let document = try S3Client.document(try await perform(request).body, "InitiateMultipartUploadResult")
        guard let upload = document["UploadId"]?.text, !upload.isEmpty else {
            throw S3Problem(.answer, "The store began an upload without naming it.")
        }
        return upload
    }

    /// - Returns: the part's tag.
    private func put(
        _ source: S3Source, _ range: Range<Int64>, number: Int, of upload: String, _ key: String
    ) async throws -> String {
        var request = S3Request(.PUT, key)
        request.query = [("partNumber", String(number)), ("uploadId", upload)]
        request.body = .part(source, range, digest: try await source.digest(of: range))
        guard let tag = try await perform(request).answer.headers.first(name: "etag") else {
            throw S3Problem(.answer, "The store took a part without naming it.")
        }
        return tag
    }

    private func complete(_ upload: String, _ key: String, _ tags: [String], digest: String) async throws {
        var request = S3Request(.POST, key)
        request.query = [("uploadId", upload)]
        let parts = tags.enumerated().map { number, tag in
            "<Part><PartNumber>\(number + 1)</PartNumber><ETag>\(tag.replacing("\"", with: "&quot;"))</ETag></Part>"
        }
        request.body = .bytes(
            Array("<CompleteMultipartUpload>\(parts.joined())</CompleteMultipartUpload>".utf8))
        request.headers = [("content-type", "application/xml")]
        do {
            // Within the retry, since an error may follow a status of 200.
            try await retry.run {
                let answer = try await send(request)
                let body = try await S3Client.collected(answer.body, limit: 64 << 10)
                _ = try S3Client.document(body, "CompleteMultipartUploadResult")
            }
        } catch let problem as S3Problem where problem.code == .missing {
            // An earlier attempt was completed, and its answer was lost.
            guard try await head(key)?.digest == digest else { throw problem }
        }
    }

    private func abort(_ upload: String, _ key: String) async throws {
        var request = S3Request(.DELETE, key)
        request.query = [("uploadId", upload)]
        _ = try await perform(request)
    }
}
