import NexusCore
import Testing

@testable import NexusServer

@Suite("Search over HTTP", .timeLimit(.minutes(10)))
struct SearchRouteTests {
    @Test("a post is found at once, and is soon in the index")
    func found() async throws {
        try await RunningServer.serve { server in
            let ann = try await server.signUp("Ann")
            let group = ConversationID(high: 0x7000, low: 1 << 63 | 1)
            for kind in [
                Operation.Kind.createGroup(group, title: "Plans", members: []),
                .post(group, text: "A needle", writtenAt: .zero),
            ] {
                let id = OperationID(high: 0x7001, low: 1 << 63 | UInt64.random(in: 0..<1 << 40))
                #expect(try await server.apply(.init(id: id, kind: kind), token: ann.accessToken).status == 200)
            }
            let found = try await server.ask("POST", "/v1/search", #"{"query":"need"}"#, token: ann.accessToken)
            #expect(found.status == 200)
            #expect(try SearchAnswer.decode(found.body).results.map(\.conversation) == [group])
            let stranger = try await server.signUp("Bob")
            let nothing = try await server.ask("POST", "/v1/search", #"{"query":"need"}"#, token: stranger.accessToken)
            #expect(try SearchAnswer.decode(nothing.body).results.isEmpty)
            #expect(try await server.ask("POST", "/v1/search", #"{"query":"need"}"#).status == 401)
        }
    }

    @Test("a search with the character NUL finds nothing, or is refused by a database that does not know it")
    func nul() async throws {
        try await RunningServer.serve { server in
            let token = try await server.signUp("Ann").accessToken
            let messages = try await server.ask("POST", "/v1/search", #"{"query":"a needle\u0000"}"#, token: token)
            let people = try await server.ask("GET", "/v1/people?query=Bob%00", token: token)
            for answer in [messages, people] {
                #expect(answer.status == 200 || answer.refusal?.code == .invalidRequest, "\(answer.body)")
            }
        }
    }

    @Test("an invalid search is refused with the reason")
    func refused() async throws {
        try await RunningServer.serve { server in
            let token = try await server.signUp("Ann").accessToken
            let wrong = try await server.ask("POST", "/v1/search", #"{"query":"before:soon"}"#, token: token)
            #expect(wrong.status == 422)
            #expect(wrong.refusal?.message.contains("before:soon") == true)
            for body in [
                "{}", #"{"query":"a","limit":51}"#, #"{"query":"a","limit":0}"#, #"{"query":"a","order":"worst"}"#,
                #"{"query":"a","utcOffset":1441}"#,
            ] {
                #expect(try await server.ask("POST", "/v1/search", body, token: token).status == 400, "\(body)")
            }
        }
    }

    @Test("too many searches are refused for a stated time")
    func limited() async throws {
        try await RunningServer.serve(configure: {
            $0.rateLimits.isOn = true
            $0.rateLimits.searchesAtOnce = 1
            $0.rateLimits.searchesPerMinute = 60
        }) { server in
            let token = try await server.signUp("Ann").accessToken
            #expect(try await server.ask("POST", "/v1/search", #"{"query":"need"}"#, token: token).status == 200)
            let refused = try await server.ask("POST", "/v1/search", #"{"query":"need"}"#, token: token)
            #expect(refused.status == 429)
            #expect(refused.headers["retry-after"] == "1")
        }
    }
}
