import Logging
import NexusCore
import Testing

@testable import NexusServer

@Suite("The log", .timeLimit(.minutes(10)))
struct LogTests {
    @Test("has no password, token, text, address or user name even at its most verbose level")
    func secrets() async throws {
        let lines = LogLines()
        let logger = lines.logger
        let secrets = try await RunningServer.serve(logger: logger) { server in
            let ann = try await server.signUp("Annabel")
            let query = try await server.ask("GET", "/v1/people?query=searchedword", token: ann.accessToken)
            #expect(query.status == 200)
            let refresh = #"{"refreshToken":"\#(ann.refreshToken)","attempt":"attemptword"}"#
            let again = try SignedIn.decode(try await server.ask("POST", "/v1/sessions/refresh", refresh).body)
            let group: ConversationID = ID(high: 0x7000, low: 1 << 63 | 1)
            let operations: [NexusCore.Operation.Kind] = [
                .createGroup(group, title: "secretplans", members: []),
                .post(group, text: "secrettext", writtenAt: server.clock.now),
                .post(group, text: String(repeating: "secrettext", count: 1_000), writtenAt: server.clock.now),
            ]
            for (number, kind) in operations.enumerated() {
                let operation = NexusCore.Operation(id: ID(high: 0x7000, low: 1 << 63 | UInt64(number)), kind: kind)
                try await server.apply(operation, token: again.accessToken)
            }
            _ = try await server.ask("POST", "/v1/sessions", #"{"email":"annabel@example.org","password":"wrongword"}"#)
            _ = try await server.ask("POST", "/v1/sessions", #"{"email":"annabel@example.org","password":brokenword"#)
            _ = try await server.ask("GET", "/v1/brokenpath?token=\(again.accessToken)")
            let socket = try await server.connect()
            try await socket.send(TransportFixture.upgrade(headers: [("Authorization", "Bearer \(again.accessToken)")]))
            #expect(try await socket.response().head.hasPrefix("HTTP/1.1 101 "))
            #expect(try await socket.nextFrame().text.contains("welcome"))
            try await socket.sendText(#"{"type":"frameword"}"#)
            #expect(try await socket.nextFrame().opcode == 1)
            socket.close()
            return [
                ann.accessToken, ann.refreshToken, again.accessToken, again.refreshToken, "correct horse",
                "attemptword",
                "searchedword", "secretplans", "secrettext", "wrongword", "brokenword", "brokenpath", "frameword",
                "annabel", "Annabel",
            ]
        }
        let log = lines.all
        #expect(log.contains { $0.contains("answered") && $0.contains("/v1/people") })
        for secret in secrets {
            #expect(!log.contains { $0.contains(secret) }, "\(secret)")
        }
    }
}
