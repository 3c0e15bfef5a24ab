import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import NexusCore
import NexusIntelligence

/// A client of one bucket of a store that speaks S3. Every request is signed with its body, and repeated after transient problems.
///
/// Its functions throw ``S3Problem``, or `CancellationError` once their task is cancelled.
struct S3Client: Sendable {
    /// Bytes of an answer in XML, at most.
    private static let answerLimit = 4 << 20
    private static let errorLimit = 64 << 10

    let settings: S3Settings
    let bucket: String
    var retry: S3Retry
    private let transport: S3Transport
    private let signer: S3Signer
    private let now: @Sendable () -> Timestamp
    private let isPathStyle: Bool

    /// - Parameter retry: how transient problems are repeated.
    init(
        _ settings: S3Settings, bucket: String, transport: S3Transport, retry: S3Retry = S3Retry(),
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.settings = settings
        self.bucket = bucket
        self.transport = transport
        self.retry = retry
        self.now = now
        signer = S3Signer(credentials: settings.credentials, region: settings.region)
        // A certificate for all buckets of a host has no names with further dots.
        isPathStyle = settings.usesPathStyle || bucket.contains(".")
    }

    /// The same client with another retry.
    func retrying(_ retry: S3Retry) -> S3Client {
        var other = self
        other.retry = retry
        return other
    }

    // MARK: Requests

    /// The answer to a request, with at most 4 MiB of its body.
    func perform(_ request: S3Request) async throws -> (answer: S3Answer, body: [UInt8]) {
        try await retry.run {
            let answer = try await send(request)
            return (answer, try await S3Client.collected(answer.body, limit: S3Client.answerLimit))
        }
    }

    /// One attempt: signs, sends, and turns errors into problems.
    func send(_ request: S3Request) async throws -> S3Answer {
        let response: HTTPClientResponse
        do {
            response = try await transport.execute(signed(request))
        } catch {
            throw S3Client.problem(error)
        }
        let status = Int(response.status.code)
        guard (200..<300).contains(status) else {
            let body = (try? await response.body.collect(upTo: S3Client.errorLimit)).map { Array(buffer: $0) } ?? []
            throw S3Problem(status: status, name: S3Document(body)?["Code"]?.text)
        }
        return S3Answer(status: status, headers: response.headers, body: response.body)
    }

    static func collected(_ body: HTTPClientResponse.Body, limit: Int) async throws -> [UInt8] {
        do {
            return Array(buffer: try await body.collect(upTo: limit))
        } catch is NIOTooManyBytesError {
            throw S3Problem(.answer, "The store's answer is longer than \(limit >> 20) MiB.")
        } catch {
            throw problem(error)
        }
    }

    /// The problem behind an error of the network.
    static func problem(_ error: any Error) -> any Error {
        switch error {
        case is S3Problem, is CancellationError: return error
        case let error as S3SourceParts.Unreadable: return error.cause ?? error
        case let error as HTTPClientError where error == .cancelled: return CancellationError()
        case let error as HTTPClientError
        where [.connectTimeout, .readTimeout, .writeTimeout, .deadlineExceeded].contains(error):
            return S3Problem(.timedOut, "The store did not answer in time.")
        case is NIOSSLError, is NIOSSLExtraError:
            return S3Problem(.unreachable, "The store's TLS certificate is not valid, or it speaks no TLS.")
        default:
            if Task.isCancelled { return CancellationError() }
            return S3Problem(.unreachable, "The store cannot be reached, or it broke the connection.")
        }
    }

    // MARK: Addresses and signatures

    private var endpoint: (scheme: String, authority: String) {
        let parts = settings.endpoint.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        return (String(parts[0].dropLast()), parts.count > 2 ? String(parts[2]) : "")
    }

    var host: String {
        let (scheme, authority) = endpoint
        let standard = scheme == "https" ? ":443" : ":80"
        let name = authority.hasSuffix(standard) ? String(authority.dropLast(standard.count)) : authority
        return isPathStyle ? name : "\(bucket).\(name)"
    }

    /// The path of an object or, for nil, of the bucket, percent-encoded.
    func path(_ key: String?) -> String {
        let name = S3Encoding.encoded(key ?? "", keepsSlash: true)
        return isPathStyle ? (key == nil ? "/\(bucket)" : "/\(bucket)/\(name)") : "/\(name)"
    }

    private func signed(_ request: S3Request) -> HTTPClientRequest {
        let time = now()
        let payload = request.payload
        var headers = request.headers
        headers += [("host", host), ("x-amz-content-sha256", payload), ("x-amz-date", S3Encoding.date(time))]
        if let token = settings.credentials.sessionToken { headers.append(("x-amz-security-token", token.text)) }
        let subject = S3Signer.Subject(
            method: request.method.rawValue, path: path(request.key), query: request.query, headers: headers,
            payload: payload)
        let query = subject.canonicalQuery
        var outgoing = HTTPClientRequest(
            url: "\(endpoint.scheme)://\(host)\(subject.path)\(query.isEmpty ? "" : "?\(query)")")
        outgoing.method = request.method
        for (name, value) in headers { outgoing.headers.add(name: name, value: value) }
        outgoing.headers.add(name: "authorization", value: signer.authorization(of: subject, at: time))
        outgoing.body = request.content
        return outgoing
    }

    /// An address that anyone may fetch an object from until it ends.
    ///
    /// - Parameters:
    ///   - answer: headers that the store answers with, by the names of their parameters, such as `response-content-type`.
    ///   - seconds: 1 to 604,800.
    func presigned(_ key: String, answer: [(name: String, value: String)] = [], seconds: Int) -> String {
        let subject = S3Signer.Subject(
            method: "GET", path: path(key), query: answer, headers: [("host", host)],
            payload: S3Signer.unsignedPayload)
        let query = signer.presignedQuery(of: subject, at: now(), seconds: seconds)
        return "\(endpoint.scheme)://\(host)\(subject.path)?\(query)"
    }
}
