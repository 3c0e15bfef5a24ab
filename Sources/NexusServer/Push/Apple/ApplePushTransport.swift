import Foundation
import NIOHTTP1
import NexusCore

/// Apple's push service, by its HTTP/2 interface with a token (Apple's "Sending notification requests to APNs").
struct ApplePushTransport: PushTransport {
    /// Seconds after which it takes another token, after it said that they come too often.
    static let tokenPause = 20 * 60

    private let settings: ApplePushSettings
    private let tokens: ApplePushTokens
    private let post: PushPost
    private let now: @Sendable () -> Timestamp

    init(_ settings: ApplePushSettings, post: PushPost, now: @escaping @Sendable () -> Timestamp) {
        self.settings = settings
        tokens = ApplePushTokens(settings, now: now)
        self.post = post
        self.now = now
    }

    func send(_ push: OutgoingPush, to endpoint: PushEndpoint) async -> PushOutcome {
        guard let payload = ApplePushPayload.bytes(push.content) else {
            return .refused(PushFailure(reason: "size", text: "The notification does not fit into 4,096 bytes."))
        }
        return await send(
            Prepared(
                payload: payload, isBackground: push.content.kind == .withdrawal, collapseKey: push.collapseKey,
                life: push.life), to: endpoint.address, isSandbox: endpoint.service == .appleSandbox)
    }

    /// A payload, and how Apple is to deliver it.
    struct Prepared: Sendable {
        var payload: [UInt8]
        /// Whether it shows nothing.
        var isBackground: Bool
        var collapseKey: String
        /// Seconds.
        var life: Int
    }

    func send(_ push: Prepared, to device: String, isSandbox: Bool) async -> PushOutcome {
        guard PushEndpoint.isAppleToken(device) else { return .gone }
        let url = "\(isSandbox ? settings.sandbox : settings.production)/3/device/\(device)"
        do {
            var token = try tokens.token()
            var answer = try await post.send(push.payload, to: url, headers(of: push, token))
            if reason(answer) == "ExpiredProviderToken" {
                token = try tokens.token(after: token)
                answer = try await post.send(push.payload, to: url, headers(of: push, token))
            }
            return outcome(answer, token)
        } catch let problem as PushProblem {
            return problem.outcome
        } catch {
            return .refused(PushFailure(reason: "credentials", text: "The token could not be signed."))
        }
    }

    private func headers(of push: Prepared, _ token: String) -> HTTPHeaders {
        [
            "authorization": "bearer \(token)", "apns-topic": settings.topic,
            "apns-push-type": push.isBackground ? "background" : "alert",
            "apns-priority": push.isBackground ? "5" : "10",
            "apns-expiration": "\(now().milliseconds / 1_000 + Int64(max(0, push.life)))",
            "apns-collapse-id": String(push.collapseKey.prefix(32)), "content-type": "application/json",
        ]
    }

    private struct Problem: Decodable {
        var reason: String
    }

    private func reason(_ answer: PushAnswer) -> String? {
        answer.status == 200 ? nil : (try? JSONDecoder().decode(Problem.self, from: Data(answer.body)))?.reason
    }

    private func outcome(_ answer: PushAnswer, _ token: String) -> PushOutcome {
        func failure(_ reason: String) -> PushFailure {
            PushFailure(reason: reason, text: answer.words(without: [token]))
        }
        let wait = answer.retryAfter(now())
        switch (answer.status, reason(answer)) {
        case (200, _): return .sent
        case (410, _), (_, "BadDeviceToken"), (_, "DeviceTokenNotForTopic"), (_, "Unregistered"), (_, "ExpiredToken"):
            return .gone
        case (413, _): return .refused(failure("size"))
        case (429, "TooManyProviderTokenUpdates"):
            return .retry(after: wait ?? ApplePushTransport.tokenPause, failure("rate"))
        case (429, _): return .retry(after: wait, failure("rate"))
        case (408, _), (500..., _): return .retry(after: wait, failure("service"))
        case (401, _), (403, _), (_, "TopicDisallowed"), (_, "BadTopic"), (_, "MissingTopic"):
            return .refused(failure("credentials"))
        default: return .refused(failure("service"))
        }
    }
}
