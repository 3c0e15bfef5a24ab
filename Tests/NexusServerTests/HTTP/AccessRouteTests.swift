import NexusCore
import Testing

@testable import NexusServer

@Suite("Routes that need a session", .timeLimit(.minutes(10)))
struct AccessRouteTests {
    private static let conversation = ConversationID(high: 0x0193_60A0_0000_7000, low: 0x8000_0000_0000_0001)

    /// Every route behind a session, as it would be right.
    private static let routes: [(method: String, path: String, body: String?)] = [
        ("GET", "/v1/sessions", nil), ("DELETE", "/v1/sessions/current", nil), ("GET", "/v1/profile", nil),
        ("GET", "/v1/people", nil), ("GET", "/v1/conversations", nil),
        ("GET", "/v1/conversations/\(conversation)/changes", nil),
        ("GET", "/v1/conversations/\(conversation)/messages", nil),
        ("POST", "/v1/operations", #"{"id":"019360a0-0000-7000-8000-000000000009","kind":"updateProfile","name":"X"}"#),
        ("GET", "/v1/live", nil),
        ("POST", "/v1/live/renew", #"{"socket":"019360a0-0000-7000-8000-000000000009"}"#),
        ("POST", "/v1/live/polled", "{}"),
        ("POST", "/v1/live/polled/019360a0-0000-7000-8000-000000000009/poll", "{}"),
    ]

    @Test("refuse a missing token, another scheme, and an unknown token")
    func noToken() async throws {
        try await RunningServer.serve { server in
            let ann = try await server.signUp("Ann")
            let headers = [
                [], [("Authorization", "Basic YWRhOmFkYQ==")], [("Authorization", "Bearer")],
                [("Authorization", "Bearer ")], [("Authorization", ann.accessToken)],
                [("Authorization", "Bearer \(ann.refreshToken)")], [("Authorization", "Bearer x\(ann.accessToken)")],
                [("Authorization", "Bearer \(ann.accessToken)"), ("Authorization", "Bearer x")],
            ]
            for route in AccessRouteTests.routes {
                for header in headers {
                    let answer = try await server.ask(route.method, route.path, route.body, headers: header)
                    #expect(answer.status == 401, "\(route.method) \(route.path)")
                    #expect(answer.refusal?.code == .notSignedIn)
                }
            }
            #expect(try await server.ask("GET", "/v1/profile", token: ann.accessToken).body.contains("Ann"))
        }
    }

    @Test("refuse an expired token, and ask for a refresh")
    func expired() async throws {
        try await RunningServer.serve { server in
            let ann = try await server.signUp("Ann")
            server.clock.advance(by: ann.expiresIn)
            for route in AccessRouteTests.routes {
                let answer = try await server.ask(route.method, route.path, route.body, token: ann.accessToken)
                #expect(answer.status == 401, "\(route.method) \(route.path)")
                #expect(answer.refusal?.code == .tokenExpired)
            }
            let body = #"{"refreshToken":"\#(ann.refreshToken)"}"#
            let renewed = try SignedIn.decode(try await server.ask("POST", "/v1/sessions/refresh", body).body)
            #expect(try await server.ask("GET", "/v1/profile", token: renewed.accessToken).status == 200)
        }
    }

    @Test("signing out invalidates the token and closes the socket")
    func signedOut() async throws {
        try await RunningServer.serve { server in
            let token = try await server.signUp("Ann").accessToken
            let socket = try await server.connect()
            try await socket.send(TransportFixture.upgrade(headers: [("Authorization", "Bearer \(token)")]))
            #expect(try await socket.response().head.hasPrefix("HTTP/1.1 101 "))
            #expect(try await socket.nextFrame().text.contains("welcome"))
            let answer = try await server.ask("DELETE", "/v1/sessions/current", token: token)
            #expect(answer.status == 200)
            #expect(answer.body == "{}")
            var frame = try await socket.nextFrame()
            while frame.opcode == 1 { frame = try await socket.nextFrame() }
            #expect(frame.closeCode == 4_001)
            #expect(try await server.ask("GET", "/v1/profile", token: token).refusal?.code == .notSignedIn)
        }
    }

    @Test("a conversation exists for its members, and for no one else by any route")
    func stranger() async throws {
        try await RunningServer.serve { server in
            let (ann, bob, eve) = (
                try await server.signUp("Ann"), try await server.signUp("Bob"), try await server.signUp("Eve")
            )
            let id = ConversationID.direct(between: ann.profile.user.id, and: bob.profile.user.id)
            func operation(_ number: UInt64, _ kind: NexusCore.Operation.Kind) -> NexusCore.Operation {
                NexusCore.Operation(id: OperationID(high: 0x7000, low: 1 << 63 | number), kind: kind)
            }
            let created = operation(1, .createDirect(id, with: bob.profile.user.id))
            #expect(try await server.apply(created, token: ann.accessToken).status == 200)
            let post = operation(2, .post(id, text: "Secret", writtenAt: server.clock.now))
            #expect(try await server.apply(post, token: ann.accessToken).status == 200)
            let message: MessageID = post.id.retyped()
            for path in ["/v1/conversations/\(id)/changes", "/v1/conversations/\(id)/messages"] {
                #expect(try await server.ask("GET", path, token: bob.accessToken).body.contains("Secret"))
                let refused = try await server.ask("GET", path, token: eve.accessToken)
                #expect(refused.status == 404)
                #expect(refused.refusal?.code == .conversationGone)
            }
            #expect(try await server.ask("GET", "/v1/conversations", token: bob.accessToken).body.contains("\(id)"))
            #expect(try await !server.ask("GET", "/v1/conversations", token: eve.accessToken).body.contains("\(id)"))
            let kinds: [NexusCore.Operation.Kind] = [
                .post(id, text: "Me", writtenAt: server.clock.now), .edit(id, message: message, text: "Me"),
                .delete(id, messages: [message]), .receipt(id, read: 1, delivered: 1), .rename(id, title: "Me"),
                .addMembers(id, users: [eve.profile.user.id]), .removeMember(id, user: ann.profile.user.id), .leave(id),
                .dissolve(id),
            ]
            for (number, kind) in kinds.enumerated() {
                let answer = try await server.apply(operation(UInt64(10 + number), kind), token: eve.accessToken)
                #expect(answer.refusal?.code == .conversationGone, "\(kind.name)")
            }
        }
    }
}
