import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NexusCore
import NexusIntelligence
import Synchronization
import Testing

@testable import NexusServer

/// A store that answers from a script; the test sets the clock.
final class ScriptedStore: Sendable {
    enum Step: Sendable {
        case answer(Int, String = "", headers: [String: String] = [:])
        /// The connection cannot be made.
        case refused
        case timeout
        /// So much arrives, and then the connection breaks.
        case broken(String, length: Int)
    }

    private let steps: Mutex<[Step]>
    private let seen = Mutex<[HTTPClientRequest]>([])
    private let slept = Mutex<[Int64]>([])

    init(_ steps: Step...) { self.steps = Mutex(steps) }

    var requests: [HTTPClientRequest] { seen.withLock(\.self) }
    var delays: [Int64] { slept.withLock(\.self) }

    var client: S3Client {
        let credentials = S3Credentials(accessKey: "AKIDEXAMPLE", secretKey: Secret("secret"))
        var retry = S3Retry()
        retry.sleep = { [self] delay in slept.withLock { $0.append(delay) } }
        retry.random = { $0.upperBound }
        return S3Client(
            S3Settings(endpoint: "https://s3.example.org", credentials: credentials), bucket: "media",
            transport: S3Transport { [self] in try answer($0) }, retry: retry
        ) { Timestamp(milliseconds: 1_700_000_000_000) }
    }

    private func answer(_ request: HTTPClientRequest) throws -> HTTPClientResponse {
        seen.withLock { $0.append(request) }
        let step = steps.withLock { $0.isEmpty ? Step.refused : $0.removeFirst() }
        switch step {
        case .refused: throw HTTPClientError.remoteConnectionClosed
        case .timeout: throw HTTPClientError.readTimeout
        case .answer(let status, let text, let headers):
            var fields = HTTPHeaders(headers.map { ($0.key, $0.value) })
            if !fields.contains(name: "content-length") {
                fields.add(name: "content-length", value: "\(text.utf8.count)")
            }
            return HTTPClientResponse(
                status: HTTPResponseStatus(statusCode: status), headers: fields, body: .bytes(ByteBuffer(string: text)))
        case .broken(let text, let length):
            let parts = AsyncThrowingStream<ByteBuffer, any Error> { stream in
                stream.yield(ByteBuffer(string: text))
                stream.finish(throwing: HTTPClientError.remoteConnectionClosed)
            }
            return HTTPClientResponse(
                status: .partialContent, headers: ["content-length": "\(length)"], body: .stream(parts))
        }
    }
}

/// The body of an error.
private func error(_ code: String) -> String { "<Error><Code>\(code)</Code><Message>AKIDEXAMPLE</Message></Error>" }

@Suite("Repeating requests to an object store")
struct S3RetryTests {
    @Test("a busy store, a slow one and a lost connection are asked again, with growing delays")
    func transient() async throws {
        let store = ScriptedStore(
            .answer(503, error("SlowDown")), .refused, .timeout, .answer(500), .answer(200, "content"))
        #expect(try await store.client.read("key", limit: 100) == Array("content".utf8))
        #expect(store.requests.count == 5)
        #expect(store.delays == [200, 400, 800, 1_600])
    }

    @Test("after five attempts the problem is reported; delays never exceed ten seconds")
    func last() async throws {
        let store = ScriptedStore(
            .answer(503), .answer(503), .answer(503), .answer(503), .answer(503), .answer(200, "content"))
        let problem = await #expect(throws: S3Problem.self) { try await store.client.read("key", limit: 100) }
        #expect(problem?.code == .busy)
        #expect(store.requests.count == 5)
        let delays = Mutex<[Int64]>([])
        var retry = S3Retry(attempts: 12)
        retry.random = { $0.upperBound }
        retry.sleep = { delay in delays.withLock { $0.append(delay) } }
        await #expect(throws: S3Problem.self) { try await retry.run { throw S3Problem(.busy, "") } }
        #expect(delays.withLock(\.self) == [200, 400, 800, 1_600, 3_200, 6_400] + Array(repeating: 10_000, count: 5))
    }

    @Test(
        "what another attempt cannot mend is reported at once, without a key",
        arguments: [
            (403, "SignatureDoesNotMatch", S3Problem.Code.credentials), (403, "InvalidAccessKeyId", .credentials),
            (403, "RequestTimeTooSkewed", .clock), (404, "NoSuchBucket", .bucket), (301, "PermanentRedirect", .bucket),
            (507, "InsufficientStorage", .full), (418, "Teapot", .answer), (403, "", .credentials),
        ])
    func final(_ status: Int, _ name: String, _ code: S3Problem.Code) async throws {
        let store = ScriptedStore(.answer(status, error(name)))
        let problem = await #expect(throws: S3Problem.self) {
            try await store.client.put([1], to: "key")
        }
        #expect(problem?.code == code)
        #expect(problem?.description.contains("AKIDEXAMPLE") == false)
        #expect(store.requests.count == 1)
    }

    @Test("a connection that breaks within an object is resumed behind what has arrived")
    func resumed() async throws {
        let store = ScriptedStore(
            .broken("abc", length: 10), .broken("", length: 7), .broken("def", length: 7), .answer(206, "ghij"))
        var text = ""
        try await store.client.open("key", 0..<10).write { text += String(buffer: $0) }
        #expect(text == "abcdefghij")
        #expect(
            store.requests.map { $0.headers.first(name: "range") } == [
                "bytes=0-9", "bytes=3-9", "bytes=3-9", "bytes=6-9",
            ])
    }

    @Test("an object that ends too early, or goes on too long, is never taken for whole")
    func length() async throws {
        let short = ScriptedStore(.answer(206, "abc"))
        await #expect(throws: S3Problem.self) { try await short.client.open("key", 0..<10) }
        let long = ScriptedStore(.answer(206, "abcdef", headers: ["content-length": "3"]))
        await #expect(throws: S3Problem.self) { try await long.client.open("key", 0..<3).write { _ in } }
    }

    @Test("an error of the receiver ends a download without another request")
    func receiver() async throws {
        struct Gone: Error {}
        let store = ScriptedStore(.answer(206, "abc"))
        await #expect(throws: Gone.self) { try await store.client.open("key", 0..<3).write { _ in throw Gone() } }
        #expect(store.requests.count == 1)
    }

    @Test("bytes that differ from the digest beside them are damage")
    func damage() async throws {
        let digest = S3Encoding.digest(Array("other".utf8))
        let step = ScriptedStore.Step.answer(200, "content", headers: ["x-amz-meta-sha256": digest])
        let store = ScriptedStore(step, step, step, step, step)
        let problem = await #expect(throws: S3Problem.self) { try await store.client.read("key", limit: 100) }
        #expect(problem?.code == .damaged)
        await #expect(throws: S3Problem.self) {
            try await ScriptedStore(.answer(200, "content")).client.read("key", limit: 6)
        }
        #expect(try await ScriptedStore(.answer(200, "content")).client.read("key", limit: 7) != nil)
    }

    @Test("an upload in parts that fails is given up")
    func givenUp() async throws {
        let begun = "<InitiateMultipartUploadResult><UploadId>id</UploadId></InitiateMultipartUploadResult>"
        let store = ScriptedStore(
            .answer(200, begun), .answer(200, headers: ["etag": "\"1\""]), .answer(403, error("AccessDenied")),
            .answer(204))
        let source = S3Source(bytes: 5) { offset, count in
            Array("abcde".utf8)[Int(offset)..<Int(offset) + count].map(\.self)
        }
        await #expect(throws: S3Problem.self) {
            try await store.client.put(source, to: "key", digest: "", parts: S3Parts(single: 2, part: 2))
        }
        #expect(store.requests.map(\.method) == [.POST, .PUT, .PUT, .DELETE])
        #expect(store.requests.last?.url == "https://s3.example.org/media/key?uploadId=id")
    }

    @Test("completing an upload is repeated after an error in an answer of 200, and may have been done before")
    func completed() async throws {
        let begun = "<InitiateMultipartUploadResult><UploadId>id</UploadId></InitiateMultipartUploadResult>"
        let store = ScriptedStore(
            .answer(200, begun), .answer(200, headers: ["etag": "\"1\""]), .answer(200, headers: ["etag": "\"2\""]),
            .answer(200, " " + error("InternalError")), .answer(404, error("NoSuchUpload")),
            .answer(200, headers: ["x-amz-meta-sha256": "digest"]))
        let source = S3Source(bytes: 3) { _, count in Array(repeating: 1, count: count) }
        try await store.client.put(source, to: "key", digest: "digest", parts: S3Parts(single: 2, part: 2))
        #expect(store.requests.map(\.method) == [.POST, .PUT, .PUT, .POST, .POST, .HEAD])
    }

    @Test("a source that cannot be read is its own error, and no problem of the store")
    func unreadable() async throws {
        struct Unreadable: Error {}
        let source = S3Source(bytes: 10) { _, _ in throw Unreadable() }
        await #expect(throws: (any Error).self) { try await source.digest(of: 0..<10) }
        #expect(S3Client.problem(S3SourceParts.Unreadable(cause: Unreadable())) is Unreadable)
    }

    @Test("a list that does not go on is refused")
    func lists() async throws {
        let page = "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>"
        await #expect(throws: S3Problem.self) {
            try await ScriptedStore(.answer(200, page)).client.list(prefix: "") { _ in }
        }
        let same =
            "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>a</NextContinuationToken></ListBucketResult>"
        await #expect(throws: S3Problem.self) {
            try await ScriptedStore(.answer(200, same), .answer(200, same)).client.list(prefix: "") { _ in }
        }
        await #expect(throws: S3Problem.self) {
            try await ScriptedStore(.answer(200, "text")).client.list(prefix: "") { _ in }
        }
    }
}
