import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NexusCore

/// Web Push (RFC 8030), which UnifiedPush uses as well: encrypted for the device, signed for its push service.
struct WebPushTransport: PushTransport {
    /// Bytes of the plaintext after a push service said that a body was too large.
    static let shortLimit = 2_000

    private let tokens: VAPIDTokens
    private let clients: PushClients
    private let now: @Sendable () -> Timestamp

    init(_ tokens: VAPIDTokens, clients: PushClients, now: @escaping @Sendable () -> Timestamp) {
        self.tokens = tokens
        self.clients = clients
        self.now = now
    }

    func send(_ push: OutgoingPush, to endpoint: PushEndpoint) async -> PushOutcome {
        let url: PublicURL
        do {
            url = try PublicURL(endpoint.address)
        } catch {
            return .refused(PushFailure(reason: "address", text: "Its address is not a valid URL."))
        }
        // Apple wants every push to show something, and takes permission away for those that do not.
        if push.content.kind == .withdrawal, url.isApple { return .sent }
        guard let encryption = WebPushEncryption(publicKey: endpoint.publicKey, secret: endpoint.secret) else {
            return .refused(PushFailure(reason: "address", text: "Its key or its secret is not valid."))
        }
        do {
            for limit in [WebPushEncryption.limit, WebPushTransport.shortLimit] {
                guard let plaintext = WebPushPayload.bytes(push.content, limit: limit) else { break }
                let token = try tokens.token(for: url.origin)
                let body = try encryption.seal(plaintext)
                let answer = try await clients.send(request(push, body, token, to: url), to: url)
                if answer.status != 413 { return outcome(answer, without: secrets(token, url)) }
            }
            return .refused(PushFailure(reason: "size", text: "Its push service takes no message of this size."))
        } catch let problem as PushProblem {
            return problem.outcome
        } catch {
            return .refused(PushFailure(reason: "credentials", text: "The message could not be encrypted or signed."))
        }
    }

    private func request(_ push: OutgoingPush, _ body: [UInt8], _ token: String, to url: PublicURL) -> HTTPClientRequest
    {
        var request = HTTPClientRequest(url: url.text)
        request.method = .POST
        request.headers = [
            "ttl": "\(max(0, push.life))",
            // A message waits for nothing, a withdrawal for the device to be awake (RFC 8030, section 5.3).
            "urgency": push.content.kind == .withdrawal ? "normal" : "high",
            "content-encoding": "aes128gcm", "content-type": "application/octet-stream",
            "authorization": "vapid t=\(token),k=\(tokens.publicKey)", "user-agent": "Nexus",
        ]
        if WebPushTransport.isTopic(push.collapseKey) { request.headers.add(name: "topic", value: push.collapseKey) }
        request.body = .bytes(ByteBuffer(bytes: body))
        return request
    }

    /// Whether it is 1 to 32 characters of base64url (RFC 8030, section 5.4).
    static func isTopic(_ text: String) -> Bool { text.wholeMatch(of: /[A-Za-z0-9_\-]{1,32}/) != nil }

    /// What an answer may repeat and no log may have: the token, and the path by which a device is reached.
    private func secrets(_ token: String, _ url: PublicURL) -> [String] {
        // A short path is no secret, and may be a part of any text.
        [token] + (url.path.utf8.count < 16 ? [] : [url.path])
    }

    private func outcome(_ answer: PushAnswer, without secrets: [String]) -> PushOutcome {
        func failure(_ reason: String) -> PushFailure {
            PushFailure(reason: reason, text: answer.words(without: secrets))
        }
        switch answer.status {
        case 200..<300: return .sent
        case 404, 410: return .gone
        case 300..<400: return .refused(failure("address"))
        case 429: return .retry(after: answer.retryAfter(now()), failure("rate"))
        case 408, 500...: return .retry(after: answer.retryAfter(now()), failure("service"))
        case 400, 401, 403: return .refused(failure("credentials"))
        default: return .refused(failure("service"))
        }
    }
}

extension PublicURL {
    /// Whether it is an endpoint of Safari.
    fileprivate var isApple: Bool { host == "push.apple.com" || host.hasSuffix(".push.apple.com") }
}
