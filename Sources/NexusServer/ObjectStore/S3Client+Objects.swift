import Foundation
import NIOCore
import NIOHTTP1

/// An object as a store lists it.
struct S3Object: Equatable, Sendable {
    var key: String
    var bytes: Int64
    /// By which the store tells its versions apart.
    var tag: String
    /// The SHA-256 that it was stored with, in hexadecimal digits; nil in lists.
    var digest: String?
}

/// What a write expects of the object that is there.
enum S3Condition: Sendable {
    case none
    case absent
    /// It has this tag.
    case tag(String)
}

extension S3Client {
    /// The name of the SHA-256 of the whole beside an object, whatever the parts it was uploaded in.
    static let digestField = "x-amz-meta-sha256"

    /// Stores a small object. The store compares what it received with the signed SHA-256.
    ///
    /// - Throws: ``S3Problem`` (`precondition`) if the condition does not hold.
    func put(_ bytes: [UInt8], to key: String, if condition: S3Condition = .none) async throws {
        var request = S3Request(.PUT, key)
        request.body = .bytes(bytes)
        request.headers = [(S3Client.digestField, request.payload)]
        switch condition {
        case .none: break
        case .absent: request.headers.append(("if-none-match", "*"))
        case .tag(let tag): request.headers.append(("if-match", tag))
        }
        _ = try await perform(request)
    }

    /// - Returns: nil if there is no such object.
    func head(_ key: String) async throws -> S3Object? {
        do {
            let answer = try await perform(S3Request(.HEAD, key)).answer
            guard let bytes = answer.headers.first(name: "content-length").flatMap({ Int64($0) }) else {
                throw S3Problem(.answer, "The store does not say how long an object is.")
            }
            return S3Object(
                key: key, bytes: bytes, tag: answer.headers.first(name: "etag") ?? "",
                digest: answer.headers.first(name: S3Client.digestField))
        } catch let problem as S3Problem where problem.code == .missing {
            return nil
        }
    }

    /// Removes an object; one that is not there is removed already.
    func delete(_ key: String) async throws {
        do { _ = try await perform(S3Request(.DELETE, key)) } catch let problem as S3Problem
            where problem.code == .missing
        {}
    }

    /// Copies an object within the store, with its digest.
    ///
    /// - Parameter source: the bucket and key, of the same store.
    func copy(from source: (bucket: String, key: String), to key: String) async throws {
        var request = S3Request(.PUT, key)
        let path = "\(source.bucket)/\(source.key)"
        request.headers = [("x-amz-copy-source", "/\(S3Encoding.encoded(path, keepsSlash: true))")]
        _ = try S3Client.document(try await perform(request).body, "CopyObjectResult")
    }

    /// The element of an answer, which may be an error although its status is 200.
    static func document(_ body: [UInt8], _ name: String) throws(S3Problem) -> S3Document {
        guard let document = S3Document(body) else { throw S3Problem(.answer, "The store's answer is not XML.") }
        if document.name == "Error" { throw S3Problem(status: 500, name: document["Code"]?.text) }
        guard document.name == name else { throw S3Problem(.answer, "The store answered something else than S3 does.") }
        return document
    }

    // MARK: Lists

    /// One page of the objects whose keys begin with a prefix, in the order of their keys.
    ///
    /// - Parameter mark: where the page begins; nil for the first.
    func page(
        prefix: String, mark: String?, limit: Int = 1_000
    ) async throws -> (objects: [S3Object], next: String?) {
        var request = S3Request(.GET)
        request.query = [("list-type", "2"), ("prefix", prefix), ("max-keys", String(limit))]
        if let mark { request.query.append(("continuation-token", mark)) }
        let document = try S3Client.document(try await perform(request).body, "ListBucketResult")
        let objects = try document.all("Contents").map { item throws(S3Problem) in
            guard let key = item["Key"]?.text, let bytes = item["Size"].flatMap({ Int64($0.text) }) else {
                throw S3Problem(.answer, "The store's list of objects is not complete.")
            }
            return S3Object(key: key, bytes: bytes, tag: item["ETag"]?.text ?? "")
        }
        let next = document["IsTruncated"]?.text == "true" ? document["NextContinuationToken"]?.text : nil
        guard document["IsTruncated"]?.text != "true" || next?.isEmpty == false, next == nil || next != mark else {
            throw S3Problem(.answer, "The store's list of objects does not go on.")
        }
        return (objects, next)
    }

    /// Gives all objects whose keys begin with a prefix, page by page.
    func list(
        prefix: String, isolation: isolated (any Actor)? = #isolation,
        _ body: ([S3Object]) async throws -> Void
    ) async throws {
        var mark: String?
        repeat {
            let page = try await page(prefix: prefix, mark: mark)
            try await body(page.objects)
            mark = page.next
        } while mark != nil
    }
}
