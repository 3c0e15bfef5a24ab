import Foundation
import NexusCore
import NexusTestSupport
import Testing

@testable import NexusServer

/// Against a stand-in that speaks HTTP/2, gives access tokens for assertions and checks messages.
@Suite("Firebase Cloud Messaging", .serialized)
struct GooglePushTests {
    private struct Body: Decodable {
        struct Message: Decodable {
            struct Android: Decodable {
                var collapse_key: String
                var ttl: String
                var priority: String
            }

            var token: String
            var notification: [String: String]?
            var data: [String: String]
            var android: Android
        }

        var message: Message
    }

    private func run(
        now: @escaping @Sendable () -> Timestamp = PushBench.present,
        _ body: (PushBench, PhonePushService) async throws -> Void
    ) async throws {
        let service = try await PhonePushService("google_push_service.py")
        var google = try #require(try GooglePushSettings(environment: service.settings))
        google.base = service.base
        try await PushBench.run(
            local: [], now: now,
            configure: {
                $0.google = google
                $0.roots = service.roots
            }
        ) { bench in
            #expect(bench.transports.services == [.web, .google])
            try await body(bench, service)
        }
    }

    @Test("takes messages and withdrawals, with one access token for all that are sent at once")
    func sent() async throws {
        try await run { bench, service in
            let device = service.endpoint(.google, "device")
            let outcomes = await withTaskGroup(of: PushOutcome.self, returning: [PushOutcome].self) { group in
                for _ in 0..<8 { group.addTask { await bench.send(.example(), to: device) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.allSatisfy { $0 == .sent })
            #expect(await bench.send(.withdrawal, to: device, life: 60) == .sent)
            let received = try await service.received(10)
            #expect(received.count == 10 && received.count { $0.path == "/token" } == 1)
            #expect(received.allSatisfy { $0.version == "2" })
            let messages = try received.dropFirst().map {
                try JSONDecoder().decode(Body.self, from: Data($0.plaintext.utf8)).message
            }
            let first = messages[0]
            #expect(first.token == "device" && first.notification?["title"] == "Ada")
            #expect(first.notification?["body"] == PushContent.example().text)
            #expect(
                first.data["conversationId"] == PushContent.conversationID.text && first.data["senderName"] == "Ada")
            #expect(first.data["senderId"] == PushContent.senderID.text && first.data["badge"] == "3")
            #expect(first.data["messageText"] == PushContent.example().text && first.data["kind"] == "message")
            #expect(first.android.collapse_key == "conversation_1" && first.android.ttl == "14400s")
            #expect(first.android.priority == "HIGH")
            let last = try #require(messages.last)
            #expect(last.notification == nil && last.data["kind"] == "withdrawal" && last.android.priority == "NORMAL")
        }
    }

    @Test("gets texts of any length within its limit")
    func sizes() async throws {
        try await run { bench, service in
            let content = PushContent.example(String(repeating: "Zoë \"👩‍🚀\" ", count: 4_000))
            #expect(await bench.send(content, to: service.endpoint(.google, "device")) == .sent)
            let request = try #require(try await service.received(2).last)
            #expect((4_000...4_102).contains(request.size))
        }
    }

    @Test("answers, and each documented answer has its outcome")
    func answers() async throws {
        try await run { bench, service in
            for (answer, wanted) in [
                ("404:UNREGISTERED", "gone"), ("403:SENDER_ID_MISMATCH", "gone"),
                ("429:QUOTA_EXCEEDED", "retry rate 60"),
                ("503:UNAVAILABLE", "retry service 9"), ("500:INTERNAL", "retry service"),
                ("400:INVALID_ARGUMENT", "refused service"), ("401:THIRD_PARTY_AUTH_ERROR", "refused credentials"),
                ("403:PERMISSION_DENIED", "refused credentials"), ("404:NOT_FOUND", "refused credentials"),
                ("400:UNSPECIFIED_ERROR", "refused service"),
            ] {
                let outcome = await bench.send(.example(), to: service.endpoint(.google, answer))
                #expect(outcome.summary == wanted, "\(answer)")
            }
        }
    }

    @Test("gets a new access token before one ends, and once more when it takes one no longer")
    func tokens() async throws {
        let start = PushBench.present()
        let clock = TestClock()
        let base = clock.now
        try await run(now: { start.advanced(by: clock.now.since(base)) }) { bench, service in
            #expect(await bench.send(.example(), to: service.endpoint(.google, "401:NEXUS:once")) == .sent)
            let paths = try await service.received(4).map(\.path)
            #expect(paths.count { $0 == "/token" } == 2)
            #expect(
                await bench.send(.example(), to: service.endpoint(.google, "401:NEXUS")).summary
                    == "refused credentials")
            clock.advance(by: 3_599_000 - GooglePushTokens.renewal)
            // The stand-in compares with its own clock.
            #expect(
                await bench.send(.example(), to: service.endpoint(.google, "device")).summary == "refused credentials")
        }
    }

    @Test("is a setting that names what is wrong with the file")
    func settings() async throws {
        let service = try await PhonePushService("google_push_service.py")
        #expect(try PushSettings(environment: service.settings, publicOrigin: nil).google?.project == "nexus-test")
        let folder = FileManager.default.temporaryDirectory.appending(path: "push-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let account = try JSONDecoder().decode(
            [String: String].self,
            from: Data(contentsOf: URL(filePath: service.settings["NEXUS_FCM_ACCOUNT_FILE"] ?? "")))
        for change in [
            ["private_key": "none"], ["project_id": "../x"], ["token_uri": "http://127.0.0.1/token"],
            ["token_uri": "file:///etc/passwd"],
        ] {
            let file = folder.appending(path: "account.json")
            try JSONEncoder().encode(account.merging(change) { $1 }).write(to: file)
            let error = #expect(throws: PushSettingsError.self, "\(change)") {
                try PushSettings(environment: ["NEXUS_FCM_ACCOUNT_FILE": file.path], publicOrigin: nil)
            }
            #expect(error?.variable == "NEXUS_FCM_ACCOUNT_FILE")
        }
        #expect(throws: PushSettingsError.self) {
            try PushSettings(environment: ["NEXUS_FCM_ACCOUNT_FILE": service.roots], publicOrigin: nil)
        }
    }
}
