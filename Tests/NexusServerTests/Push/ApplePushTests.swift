import Crypto
import Foundation
import NexusCore
import NexusTestSupport
import Testing

@testable import NexusServer

/// Against a stand-in that speaks HTTP/2 and checks tokens, headers and payloads.
@Suite("Apple's push service", .serialized)
struct ApplePushTests {
    /// The device token to which the stand-in gives an answer.
    private func token(_ answer: String) -> String {
        let bytes = Array(answer.utf8) + [UInt8](repeating: 0, count: max(0, 32 - answer.utf8.count))
        return bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private func run(
        now: @escaping @Sendable () -> Timestamp = PushBench.present,
        _ body: (PushBench, PhonePushService) async throws -> Void
    ) async throws {
        let service = try await PhonePushService("apple_push_service.py")
        var apple = try #require(try ApplePushSettings(environment: service.settings))
        apple.production = service.base
        apple.sandbox = service.base
        try await PushBench.run(
            local: [], now: now,
            configure: {
                $0.apple = apple
                $0.roots = service.roots
            }
        ) { bench in
            #expect(bench.transports.services == [.web, .apple, .appleSandbox])
            try await body(bench, service)
        }
    }

    private func dictionary(_ value: Any?) -> [String: Any] { value as? [String: Any] ?? [:] }

    @Test("takes messages and withdrawals, in production and for apps in development")
    func sent() async throws {
        try await run { bench, service in
            let device = service.endpoint(.apple, token("device"))
            var urgent = PushContent.example()
            urgent.isUrgent = true
            urgent.playsSound = true
            #expect(await bench.send(urgent, to: device, key: "conversation_1") == .sent)
            #expect(await bench.send(.withdrawal, to: service.endpoint(.appleSandbox, token("device"))) == .sent)
            var hidden = PushContent.example("New message")
            (hidden.sender, hidden.senderName, hidden.title) = (nil, nil, "Nexus")
            #expect(await bench.send(hidden, to: device) == .sent)

            let received = try await service.received(3)
            #expect(received.allSatisfy { $0.version == "2" && $0.answer == nil })
            #expect(Set(received.map { $0.headers["authorization"] }).count == 1, "the token is kept")
            #expect(received[0].headers["apns-collapse-id"] == "conversation_1")
            let expiry = Int64(received[0].headers["apns-expiration"] ?? "") ?? 0
            #expect(abs(expiry - 14_400 - PushBench.present().milliseconds / 1_000) < 3_600)

            let payloads = try received.map {
                dictionary(try JSONSerialization.jsonObject(with: Data($0.plaintext.utf8)))
            }
            let aps = dictionary(payloads[0]["aps"])
            let alert = dictionary(aps["alert"]) as? [String: String]
            #expect(alert == ["title": "Ada", "body": urgent.text])
            #expect(aps["badge"] as? Int == 3 && aps["sound"] as? String == "default")
            #expect(aps["thread-id"] as? String == PushContent.conversationID.text)
            #expect(aps["interruption-level"] as? String == "time-sensitive" && aps["mutable-content"] as? Int == 1)
            #expect(payloads[0]["conversationId"] as? String == PushContent.conversationID.text)
            #expect(payloads[0]["senderId"] as? String == PushContent.senderID.text)
            #expect(
                payloads[0]["senderName"] as? String == "Ada" && payloads[0]["messageText"] as? String == urgent.text)
            #expect(payloads[1]["kind"] as? String == "withdrawal" && payloads[1]["badge"] as? Int == 0)
            #expect(Set(payloads[2].keys) == ["aps", "kind", "conversationId", "messageId"], "nothing of the sender")
        }
    }

    @Test("gets texts of any length in 4,096 bytes")
    func sizes() async throws {
        try await run { bench, service in
            var content = PushContent.example(String(repeating: "Zoë \"👩‍🚀\" ", count: 4_000))
            #expect(await bench.send(content, to: service.endpoint(.apple, token("device"))) == .sent)
            content.sender = nil
            #expect(await bench.send(content, to: service.endpoint(.apple, token("device"))) == .sent)
            for request in try await service.received(2) {
                #expect((4_000...4_096).contains(request.size))
                #expect(request.plaintext.contains("…"))
            }
        }
    }

    @Test("answers, and each documented answer has its outcome")
    func answers() async throws {
        try await run { bench, service in
            for (answer, wanted) in [
                ("400:BadDeviceToken", "gone"), ("400:DeviceTokenNotForTopic", "gone"), ("410:Unregistered", "gone"),
                ("410:ExpiredToken", "gone"), ("429:TooManyRequests", "retry rate"),
                ("429:TooManyProviderTokenUpdates", "retry rate 1200"), ("500:InternalServerError", "retry service"),
                ("503:ServiceUnavailable", "retry service 7"), ("503:Shutdown", "retry service"),
                ("413:PayloadTooLarge", "refused size"), ("403:InvalidProviderToken", "refused credentials"),
                ("403:MissingProviderToken", "refused credentials"), ("403:Forbidden", "refused credentials"),
                ("403:BadCertificate", "refused credentials"), ("400:TopicDisallowed", "refused credentials"),
                ("400:BadTopic", "refused credentials"), ("400:MissingTopic", "refused credentials"),
                ("400:BadCollapseId", "refused service"), ("400:BadExpirationDate", "refused service"),
                ("400:BadMessageId", "refused service"), ("400:BadPriority", "refused service"),
                ("400:DuplicateHeaders", "refused service"), ("400:IdleTimeout", "refused service"),
                ("400:InvalidPushType", "refused service"), ("400:PayloadEmpty", "refused service"),
                ("404:BadPath", "refused service"), ("405:MethodNotAllowed", "refused service"),
            ] {
                let outcome = await bench.send(.example(), to: service.endpoint(.apple, token(answer)))
                #expect(outcome.summary == wanted, "\(answer)")
            }
            #expect(await bench.send(.example(), to: service.endpoint(.apple, "../../x")) == .gone)
        }
    }

    @Test("gets a new token after 40 minutes, and once more when it says that one has expired")
    func tokens() async throws {
        let start = PushBench.present()
        let clock = TestClock()
        let base = clock.now
        try await run(now: { start.advanced(by: clock.now.since(base)) }) { bench, service in
            let device = service.endpoint(.apple, token("device"))
            #expect(await bench.send(.example(), to: device) == .sent)
            clock.advance(by: -ApplePushTokens.life)
            #expect(await bench.send(.example(), to: device) == .sent)
            clock.advance(by: 1_000)
            let expired = service.endpoint(.apple, token("403:ExpiredProviderToken:once"))
            #expect(await bench.send(.example(), to: expired) == .sent)
            let received = try await service.received(4)
            #expect(Set(received.map { $0.headers["authorization"] }).count == 3)
            #expect(received.map(\.answer) == [nil, nil, "ExpiredProviderToken", nil])
            let always = service.endpoint(.apple, token("403:ExpiredProviderToken"))
            #expect(await bench.send(.example(), to: always).summary == "refused credentials")
            let all = try await service.received(6)
            #expect(all.count == 6, "it is tried once more and not for ever")
        }
    }

    @Test("is a setting that names the variable that is wrong")
    func settings() async throws {
        let service = try await PhonePushService("apple_push_service.py")
        #expect(try ApplePushSettings(environment: [:]) == nil)
        for (variable, value) in [
            ("NEXUS_APNS_KEY_FILE", ""), ("NEXUS_APNS_KEY_ID", ""), ("NEXUS_APNS_TEAM", ""), ("NEXUS_APNS_TOPIC", ""),
            ("NEXUS_APNS_KEY_FILE", "/nowhere.p8"), ("NEXUS_APNS_KEY_FILE", service.roots),
            ("NEXUS_APNS_KEY_ID", "short"),
            ("NEXUS_APNS_TEAM", "team123456"), ("NEXUS_APNS_TOPIC", "a b"),
        ] {
            let error = #expect(throws: PushSettingsError.self, "\(variable) \(value)") {
                try PushSettings(environment: service.settings.merging([variable: value]) { $1 }, publicOrigin: nil)
            }
            #expect(error?.variable == variable)
        }
        #expect(try PushSettings(environment: service.settings, publicOrigin: nil).apple?.topic == "org.example.nexus")
    }
}
