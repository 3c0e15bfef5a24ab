import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// An object, or a range of it, as it arrives.
struct S3Download: Sendable {
    let client: S3Client
    let key: String
    /// The bytes that are asked for.
    let range: Range<Int64>
    fileprivate let first: S3Answer

    /// Gives the bytes in order. Where the connection breaks, the rest is asked for again.
    func write(
        isolation: isolated (any Actor)? = #isolation, to body: (ByteBuffer) async throws -> Void
    ) async throws {
        var offset = range.lowerBound
        var answer: S3Answer? = first
        // An error of the receiver ends the download, and is no problem of the store.
        var refusal: (any Error)?
        while offset < range.upperBound {
            let begin = offset
            do {
                try await client.retry.run {
                    let current =
                        if let opened = answer { opened } else {
                            try await client.answer(key, offset..<range.upperBound)
                        }
                    answer = nil
                    do {
                        for try await part in current.body {
                            guard offset + Int64(part.readableBytes) <= range.upperBound else {
                                throw S3Problem(.answer, "The store sent more than it was asked for.")
                            }
                            do { try await body(part) } catch {
                                refusal = error
                                throw error
                            }
                            offset += Int64(part.readableBytes)
                        }
                    } catch {
                        if refusal != nil { throw error }
                        // What has arrived is kept: the next attempt begins behind it.
                        let problem = S3Client.problem(error)
                        if offset > begin, (problem as? S3Problem)?.isTransient == true { return }
                        throw problem
                    }
                    if offset == begin { throw S3Problem(.unreachable, "The store ended an object too early.") }
                }
            } catch {
                throw refusal ?? error
            }
        }
    }
}

extension S3Client {
    /// Opens a range of an object.
    ///
    /// - Parameter range: not empty, within the object.
    /// - Throws: ``S3Problem`` (`missing`).
    func open(_ key: String, _ range: Range<Int64>) async throws -> S3Download {
        let first = try await retry.run { try await answer(key, range) }
        return S3Download(client: self, key: key, range: range, first: first)
    }

    fileprivate func answer(_ key: String, _ range: Range<Int64>) async throws -> S3Answer {
        var request = S3Request(.GET, key)
        request.headers = [("range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)")]
        let answer = try await send(request)
        guard answer.headers.first(name: "content-length") == String(range.count) else {
            throw S3Problem(.answer, "The store sent another range of an object than it was asked for.")
        }
        return answer
    }

    /// The whole of a small object, compared with the digest that it was stored with.
    ///
    /// - Returns: nil if there is no such object.
    /// - Throws: ``S3Problem`` (`answer`) for one that is longer than `limit`.
    func read(_ key: String, limit: Int) async throws -> [UInt8]? {
        do {
            return try await retry.run { () async throws -> [UInt8] in
                let answer = try await send(S3Request(.GET, key))
                let body = try await S3Client.collected(answer.body, limit: limit)
                if let digest = answer.headers.first(name: S3Client.digestField), digest != S3Encoding.digest(body) {
                    throw S3Problem(.damaged, "The store returned other bytes than were stored.")
                }
                return body
            }
        } catch let problem as S3Problem where problem.code == .missing {
            return nil
        }
    }

    /// At most `count` bytes of an object from `offset` on; fewer only at its end.
    ///
    /// - Returns: nil if there is no such object.
    func read(_ key: String, from offset: Int64, count: Int) async throws -> [UInt8]? {
        var request = S3Request(.GET, key)
        request.headers = [("range", "bytes=\(offset)-\(offset + Int64(count) - 1)")]
        do {
            return try await retry.run { () async throws -> [UInt8] in
                let answer = try await send(request)
                let body = try await S3Client.collected(answer.body, limit: count)
                guard answer.headers.first(name: "content-length").map({ $0 == String(body.count) }) != false else {
                    throw S3Problem(.unreachable, "The store ended an object too early.")
                }
                return body
            }
        } catch let problem as S3Problem where problem.code == .missing {
            return nil
        } catch let problem as S3Problem where problem.code == .range {
            return []
        }
    }
}
