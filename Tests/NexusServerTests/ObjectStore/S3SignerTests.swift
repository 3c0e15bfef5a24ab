import Foundation
import NexusCore
import NexusIntelligence
import Testing

@testable import NexusServer

/// The vectors that Amazon publishes: its test suite for Signature Version 4, and the examples in the documentation of S3.
@Suite("Signature Version 4")
struct S3SignerTests {
    private static let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    private static let suite = S3Signer(
        credentials: S3Credentials(
            accessKey: "AKIDEXAMPLE", secretKey: Secret("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")),
        region: "us-east-1", service: "service")
    /// 2015-08-30T12:36:00Z
    private static let suiteTime = Timestamp(milliseconds: 1_440_938_160_000)

    private static let documented = S3Signer(
        credentials: S3Credentials(
            accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: Secret("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")),
        region: "us-east-1")
    /// 2013-05-24T00:00:00Z
    private static let documentedTime = Timestamp(milliseconds: 1_369_353_600_000)

    struct Vector: Sendable, CustomTestStringConvertible {
        var name: String
        var method = "GET"
        var path = "/"
        var query: [(name: String, value: String)] = []
        var headers: [(name: String, value: String)] = []
        var body = ""
        var signature: String

        var testDescription: String { name }
    }

    static let vectors = [
        Vector(
            name: "get-vanilla", signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
        Vector(
            name: "get-vanilla-query-order-key-case", query: [("Param2", "value2"), ("Param1", "value1")],
            signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
        Vector(
            name: "get-vanilla-empty-query-key", query: [("Param1", "value1")],
            signature: "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb"),
        Vector(
            name: "get-header-key-duplicate",
            headers: [("My-Header1", "value2"), ("My-Header1", "value2"), ("My-Header1", "value1")],
            signature: "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea"),
        Vector(
            name: "get-header-value-trim", headers: [("My-Header1", " value1"), ("My-Header2", " \"a   b   c\"")],
            signature: "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"),
        Vector(
            name: "get-unreserved", path: "/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
            signature: "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f"),
        Vector(
            name: "get-utf8", path: "/" + S3Encoding.encoded("ሴ"),
            signature: "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"),
        Vector(
            name: "post-vanilla", method: "POST",
            signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
        Vector(
            name: "post-x-www-form-urlencoded", method: "POST",
            headers: [("Content-Type", "application/x-www-form-urlencoded")], body: "Param1=value1",
            signature: "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a"),
    ]

    @Test("signs the requests of Amazon's test suite", arguments: vectors)
    func suite(_ vector: Vector) {
        let subject = S3Signer.Subject(
            method: vector.method, path: vector.path, query: vector.query,
            headers: vector.headers + [("Host", "example.amazonaws.com"), ("X-Amz-Date", "20150830T123600Z")],
            payload: S3Encoding.digest(Array(vector.body.utf8)))
        let value = S3SignerTests.suite.authorization(of: subject, at: S3SignerTests.suiteTime)
        #expect(value.hasSuffix("Signature=\(vector.signature)"))
        #expect(value.hasPrefix("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, "))
    }

    private func documented(
        _ method: String, _ path: String, query: [(name: String, value: String)] = [],
        headers: [(name: String, value: String)] = [], payload: String = S3SignerTests.empty
    ) -> String {
        let subject = S3Signer.Subject(
            method: method, path: path, query: query,
            headers: headers + [
                ("host", "examplebucket.s3.amazonaws.com"), ("x-amz-content-sha256", payload),
                ("x-amz-date", "20130524T000000Z"),
            ], payload: payload)
        let value = S3SignerTests.documented.authorization(of: subject, at: S3SignerTests.documentedTime)
        return String(value.split(separator: "=").last ?? "")
    }

    @Test("signs the documentation's examples of requests to S3")
    func requests() {
        #expect(
            documented("GET", "/test.txt", headers: [("range", "bytes=0-9")])
                == "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
        #expect(
            documented(
                "PUT", "/" + S3Encoding.encoded("test$file.text"),
                headers: [
                    ("date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
                ],
                payload: S3Encoding.digest(Array("Welcome to Amazon S3.".utf8)))
                == "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")
        #expect(
            documented("GET", "/", query: [("lifecycle", "")])
                == "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543")
        #expect(
            documented("GET", "/", query: [("prefix", "J"), ("max-keys", "2")])
                == "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7")
    }

    @Test("signs the request of the documentation whose body follows in signed chunks")
    func chunked() {
        let subject = S3Signer.Subject(
            method: "PUT", path: "/examplebucket/chunkObject.txt",
            headers: [
                ("content-encoding", "aws-chunked"), ("content-length", "66824"), ("host", "s3.amazonaws.com"),
                ("x-amz-content-sha256", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"), ("x-amz-date", "20130524T000000Z"),
                ("x-amz-decoded-content-length", "66560"), ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
            ], payload: "STREAMING-AWS4-HMAC-SHA256-PAYLOAD")
        #expect(
            S3SignerTests.documented.authorization(of: subject, at: S3SignerTests.documentedTime)
                .hasSuffix("=4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9"))
    }

    @Test("makes the documentation's address for a day")
    func presigned() {
        let subject = S3Signer.Subject(
            method: "GET", path: "/test.txt", headers: [("host", "examplebucket.s3.amazonaws.com")],
            payload: S3Signer.unsignedPayload)
        #expect(
            S3SignerTests.documented.presignedQuery(
                of: subject, at: S3SignerTests.documentedTime, seconds: 86_400)
                == "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request"
                + "&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host"
                + "&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404")
    }

    @Test("the client's own address is the documentation's, in the host and in the path")
    func addresses() {
        let time = S3SignerTests.documentedTime
        let transport = S3Transport { _ in throw CancellationError() }
        var settings = S3Settings(
            endpoint: "https://s3.amazonaws.com", credentials: S3SignerTests.documented.credentials,
            usesPathStyle: false)
        let hosted = S3Client(settings, bucket: "examplebucket", transport: transport) { time }
            .presigned("test.txt", seconds: 86_400)
        #expect(hosted.hasPrefix("https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&"))
        #expect(hosted.hasSuffix("aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404"))
        settings.usesPathStyle = true
        let path = S3Client(settings, bucket: "examplebucket", transport: transport) { time }
        #expect(path.presigned("a b/ü", seconds: 1).hasPrefix("https://s3.amazonaws.com/examplebucket/a%20b/%C3%BC?"))
        settings.usesPathStyle = false
        settings.endpoint = "https://s3.amazonaws.com:443"
        let dotted = S3Client(settings, bucket: "files.example.org", transport: transport) { time }
        #expect(dotted.presigned("a", seconds: 1).hasPrefix("https://s3.amazonaws.com/files.example.org/a?"))
        settings.credentials.sessionToken = Secret("to/ken")
        let temporary = S3Client(settings, bucket: "media", transport: transport) { time }
        #expect(temporary.presigned("a", seconds: 1).contains("&X-Amz-Security-Token=to%2Fken&X-Amz-SignedHeaders="))
    }
}
