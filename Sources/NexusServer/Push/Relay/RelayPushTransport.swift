import Crypto
import NIOHTTP1
import NexusCore

/// A relay that holds the keys of a published app (docs/relay.md). The content is encrypted for the device, as Web Push is.
struct RelayPushTransport: PushTransport {
    let settings: RelayPushSettings
    let enrolment: RelayEnrolment
    let post: PushPost
    let now: @Sendable () -> Timestamp

    func send(_ push: OutgoingPush, to endpoint: PushEndpoint) async -> PushOutcome {
        guard let device = RelayedDevice(address: endpoint.address),
            let encryption = WebPushEncryption(publicKey: endpoint.publicKey, secret: endpoint.secret)
        else {
            return .refused(PushFailure(reason: "address", text: "Its token, its key or its secret is not valid."))
        }
        guard let plaintext = WebPushPayload.bytes(push.content, limit: RelayedPush.plaintextBytes) else {
            return .refused(PushFailure(reason: "size", text: "The notification does not fit into a relay's record."))
        }
        do {
            let record = try encryption.seal(plaintext, padding: RelayPushTransport.padding(of: plaintext.count))
            let body = RelayedPush(
                service: device.service, environment: device.environment, token: device.token,
                urgency: push.content.kind == .withdrawal ? .normal : .high,
                life: min(max(0, push.life), Int(RelayedPush.longestLife)),
                collapseKey: RelayPushTransport.blinded(push.collapseKey, for: endpoint),
                ciphertext: Base64URL.text(of: record))
            var account = try await enrolment.account()
            var answer = try await send(body, account)
            if answer.status == 401 {
                account = try await enrolment.account(after: account)
                answer = try await send(body, account)
            }
            return outcome(answer, without: [account.secret, device.token])
        } catch let refusal as RelayRefusal {
            return refusal.outcome
        } catch let problem as PushProblem {
            return problem.outcome
        } catch {
            return .refused(PushFailure(reason: "address", text: "The message could not be encrypted."))
        }
    }

    private func send(_ push: RelayedPush, _ account: RelayAccount) async throws(PushProblem) -> PushAnswer {
        try await post.send(
            push.json, to: "\(settings.url)/v1/pushes",
            ["authorization": "Bearer \(account.bearer)", "content-type": "application/json"])
    }

    static func padding(of count: Int) -> Int {
        let step = WebPushEncryption.step
        return max(0, min((count + step - 1) / step * step, RelayedPush.plaintextBytes) - count)
    }

    /// A key that tells the relay and the services nothing of the conversation, the same for each push of it to the device: 24 bytes of
    /// HMAC-SHA256 (RFC 2104) with the device's secret.
    static func blinded(_ key: String, for endpoint: PushEndpoint) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Array("relay\0\(key)".utf8), using: SymmetricKey(data: endpoint.secret))
        return Base64URL.text(of: Array(Array(code).prefix(24)))
    }

    private func outcome(_ answer: PushAnswer, without secrets: [String]) -> PushOutcome {
        func failure(_ reason: String) -> PushFailure {
            PushFailure(reason: reason, text: PushFailure.cut("The relay: \(answer.words(without: secrets))"))
        }
        let verdict = try? RelayVerdict.decode(answer.body)
        let reason = verdict?.reason.flatMap { RelayPushTransport.reasons.contains($0) ? $0 : nil } ?? "service"
        switch (answer.status, verdict?.outcome) {
        case (200, .accepted): return .sent
        // A proxy that finds nothing at the address says nothing of the device.
        case (410, .gone): return .gone
        case (422, .refused): return .refused(failure(reason))
        case (429, _): return .retry(after: answer.retryAfter(now()), failure("rate"))
        case (413, _): return .refused(failure("size"))
        case (401, _), (403, _): return .refused(failure("credentials"))
        case (400, _): return .refused(failure("service"))
        default: return .retry(after: answer.retryAfter(now()), failure(reason))
        }
    }

    private static let reasons: Set<String> = ["address", "connection", "size", "rate", "service"]
}
