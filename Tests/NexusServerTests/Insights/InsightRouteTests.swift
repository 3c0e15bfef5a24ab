import Foundation
import NexusCore
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("Insights over HTTP", .timeLimit(.minutes(10)))
struct InsightRouteTests {
    private static let group = ConversationID(high: 0x7000, low: 1 << 63 | 1)

    private static func operation(_ kind: NexusCore.Operation.Kind, _ number: UInt64) -> NexusCore.Operation {
        NexusCore.Operation(id: OperationID(high: 0x7001, low: 1 << 63 | number), kind: kind)
    }

    private static func text(_ json: [UInt8]) -> String { String(decoding: json, as: UTF8.self) }

    private static func page(_ query: String, _ server: RunningServer, _ token: String) async throws -> InsightPage {
        try InsightPage.decode(try await server.ask("GET", "/v1/insights\(query)", token: token).body)
    }

    @Test("an insight appears with its message, and one member's completion is visible to another")
    func lifeOfAnItem() async throws {
        try await RunningServer.serve(configure: { $0.zone = TimeZone(identifier: "Asia/Tokyo") ?? .gmt }) { server in
            let ann = try await server.signUp("Ann")
            let bob = try await server.signUp("Bob")
            let request = Self.operation(
                .post(Self.group, text: "Bob, please send the offer tomorrow at 5 pm", writtenAt: server.clock.now), 2)
            let create = Self.operation(
                .createGroup(Self.group, title: "Plans", members: [bob.profile.user.id]), 1)
            for operation in [create, request] {
                #expect(try await server.apply(operation, token: ann.accessToken).status == 200)
            }
            try await eventually("it is there") {
                try await Self.page("?state=open&assignee=me", server, bob.accessToken).insights.count == 1
            }
            let item = try #require(try await Self.page("", server, bob.accessToken).insights.first)
            #expect(item.due?.zone == "Asia/Tokyo")
            #expect(item.due?.isServerZone == true)
            let path = "/v1/insights/\(item.source.text)/action"
            let answer = try await server.ask("POST", path, #"{"state":"done"}"#, token: ann.accessToken)
            #expect(try InsightRecord.decode(answer.body).state == .done)
            let seen = try await Self.page("?conversation=\(Self.group.text)", server, bob.accessToken)
            #expect(seen.insights.first?.state == .done)
            #expect(seen.open == 0)
            let id = try #require(item.id?.text)
            let named = try await server.ask(
                "PATCH", "/v1/insights/\(id)", #"{"level":"high"}"#, token: bob.accessToken)
            #expect(try InsightRecord.decode(named.body).level == .high)
            #expect(try await Self.page("?id=\(id)", server, bob.accessToken).insights.map(\.source) == [item.source])
            let (made, part) = (InsightID(high: 0x7002, low: 1 << 63), InsightID(high: 0x7002, low: 1 << 63 | 1))
            let new = NewInsight(id: made, message: item.source, kind: .decision, text: "Blue plates")
            let answers = [
                try await server.ask("POST", "/v1/insights", Self.text(new.json), token: bob.accessToken),
                try await server.ask(
                    "POST", "/v1/insights/split",
                    Self.text(InsightSplit(insight: made, id: part, text: "Red cups").json),
                    token: bob.accessToken),
                try await server.ask(
                    "POST", "/v1/insights/merge", Self.text(InsightMerge(insight: made, other: part).json),
                    token: bob.accessToken),
            ]
            #expect(try answers.map { try InsightRecord.decode($0.body).id } == [made, part, made])
            let file = try await server.ask("GET", "/v1/insights/export?format=ics", token: bob.accessToken)
            #expect(try InsightFile.decode(file.body).text.contains("STATUS:COMPLETED"))
            let metrics = try await server.ask("GET", "/metrics").body
            #expect(metrics.contains("nexus_insights_remaining 0"))
        }
    }

    @Test("a user's zone is the one reported by their device")
    func zone() async throws {
        try await RunningServer.serve { server in
            let ann = try await server.signUp("Ann").accessToken
            #expect(try await server.ask("POST", "/v1/zone", #"{"zone":"America/Lima"}"#, token: ann).status == 200)
            #expect(try await server.ask("POST", "/v1/zone", #"{"zone":"../etc"}"#, token: ann).status == 400)
            let create = Self.operation(.createGroup(Self.group, title: "Plans", members: []), 1)
            let post = Self.operation(
                .post(Self.group, text: "I'll call the bank tomorrow at 5 pm", writtenAt: server.clock.now), 2)
            for operation in [create, post] { try await server.apply(operation, token: ann) }
            try await eventually("it is there") { try await !Self.page("", server, ann).insights.isEmpty }
            let due = try await Self.page("", server, ann).insights.first?.due
            #expect(due?.zone == "America/Lima")
            #expect(due?.text.hasSuffix("T17:00-05:00") == true)
            #expect(due?.isServerZone == false)
        }
    }

    @Test(
        "invalid requests are refused",
        arguments: [
            "?conversation=x", "?id=x", "?kind=wish", "?state=maybe", "?assignee=somebody", "?cursor=1.2", "?limit=0",
            "/export?format=pdf", "/export",
        ])
    func refused(query: String) async throws {
        try await RunningServer.serve { server in
            let ann = try await server.signUp("Ann").accessToken
            let answer = try await server.ask("GET", "/v1/insights\(query)", token: ann)
            #expect(answer.status == 400)
            #expect(answer.refusal?.code == .invalidRequest)
            #expect(try await server.ask("GET", "/v1/insights").status == 401)
            let gone = "/v1/insights/\(MessageID(high: 1, low: 1).text)/action"
            #expect(try await server.ask("POST", gone, "{}", token: ann).status == 404)
        }
    }

    @Test(
        "the live socket's URL has the zone",
        arguments: [
            ("/v1/live?zone=Europe%2FBerlin", "Europe/Berlin"), ("/v1/live", nil), ("/v1/live?a=b&zone=UTC", "UTC"),
            ("/v1/live?zone=%ZZ", nil),
        ] as [(String, String?)])
    func liveZone(path: String, zone: String?) {
        #expect(ZoneBook.zone(in: path) == zone)
    }

    @Test("if the operator has turned AI off there are none, and no messages are processed")
    func off() async throws {
        try await RunningServer.serve(configure: { $0.languageModel.isOn = false }) { server in
            let ann = try await server.signUp("Ann").accessToken
            let refused = try await server.ask("GET", "/v1/insights", token: ann)
            #expect(refused.refusal?.code == .aiUnavailable)
            #expect(try await !server.ask("GET", "/metrics").body.contains("nexus_insights_remaining"))
        }
    }
}
