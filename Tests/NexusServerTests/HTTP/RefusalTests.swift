import NexusCore
import Testing

@testable import NexusServer

/// Every way in which a request can be wrong is answered in one form: a status, a code and a text.
@Suite("Refused requests", .timeLimit(.minutes(10)))
struct RefusalTests {
    struct Wrong: Sendable, CustomTestStringConvertible {
        var method: String
        var path: String
        var body: String?
        var status: Int
        var code: String
        var testDescription: String { "\(method) \(path) \(body?.prefix(40) ?? "")" }

        init(_ method: String, _ path: String, _ body: String? = nil, _ status: Int, _ code: String) {
            (self.method, self.path, self.body) = (method, path, body)
            (self.status, self.code) = (status, code)
        }
    }

    private static let conversation = "/v1/conversations/019360a0-0000-7000-8000-000000000001"

    private static let signedOut: [Wrong] = [
        Wrong("POST", "/v1/accounts", "", 400, "invalid_json"),
        Wrong("POST", "/v1/accounts", "{", 400, "invalid_json"),
        Wrong("POST", "/v1/accounts", "[]", 400, "invalid_json"),
        Wrong("POST", "/v1/accounts", #"{"email":7,"password":"x","name":"y"}"#, 400, "invalid_json"),
        Wrong("POST", "/v1/accounts", #"{"email":"a@b.cd","password":"correct horse"}"#, 400, "invalid_json"),
        Wrong("POST", "/v1/accounts", #"{"email":"\ud800","password":"x","name":"y"}"#, 400, "invalid_json"),
        Wrong("POST", "/v1/accounts", #"{"email":"a","password":"correct horse","name":"y"}"#, 422, "invalid_email"),
        Wrong("POST", "/v1/accounts", #"{"email":"a@b.cd","password":"short","name":"y"}"#, 422, "invalid_password"),
        Wrong(
            "POST", "/v1/accounts", #"{"email":"a@b.cd","password":"correct horse","name":" "}"#, 422, "invalid_name"),
        Wrong(
            "POST", "/v1/accounts", #"{"email":"ann@example.org","password":"correct horse","name":"y"}"#, 409,
            "email_taken"),
        Wrong("POST", "/v1/sessions", "null", 400, "invalid_json"),
        Wrong("POST", "/v1/sessions", #"{"email":"ann@example.org","password":"wrong"}"#, 401, "wrong_credentials"),
        Wrong("POST", "/v1/sessions/refresh", "{}", 400, "invalid_json"),
        Wrong("POST", "/v1/sessions/refresh", #"{"refreshToken":"x"}"#, 401, "session_ended"),
        Wrong("GET", "/v1/nowhere", nil, 404, "not_found"),
        Wrong("GET", "/", nil, 404, "not_found"),
        Wrong("POST", "/v1/accounts/", "{}", 400, "invalid_json"),
        Wrong("GET", "/v1/accounts", nil, 405, "method_not_allowed"),
        Wrong("PUT", "/v1/sessions", "{}", 405, "method_not_allowed"),
        Wrong("DELETE", "/v1/operations", nil, 405, "method_not_allowed"),
        Wrong("GET", "/v1/live", nil, 401, "not_signed_in"),
    ]

    private static let signedIn: [Wrong] = [
        Wrong("GET", "\(conversation)/changes", nil, 404, "conversation_gone"),
        Wrong("GET", "\(conversation)/messages", nil, 404, "conversation_gone"),
        Wrong("GET", "/v1/conversations/42/changes", nil, 400, "invalid_request"),
        Wrong("GET", "\(conversation)/changes?after=-1", nil, 400, "invalid_request"),
        Wrong("GET", "\(conversation)/changes?after=99999999999999999999", nil, 400, "invalid_request"),
        Wrong("GET", "\(conversation)/messages?limit=0", nil, 400, "invalid_request"),
        Wrong("GET", "\(conversation)/messages?limit=201", nil, 400, "invalid_request"),
        Wrong("GET", "\(conversation)/messages?before=x", nil, 400, "invalid_request"),
        Wrong("GET", "/v1/conversations?since=yesterday", nil, 400, "invalid_request"),
        Wrong("DELETE", "/v1/sessions/42", nil, 400, "invalid_request"),
        Wrong("DELETE", "/v1/sessions/019360a0-0000-7000-8000-000000000001", nil, 404, "not_found"),
        Wrong("POST", "/v1/operations", #"{"kind":"leave"}"#, 400, "invalid_json"),
        Wrong("POST", "/v1/operations", "{\"text\":\"\u{7}\"}", 400, "invalid_json"),
        Wrong("GET", "/v1/live", nil, 400, "invalid_request"),
    ]

    private func check(_ wrong: Wrong, token: String?, _ server: RunningServer) async throws {
        let answer = try await server.ask(wrong.method, wrong.path, wrong.body, token: token)
        #expect(answer.status == wrong.status, "\(wrong.testDescription)")
        #expect(answer.refusal?.code.text == wrong.code, "\(wrong.testDescription)")
        #expect(answer.refusal?.message.isEmpty == false)
        #expect(answer.headers["content-type"] == "application/json")
        #expect(answer.headers["x-content-type-options"] == "nosniff")
        #expect(answer.headers["x-request-id"]?.isEmpty == false)
    }

    @Test("without a sign-in")
    func withoutToken() async throws {
        try await RunningServer.serve { server in
            _ = try await server.signUp("Ann")
            for wrong in RefusalTests.signedOut { try await check(wrong, token: nil, server) }
        }
    }

    @Test("with a sign-in")
    func withToken() async throws {
        try await RunningServer.serve { server in
            let token = try await server.signUp("Ann").accessToken
            for wrong in RefusalTests.signedIn { try await check(wrong, token: token, server) }
        }
    }

    @Test("a path with other methods names them, and HEAD is answered like GET, without a body")
    func methods() async throws {
        try await RunningServer.serve { server in
            #expect(try await server.ask("GET", "/v1/operations").headers["allow"] == "POST")
            #expect(try await server.ask("PATCH", "/v1/sessions", "{}").headers["allow"] == "GET, HEAD, POST")
            #expect(try await server.ask("GET", "/v1/sessions/x").headers["allow"] == "DELETE")
            // On one connection: a body that should not be there would be read as the next answer.
            let socket = try await server.connect()
            for path in ["/health", "/v1/nowhere", "/v1/profile"] {
                try await socket.send(RunningServer.request("HEAD", path))
                let head = try await socket.head()
                try await socket.send(RunningServer.request("GET", path))
                let answer = try RunningServer.Answer(await socket.response())
                #expect(head.hasPrefix("HTTP/1.1 \(answer.status) "))
                #expect(!answer.body.isEmpty)
            }
            socket.close()
        }
    }

    @Test("a too large request is refused, declared or not, and the connection ends")
    func tooLarge() async throws {
        try await RunningServer.serve(configure: { $0.transport.maximumBodyBytes = 4_096 }) { server in
            let declared = try await server.connect()
            try await declared.send("POST /v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 4097\r\n\r\n")
            let refused = try RunningServer.Answer(await declared.response())
            #expect(refused.status == 413)
            #expect(refused.refusal?.code == .tooLarge)
            #expect(refused.refusal?.message.contains("4096") == true)
            #expect(try await declared.rest() == [])
            let head = try await server.ask(
                "GET", "/v1/profile", headers: [("X-Long", String(repeating: "x", count: 20_000))])
            #expect(head.status == 413)
            #expect(head.refusal?.code == .tooLarge)
            let fits = String(repeating: " ", count: 4_094) + "{}"
            #expect(try await server.ask("POST", "/v1/sessions", fits).refusal?.code == .invalidJSON)
        }
    }

    @Test("a body that grows beyond the limit is refused")
    func tooLargeChunked() async throws {
        try await RunningServer.serve { server in
            let socket = try await server.connect()
            try await socket.send("POST /v1/sessions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = "10000\r\n" + String(repeating: " ", count: 0x10000) + "\r\n"
            for _ in 0..<17 { try? await socket.send(chunk) }
            let answer = try RunningServer.Answer(await socket.response())
            #expect(answer.status == 413)
            #expect(answer.refusal?.code == .tooLarge)
        }
    }

    @Test(
        "input that is not HTTP gets an error",
        arguments: ["GARBAGE\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "G\u{0}T / HTTP/1.1\r\n\r\n"])
    func notHTTP(_ text: String) async throws {
        try await RunningServer.serve { server in
            let socket = try await server.connect()
            try await socket.send(text)
            let answer = try RunningServer.Answer(await socket.response())
            #expect(answer.status == 400)
            #expect(answer.refusal?.code == .invalidRequest)
            #expect(try await socket.rest() == [])
        }
    }

    @Test("a page of another origin is told why it may not open the live socket")
    func origin() async throws {
        try await RunningServer.serve { server in
            let token = try await server.signUp("Ann").accessToken
            let socket = try await server.connect()
            try await socket.send(
                TransportFixture.upgrade(headers: [
                    ("Origin", "https://evil.example"), ("Authorization", "Bearer \(token)"),
                ]))
            let answer = try RunningServer.Answer(await socket.response())
            #expect(answer.status == 403)
            #expect(answer.refusal?.code == .wrongOrigin)
        }
    }
}
