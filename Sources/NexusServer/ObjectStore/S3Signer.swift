import Crypto
import Foundation
import NexusCore
import NexusIntelligence

/// Signs requests by AWS Signature Version 4.
struct S3Signer: Sendable {
    /// What stands in the signature for a body that is not signed.
    static let unsignedPayload = "UNSIGNED-PAYLOAD"
    private static let algorithm = "AWS4-HMAC-SHA256"

    let credentials: S3Credentials
    let region: String
    var service = "s3"

    /// What is signed of a request.
    struct Subject {
        var method: String
        /// Percent-encoded, with a slash at its beginning.
        var path: String
        /// Not encoded, in any order.
        var query: [(name: String, value: String)] = []
        /// All that are signed, `host` among them.
        var headers: [(name: String, value: String)]
        /// The SHA-256 of the body in hexadecimal digits, or ``S3Signer/unsignedPayload``.
        var payload: String

        var canonicalQuery: String {
            query.map { (S3Encoding.encoded($0.name), S3Encoding.encoded($0.value)) }.sorted { $0 < $1 }
                .map { "\($0.0)=\($0.1)" }.joined(separator: "&")
        }

        /// By their names in lower case; several of one name are joined in their order.
        private var canonicalHeaders: [(name: String, value: String)] {
            var values: [String: [String]] = [:]
            for (name, value) in headers { values[name.lowercased(), default: []].append(Subject.trimmed(value)) }
            return values.sorted { $0.key < $1.key }.map { ($0.key, $0.value.joined(separator: ",")) }
        }

        /// Without space around it, and with single spaces inside.
        private static func trimmed(_ value: String) -> String {
            value.split(separator: " ").joined(separator: " ")
        }

        var signedHeaders: String { canonicalHeaders.map(\.name).joined(separator: ";") }

        var canonical: String {
            let headers = canonicalHeaders.map { "\($0.name):\($0.value)\n" }.joined()
            return "\(method)\n\(path)\n\(canonicalQuery)\n\(headers)\n\(signedHeaders)\n\(payload)"
        }
    }

    /// The value of `Authorization`. The headers must have `x-amz-date` of the same time.
    func authorization(of subject: Subject, at time: Timestamp) -> String {
        let date = S3Encoding.date(time)
        return "\(S3Signer.algorithm) Credential=\(credentials.accessKey)/\(scope(date)), "
            + "SignedHeaders=\(subject.signedHeaders), Signature=\(signature(of: subject, date))"
    }

    /// The query of an address that anyone may use until it ends.
    ///
    /// - Parameter seconds: 1 to 604,800.
    func presignedQuery(of subject: Subject, at time: Timestamp, seconds: Int) -> String {
        let date = S3Encoding.date(time)
        var subject = subject
        subject.query += [
            ("X-Amz-Algorithm", S3Signer.algorithm), ("X-Amz-Credential", "\(credentials.accessKey)/\(scope(date))"),
            ("X-Amz-Date", date), ("X-Amz-Expires", String(seconds)), ("X-Amz-SignedHeaders", subject.signedHeaders),
        ]
        if let token = credentials.sessionToken { subject.query.append(("X-Amz-Security-Token", token.text)) }
        return "\(subject.canonicalQuery)&X-Amz-Signature=\(signature(of: subject, date))"
    }

    private func scope(_ date: String) -> String { "\(date.prefix(8))/\(region)/\(service)/aws4_request" }

    private func signature(of subject: Subject, _ date: String) -> String {
        let digest = S3Encoding.digest(Array(subject.canonical.utf8))
        let text = "\(S3Signer.algorithm)\n\(date)\n\(scope(date))\n\(digest)"
        var key = Array("AWS4\(credentials.secretKey.text)".utf8)
        for part in [String(date.prefix(8)), region, service, "aws4_request", text] {
            key = Array(HMAC<SHA256>.authenticationCode(for: Array(part.utf8), using: SymmetricKey(data: key)))
        }
        return S3Encoding.hexadecimal(key)
    }
}
