import Crypto
import CryptoExtras
import Foundation
import NIOHTTP1
import NexusCore

/// The access token of a service account (RFC 7523): got once for all requests, and again before it ends.
actor GooglePushTokens {
    /// Milliseconds before its end at which a token is renewed.
    static let renewal: Int64 = 5 * 60 * 1_000
    private static let scope = "https://www.googleapis.com/auth/firebase.messaging"

    private struct Grant: Decodable {
        var access_token: String
        var expires_in: Int64
    }

    private let settings: GooglePushSettings
    private let post: PushPost
    private let now: @Sendable () -> Timestamp
    private var current: (text: String, until: Timestamp)?
    private var underWay: Task<Result<String, GooglePushRefusal>, Never>?

    init(_ settings: GooglePushSettings, post: PushPost, now: @escaping @Sendable () -> Timestamp) {
        self.settings = settings
        self.post = post
        self.now = now
    }

    /// - Parameter refused: a token that Google no longer takes.
    /// - Throws: ``GooglePushRefusal``.
    func token(after refused: String? = nil) async throws(GooglePushRefusal) -> String {
        if let current, current.text != refused, current.until > now() { return current.text }
        if let underWay { return try await underWay.value.get() }
        let task = Task { await self.get() }
        underWay = task
        return try await task.value.get()
    }

    private func get() async -> Result<String, GooglePushRefusal> {
        defer { underWay = nil }
        do {
            let start = now()
            let form =
                "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=\(try assertion(at: start))"
            let answer = try await post.send(
                Array(form.utf8), to: settings.tokenURL, ["content-type": "application/x-www-form-urlencoded"])
            guard answer.status == 200, let grant = try? JSONDecoder().decode(Grant.self, from: Data(answer.body)),
                (1...8_192).contains(grant.access_token.utf8.count),
                grant.access_token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else { return .failure(GooglePushRefusal(outcome: outcome(answer))) }
            let life = max(0, min(grant.expires_in, 86_400)) * 1_000 - GooglePushTokens.renewal
            current = (grant.access_token, start.advanced(by: life))
            return .success(grant.access_token)
        } catch let problem as PushProblem {
            return .failure(GooglePushRefusal(outcome: problem.outcome))
        } catch {
            let failure = PushFailure(reason: "credentials", text: "The token could not be signed.")
            return .failure(GooglePushRefusal(outcome: .refused(failure)))
        }
    }

    private func outcome(_ answer: PushAnswer) -> PushOutcome {
        let text = PushFailure.cut("No access token: \(answer.words())")
        return (400..<500).contains(answer.status) && answer.status != 429
            ? .refused(PushFailure(reason: "credentials", text: text))
            : .retry(after: answer.retryAfter(now()), PushFailure(reason: "service", text: text))
    }

    private func assertion(at now: Timestamp) throws -> String {
        var claims = JSONWriter()
        claims.beginObject()
        claims.field("iss", settings.email)
        claims.field("scope", GooglePushTokens.scope)
        claims.field("aud", settings.tokenURL)
        claims.field("iat", now.milliseconds / 1_000)
        claims.field("exp", now.milliseconds / 1_000 + 3_600)
        claims.endObject()
        let header = PushToken.header(algorithm: "RS256", type: "JWT", key: settings.keyID)
        return try PushToken.text(header: header, claims: claims) {
            try settings.key.signature(for: SHA256.hash(data: $0), padding: .insecurePKCS1v1_5).rawRepresentation
        }
    }
}

/// Why there is no access token.
struct GooglePushRefusal: Error {
    var outcome: PushOutcome
}
