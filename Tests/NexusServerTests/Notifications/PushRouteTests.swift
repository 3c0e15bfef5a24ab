import Foundation
import NexusCore
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("Registering for push notifications")
struct PushRouteTests {
    private static func services(_ service: RecordingPushService) -> PushServices {
        PushServices(
            transport: service, available: [.web], key: "BAcd",
            check: { endpoint in
                if !endpoint.address.hasPrefix("https://") { throw Refusal(.invalidRequest, "An https URL.") }
            }, shutdown: {})
    }

    private static let registration =
        #"{"service":"web","address":"https://push.example.org/a","key":"BAcd","secret":"AAAA"}"#

    @Test("takes a device's address, tests it, forgets it, and tells administrators what became of notifications")
    func routes() async throws {
        let service = RecordingPushService()
        try await RunningServer.serve(configure: { $0.pushServices = Self.services(service) }) { server in
            let (ada, ben) = (try await server.signUp("Ada"), try await server.signUp("Ben"))
            @Sendable func ask(_ method: String, _ path: String, _ body: String? = nil) async throws
                -> RunningServer.Answer
            {
                try await server.ask(method, path, body, token: ben.accessToken)
            }
            #expect(
                try PushInfo.decode(try await ask("GET", "/v1/push").body) == PushInfo(key: "BAcd", services: ["web"]))
            let untested = try PushTest.decode(try await ask("POST", "/v1/push/test", "{}").body)
            #expect(untested.steps.map(\.succeeded) == [false])
            for refused in [
                #"{"service":"pigeon","address":"https://push.example.org/a"}"#,
                #"{"service":"web","address":"http://push.example.org/a","key":"BAcd","secret":"AAAA"}"#,
                #"{"service":"web","address":"https://push.example.org/a","key":"!","secret":"AAAA"}"#,
            ] {
                #expect(try await ask("PUT", "/v1/push/endpoint", refused).refusal?.code == .invalidRequest)
            }
            for _ in 1...2 { #expect(try await ask("PUT", "/v1/push/endpoint", Self.registration).status == 200) }
            #expect(try await ask("GET", "/v1/push/endpoint").body.contains("true"))
            let tested = try PushTest.decode(try await ask("POST", "/v1/push/test", "{}").body)
            #expect(tested.steps.map(\.succeeded) == [true, true])
            #expect(service.taken.last?.push.content.kind == .test)
            service.answer(.refused(PushFailure(reason: "credentials", text: "the key is not known")))
            let failed = try PushTest.decode(try await ask("POST", "/v1/push/test", "{}").body)
            #expect(failed.steps.last?.text.contains("the key is not known") == true)

            #expect(try await ask("GET", "/v1/admin/push").refusal?.code == .forbidden)
            let report = try await server.ask("GET", "/v1/admin/push", token: ada.accessToken)
            #expect(try PushReport.decode(report.body).devices == 1)
            #expect(try await ask("DELETE", "/v1/push/endpoint").status == 200)
            #expect(try await ask("GET", "/v1/push/endpoint").body.contains("false"))
        }
    }

    @Test("survives a restart in the middle of sending: what is due arrives, and shows once")
    func restart() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let service = RecordingPushService()
        service.answer(.retry(after: nil, PushFailure(reason: "connection", text: "closed")))
        let start = {
            try await TestServer(
                data: folder.appending(path: "nexus.sqlite").path,
                settings: {
                    $0.pushServices = Self.services(service)
                    $0.pushPace.firstRetry = 100
                    $0.settling = .milliseconds(1)
                })
        }
        var server = try await start()
        var running = RunningServer(port: server.port, clock: TestClock())
        let (ada, ben) = (try await running.signUp("Ada"), try await running.signUp("Ben"))
        #expect(
            try await running.ask("PUT", "/v1/push/endpoint", Self.registration, token: ben.accessToken).status == 200)
        let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
        let direct = ConversationID.direct(between: ada.profile.user.id, and: ben.profile.user.id)
        for kind in [
            NexusCore.Operation.Kind.createDirect(direct, with: ben.profile.user.id),
            .post(direct, Post(text: "hello", writtenAt: now)),
        ] {
            let operation = NexusCore.Operation(id: OperationID(at: now), kind: kind)
            #expect(try await running.apply(operation, token: ada.accessToken).status == 200)
        }
        await server.stop()
        server = try await start()
        running = RunningServer(port: server.port, clock: TestClock())
        try await eventually("it arrives") { service.screen("https://push.example.org/a") == ["Ada | hello"] }
        try await eventually("nothing waits any more") {
            let report = try await running.ask("GET", "/v1/admin/push", token: ada.accessToken)
            return try PushReport.decode(report.body).waiting == 0
        }
        #expect(service.taken.count == 1)
        await server.stop()
    }
}
