import Crypto
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NexusCore
import NexusTestSupport
import Synchronization
import Testing

@testable import NexusServer

/// Against a push service whose parts others wrote: hypercorn, http-ece and py-vapid.
@Suite("A web push service", .serialized)
struct WebPushTests {
    private struct Payload: Decodable {
        struct Notification: Decodable {
            struct Action: Decodable {
                var action: String
                var navigate: String?
            }

            var title: String
            var body: String
            var navigate: String?
            var tag: String
            var icon: String?
            var silent: Bool
            var data: [String: String]
            var actions: [Action]?
        }

        var web_push: Int?
        var notification: Notification?
        var nexus: [String: String]?
        var app_badge: Int
        var mutable: Bool?
    }

    private func payload(_ text: String) throws -> Payload {
        try JSONDecoder().decode(Payload.self, from: Data(text.utf8))
    }

    @Test("decrypts what it is sent, and recognises the sender")
    func sent() async throws {
        let service = try await WebPushService()
        try await PushBench.run(local: ["127.0.0.1:\(service.port)"]) { bench in
            let endpoint = service.endpoint("/201/a?b=c")
            #expect(await bench.send(.example(), to: endpoint) == .sent)
            #expect(await bench.send(.withdrawal, to: endpoint, key: "not a topic") == .sent)
            var test = PushContent(kind: .test, title: "Nexus", text: "It works", badge: 0, page: "")
            test.playsSound = true
            #expect(await bench.send(test, to: endpoint) == .sent)

            let received = try await service.received(3)
            let first = try #require(received.first)
            #expect(first.method == "POST" && first.path == "/201/a")
            for (name, value) in [
                "ttl": "14400", "urgency": "high", "topic": "conversation_1", "content-encoding": "aes128gcm",
            ] { #expect(first.headers[name] == value, "\(name)") }
            #expect(first.size - 103 == 512 * ((first.size - 103) / 512))
            #expect(first.headers["authorization"]?.hasSuffix(",k=\(bench.keys.publicKey)") == true)
            let claims = try #require(first.claims)
            #expect(claims.aud == "http://127.0.0.1:\(service.port)" && claims.sub == "mailto:admin@example.org")
            let left = claims.exp - PushBench.present().milliseconds / 1_000
            #expect(left > 0 && left <= 24 * 3_600)
            #expect(Set(received.map(\.token)).count == 1, "the token is kept")

            let message = try payload(first.plaintext)
            #expect(message.web_push == 8_030 && message.app_badge == 3 && message.mutable == true)
            let shown = try #require(message.notification)
            #expect(shown.title == "Ada" && shown.body == PushContent.example().text && shown.silent)
            #expect(shown.navigate == PushContent.example().page && shown.icon == PushContent.example().picture)
            #expect(shown.tag == PushContent.conversationID.text)
            #expect(
                shown.data == [
                    "kind": "message", "conversation": PushContent.conversationID.text,
                    "message": PushContent.messageID.text, "sender": PushContent.senderID.text, "senderName": "Ada",
                ])
            #expect(shown.actions?.map(\.action) == ["reply", "read"])
            #expect(shown.actions?.allSatisfy { $0.navigate == shown.navigate } == true)

            let withdrawal = try payload(received[1].plaintext)
            #expect(withdrawal.nexus == ["kind": "withdrawal", "conversation": PushContent.conversationID.text])
            #expect(withdrawal.notification == nil && withdrawal.web_push == nil)
            #expect(received[1].headers["urgency"] == "normal" && received[1].headers["topic"] == nil)

            let tested = try #require(try payload(received[2].plaintext).notification)
            #expect(
                tested.data == ["kind": "test"] && tested.actions == nil && tested.navigate == nil && !tested.silent)
        }
    }

    @Test("gets names and texts of any length in 4,096 bytes, and less where it takes less")
    func sizes() async throws {
        let service = try await WebPushService()
        try await PushBench.run(local: ["127.0.0.1:\(service.port)"]) { bench in
            var content = PushContent.example(String(repeating: "Zoë 👩‍🚀 ", count: 4_000))
            content.title = String(repeating: "T", count: 5_000)
            content.senderName = content.title
            #expect(await bench.send(content, to: service.endpoint("/201")) == .sent)
            #expect(await bench.send(content, to: service.endpoint("/narrow")) == .sent)
            #expect(await bench.send(content, to: service.endpoint("/413")).summary == "refused size")
            let received = try await service.received(5)
            #expect(received.map(\.size).prefix(3) == [4_096, 4_096, 2_151])
            #expect(received.count == 5, "a refused size is tried once more, shorter")
            let text = try #require(try payload(received[0].plaintext).notification?.body)
            #expect(text.hasSuffix("…") && content.text.hasPrefix(text.dropLast()))
            content.page = String(repeating: "p", count: 4_000)
            #expect(await bench.send(content, to: service.endpoint("/201")).summary == "refused size")
        }
    }

    @Test("answers, and each answer means what RFC 8030 says")
    func answers() async throws {
        let service = try await WebPushService()
        try await PushBench.run(local: ["127.0.0.1:\(service.port)"]) { bench in
            for (path, wanted) in [
                ("/200", "sent"), ("/202", "sent"), ("/404", "gone"), ("/410", "gone"),
                ("/429?retry=120", "retry rate 120"), ("/429?retry=999999999999999999999", "retry rate 86400"),
                ("/503?retry=Wed%2C%2021%20Oct%202015%2007%3A28%3A00%20GMT", "retry service 0"),
                ("/500", "retry service"), ("/503?retry=soon", "retry service"), ("/408", "retry service"),
                ("/400", "refused credentials"), ("/401", "refused credentials"), ("/403", "refused credentials"),
                ("/418", "refused service"), ("/redirect?to=http://127.0.0.1:1/", "refused address"),
                // The head says that it was taken.
                ("/endless", "sent"),
            ] {
                let outcome = await bench.send(.example(), to: service.endpoint(path))
                #expect(outcome.summary == wanted, "\(path)")
                if case .refused(let failure) = outcome {
                    #expect(!failure.text.contains("eyJ") && failure.text.count <= 200, "\(failure.text)")
                }
            }
            // Nothing followed the redirect.
            let received = try await service.received(16)
            #expect(received.count == 16 && received.allSatisfy { $0.claims != nil })
        }
    }

    @Test("that does not answer, or has gone, is tried later")
    func silent() async throws {
        let service = try await WebPushService()
        let free = try await freePort()
        try await PushBench.run(
            local: ["127.0.0.1:\(service.port)", "127.0.0.1:\(free)"],
            configure: {
                $0.patience.whole = .milliseconds(500)
            }
        ) { bench in
            #expect(await bench.send(.example(), to: service.endpoint("/slow")).summary == "retry connection")
            let closed = service.endpoint("/201", origin: "http://127.0.0.1:\(free)")
            #expect(await bench.send(.example(), to: closed).summary == "retry connection")
        }
    }

    @Test("of Apple gets no withdrawals, which show nothing")
    func apple() async throws {
        let service = try await WebPushService()
        try await PushBench.run(
            local: [],
            configure: {
                $0.resolver = HostResolver { _ in [] }
            }
        ) { bench in
            let endpoint = service.endpoint("/x", origin: "https://web.push.apple.com")
            #expect(await bench.send(.withdrawal, to: endpoint) == .sent)
            #expect(await bench.send(.example(), to: endpoint).summary != "sent")
        }
    }

    @Test("is connected to at the address that was checked, under its own name")
    func pinned() async throws {
        let service = try await WebPushService(name: "push.test")
        let looks = Mutex(0)
        let passed = Mutex<Int64>(0)
        let authority = "push.test:\(service.port)"
        try await PushBench.run(
            local: [authority, "other.test:\(service.port)"],
            now: { PushBench.present().advanced(by: passed.withLock { $0 }) },
            configure: { settings in
                settings.roots = service.roots
                settings.resolver = HostResolver { _ in
                    looks.withLock { $0 += 1 }
                    guard passed.withLock({ $0 }) == 0 else { throw HostResolver.NotFound() }
                    // Nothing listens at the first one.
                    return [
                        try SocketAddress(ipAddress: "127.9.9.9", port: 0),
                        try SocketAddress(ipAddress: "127.0.0.1", port: 0),
                    ]
                }
            }
        ) { bench in
            let endpoint = service.endpoint("/201", origin: "https://\(authority)")
            for _ in 0..<3 {
                #expect(await bench.send(.example(), to: endpoint) == .sent)
            }
            #expect(looks.withLock { $0 } == 1, "a name is resolved once")
            let received = try await service.received(3)
            #expect(received.allSatisfy { $0.version == "2" && $0.claims?.aud == "https://\(authority)" })
            // The certificate is for another name.
            let other = service.endpoint("/201", origin: "https://other.test:\(service.port)")
            #expect(await bench.send(.example(), to: other).summary == "retry connection")
            // Without the DNS the known address serves on; others do not.
            passed.withLock { $0 = PushClients.life }
            #expect(await bench.send(.example(), to: endpoint) == .sent)
            #expect(looks.withLock { $0 } == 3)
            let unknown = service.endpoint("/201", origin: "https://push.example:\(service.port)")
            #expect(await bench.send(.example(), to: unknown).summary == "retry connection")
        }
    }

    @Test("is not connected to where its name leads into a network of this server, now or later")
    func rebound() async throws {
        let service = try await WebPushService(name: "push.test")
        let clock = TestClock()
        let address = Mutex("127.0.0.1")
        try await PushBench.run(
            local: [], now: { clock.now },
            configure: { settings in
                settings.roots = service.roots
                settings.resolver = HostResolver { _ in
                    [try SocketAddress(ipAddress: address.withLock { $0 }, port: 0)]
                }
                // Nothing answers at an address of no network.
                settings.patience.whole = .milliseconds(300)
            }
        ) { bench in
            let endpoint = service.endpoint("/201", origin: "https://push.test:\(service.port)")
            for special in ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1"] {
                address.withLock { $0 = special }
                #expect(await bench.send(.example(), to: endpoint).summary == "refused address", "\(special)")
            }
            // A public address at first: the change of the name counts once it is resolved again.
            address.withLock { $0 = "3ffe::1" }
            #expect(await bench.send(.example(), to: endpoint).summary == "retry connection")
            address.withLock { $0 = "127.0.0.1" }
            clock.advance(by: PushClients.life)
            #expect(await bench.send(.example(), to: endpoint).summary == "refused address")
            for literal in ["https://127.0.0.1:\(service.port)", "https://[::1]:\(service.port)"] {
                let outcome = await bench.send(.example(), to: service.endpoint("/201", origin: literal))
                #expect(outcome.summary == "refused address")
            }
            let plain = service.endpoint("/201", origin: "http://push.test:\(service.port)")
            #expect(await bench.send(.example(), to: plain).summary == "refused address")
        }
        try await PushBench.run(
            local: ["push.test:\(service.port)"],
            configure: {
                $0.roots = service.roots
                $0.resolver = HostResolver { _ in [try SocketAddress(ipAddress: "127.0.0.1", port: 0)] }
            }
        ) { bench in
            _ = await bench.send(.example(), to: service.endpoint("/201", origin: "https://push.test:\(service.port)"))
            let all = try await service.received(1)
            #expect(all.count == 1, "it got nothing before")
        }
    }

    @Test("gets another token before the old one ends, and one for each origin")
    func tokens() throws {
        let clock = TestClock()
        let tokens = VAPIDTokens(VAPIDKeys(), contact: nil, now: { clock.now })
        let first = try tokens.token(for: "https://a.example")
        clock.advance(by: VAPIDTokens.life - VAPIDTokens.renewal - 1)
        #expect(try tokens.token(for: "https://a.example") == first)
        #expect(try tokens.token(for: "https://b.example") != first)
        clock.advance(by: 1)
        #expect(try tokens.token(for: "https://a.example") != first)
    }

    @Test("names the time of a repetition as seconds or as a date")
    func retryAfter() {
        // 1994-11-06 08:49:37.
        let now = Timestamp(milliseconds: 784_111_777_000)
        for (text, wanted) in [
            ("0", 0), ("60", 60), ("86400", 86_400), ("86401", 86_400), ("Sun, 06 Nov 1994 08:50:37 GMT", 60),
            ("Sunday, 06-Nov-94 08:50:37 GMT", 60), ("Sun Nov  6 08:50:37 1994", 60),
            ("Sun, 06 Nov 2094 08:50:37 GMT", 86_400), ("Sun, 06 Nov 1983 08:49:37 GMT", 0), ("-1", nil), ("", nil),
            ("tomorrow", nil), ("1.5", nil),
        ] as [(String, Int?)] {
            let answer = PushAnswer(status: 429, headers: ["Retry-After": text])
            #expect(answer.retryAfter(now) == wanted, "\(text)")
        }
    }

    /// A port at which nothing listens.
    private func freePort() async throws -> Int {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = channel.localAddress?.port ?? 0
        try await channel.close().get()
        return port
    }
}
