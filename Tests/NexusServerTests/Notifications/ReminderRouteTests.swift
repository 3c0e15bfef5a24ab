import NexusCore
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("Reminders over HTTP", .timeLimit(.minutes(10)))
struct ReminderRouteTests {
    private static let group = ConversationID(high: 0x7000, low: 1 << 63 | 1)
    private static let task = InsightID(high: 0x7002, low: 1 << 63)

    private static func text(_ json: [UInt8]) -> String { String(decoding: json, as: UTF8.self) }

    /// Makes a task of a message.
    private func makeTask(_ server: RunningServer, _ token: String) async throws {
        let create = NexusCore.Operation(
            id: OperationID(high: 0x7001, low: 1 << 63 | 1),
            kind: .createGroup(Self.group, title: "Plans", members: []))
        let post = NexusCore.Operation(
            id: OperationID(high: 0x7001, low: 1 << 63 | 2),
            kind: .post(Self.group, text: "The oven is cold", writtenAt: server.clock.now))
        for operation in [create, post] {
            #expect(try await server.apply(operation, token: token).status == 200)
        }
        let new = NewInsight(id: Self.task, message: post.id.retyped(), kind: .action, text: "Repair the oven")
        let made = try await server.ask("POST", "/v1/insights", Self.text(new.json), token: token)
        #expect(made.status == 200, "\(made.body)")
    }

    @Test("a reminder is set, read and removed, and fires at its time, which live sockets are told")
    func fires() async throws {
        try await RunningServer.serve(configure: { $0.backgroundPace.pause = 20 }) { server in
            let ann = try await server.signUp("Ann").accessToken
            try await makeTask(server, ann)
            let path = "/v1/insights/\(Self.task.text)/reminder"
            #expect(try await server.ask("GET", path, token: ann).status == 404)
            let set = try await server.ask("PUT", path, #"{"when":"hour"}"#, token: ann)
            let reminder = try Reminder.decode(set.body)
            #expect(reminder.at == server.clock.now.advanced(by: 3_600_000))
            #expect(try Reminder.decode(try await server.ask("GET", path, token: ann).body) == reminder)
            #expect(try await server.ask("PUT", path, "{}", token: ann).refusal?.code == .invalidRequest)
            #expect(try await server.ask("PUT", path, #"{"at":1}"#, token: ann).refusal?.code == .invalidRequest)
            #expect(try await server.ask("GET", "/v1/reminders").status == 401)
            let eve = try await server.signUp("Eve").accessToken
            for method in ["GET", "PUT"] {
                let body = method == "PUT" ? #"{"when":"hour"}"# : nil
                #expect(try await server.ask(method, path, body, token: eve).status == 404)
            }
            let soon = ReminderRequest(at: server.clock.now.advanced(by: 60_000))
            #expect(try await server.ask("PUT", path, Self.text(soon.json), token: ann).status == 200)
            let socket = try await server.connect()
            defer { socket.close() }
            try await socket.send(TransportFixture.upgrade(headers: [("Authorization", "Bearer \(ann)")]))
            #expect(try await socket.response().head.hasPrefix("HTTP/1.1 101 "))
            server.clock.advance(by: 60_000)
            while try await socket.nextFrame().text != Self.text(ServerFrame.reminders.json) {}
            let list = try ReminderList.decode(try await server.ask("GET", "/v1/reminders", token: ann).body)
            #expect(list.reminders.map(\.firedAt) == [server.clock.now])
            let metrics = try await server.ask("GET", "/metrics").body
            #expect(metrics.contains("nexus_reminders_fired_total 1"))
            #expect(try await server.ask("DELETE", path, token: ann).status == 200)
            #expect(try await server.ask("GET", path, token: ann).status == 404)
        }
    }

    @Test("if the operator has turned AI off there are none")
    func off() async throws {
        try await RunningServer.serve(configure: { $0.languageModel.isOn = false }) { server in
            let ann = try await server.signUp("Ann").accessToken
            let refused = try await server.ask("GET", "/v1/reminders", token: ann)
            #expect(refused.refusal?.code == .aiUnavailable)
        }
    }
}
