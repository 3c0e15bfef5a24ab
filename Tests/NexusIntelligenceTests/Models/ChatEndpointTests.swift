import NIOHTTP1
import NexusCore
import Synchronization
import Testing

@testable import NexusIntelligence

@Suite("A language model behind OpenAI's chat completions", .timeLimit(.minutes(10)))
struct ChatEndpointTests {
    /// The waits between attempts.
    private final class Waited: Sendable {
        private let times = Mutex<[Duration]>([])
        var all: [Duration] { times.withLock { $0 } }
        func add(_ time: Duration) { times.withLock { $0.append(time) } }
    }

    private static let request = ChatRequest(
        system: "Be brief.", quotes: [PlantedMessages.quote(1, "Ada", "Hello")], question: "Who?", maxTokens: 50,
        deadline: .seconds(60))

    @discardableResult
    private func with<T: Sendable>(
        _ lines: [StandInEndpoint.Line], patience: Duration = .seconds(30), waited: Waited = Waited(),
        _ body: (StandInEndpoint, ChatEndpoint) async throws -> T
    ) async throws -> T {
        let endpoint = try await StandInEndpoint(lines)
        var settings = try ChatEndpointSettings(url: endpoint.url, model: "m", key: .init("sk-secret"))
        settings.patience = patience
        let model = ChatEndpoint(settings, waits: .init(sleep: { waited.add($0) }, chance: { 0.5 }))
        do {
            let result = try await body(endpoint, model)
            await endpoint.close()
            return result
        } catch {
            await endpoint.close()
            throw error
        }
    }

    @Test("sends key, model, quoted messages and limits, and streams the reply")
    func streams() async throws {
        try await with([.events(StandInEndpoint.saying("Hel", "lo ", "Ada"))]) { endpoint, model in
            var pieces: [ChatPiece] = []
            for try await piece in model.reply(to: Self.request) { pieces.append(piece) }
            #expect(
                pieces == [.text("Hel"), .text("lo "), .text("Ada"), .usage(TokenUsage(input: 11, output: 3))])
            let request = try #require(endpoint.requests.first)
            #expect(request.path == "/v1/chat/completions")
            #expect(request.headers["authorization"] == ["Bearer sk-secret"])
            #expect(request.body?["model"] == .string("m"))
            #expect(request.body?["stream"] == .bool(true))
            #expect(request.body?["max_tokens"] == .integer(50))
            #expect(request.body?["response_format"] == nil, "free text asks for no shape")
            guard case .array(let messages)? = request.body?["messages"] else { return #expect(Bool(false)) }
            #expect(messages.map { $0["role"] } == [.string("system"), .string("user")])
        }
    }

    @Test(
        "a reply is complete however its bytes are cut, with comments, returns and other events")
    func cutBytes() async throws {
        let stream =
            ":hello\r\n\r\nevent: message\r\ndata: {\"choices\":[{\"delta\":\r\ndata: {\"content\":\"Grüße 👩‍🚀\"}}]}\r\n\r\n"
            + "data: nonsense\n\ndata: {\"choices\":[{\"delta\":{\"content\":null},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
        for size in [1, 5, 1_000] {
            var events = EventStream()
            var found: [String] = []
            var rest = Array(stream.utf8)[...]
            while !rest.isEmpty {
                found += events.read(rest.prefix(size))
                rest = rest.dropFirst(size)
            }
            #expect(found.count == 4 && found.last == "[DONE]")
            var reading = CompletionParser()
            var text = ""
            for event in found {
                for case .text(let piece) in try reading.read(event) { text += piece }
            }
            #expect(text == "Grüße 👩‍🚀")
        }
        let answer = try await with([.bytes([stream])]) { try await $1.answer(to: Self.request) }
        #expect(answer.text == "Grüße 👩‍🚀")
    }

    @Test("control characters and lone surrogates of a reply are harmless, and reasoning is left out")
    func badCharacters() async throws {
        let answer = try await with([
            .events(
                StandInEndpoint.saying("<thi", "nk>Secret plan</think>", "\u{07}ok ").dropLast(3) + [
                    #"{"choices":[{"delta":{"content":"\ud83d x\u0000"},"finish_reason":"stop"}]}"#, "[DONE]",
                ])
        ]) { try await $1.answer(to: Self.request) }
        #expect(answer.text == "ok \u{FFFD} x")
        #expect(answer.usage.output > 0, "estimated where it is not counted")
    }

    @Test("an endpoint without streaming works too")
    func whole() async throws {
        let body =
            #"{"choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}],"usage":{"prompt_tokens":4,"completion_tokens":1}}"#
        let answer = try await with([.answer(status: 200, body: body)]) { try await $1.answer(to: Self.request) }
        #expect(answer == ChatAnswer(text: "Hi", usage: TokenUsage(input: 4, output: 1)))
    }

    @Test("429, 5xx and time-outs are retried with backoff", arguments: [429, 500, 502, 503, 504, 408])
    func transient(status: Int) async throws {
        let waited = Waited()
        let answer = try await with(
            [.answer(status: status), .answer(status: status), .events(StandInEndpoint.saying("Hi"))], waited: waited
        ) { try await $1.answer(to: Self.request) }
        #expect(answer.text == "Hi")
        #expect(waited.all == [.milliseconds(500), .milliseconds(1_000)])
    }

    @Test("there are three attempts at most")
    func threeTries() async throws {
        try await with([.answer(status: 503)]) { endpoint, model in
            await #expect(throws: ChatModelError(.failed, status: 503)) { try await model.answer(to: Self.request) }
            #expect(endpoint.requests.count == 3)
        }
    }

    @Test("Retry-After is respected, and not waited for beyond the deadline")
    func retryAfter() async throws {
        let waited = Waited()
        _ = try await with(
            [.answer(status: 429, headers: [("retry-after", "7")]), .events(StandInEndpoint.saying("Hi"))],
            waited: waited
        ) { try await $1.answer(to: Self.request) }
        #expect(waited.all == [.seconds(7)])
        try await with([.answer(status: 429, headers: [("retry-after", "3600")])]) { endpoint, model in
            await #expect(throws: ChatModelError(.rateLimited, status: 429, retryAfter: .seconds(3_600))) {
                try await model.answer(to: Self.request)
            }
            #expect(endpoint.requests.count == 1)
        }
    }

    @Test(
        "other errors are not retried",
        arguments: [
            (400, ChatModelError.Code.refused), (401, .notAuthorized), (403, .notAuthorized), (404, .unknownModel),
            (413, .tooLong), (302, .refused),
        ])
    func permanent(status: Int, code: ChatModelError.Code) async throws {
        try await with([.answer(status: status, headers: [("location", "https://evil.example")])]) { endpoint, model in
            await #expect(throws: ChatModelError(code, status: status)) { try await model.answer(to: Self.request) }
            // An error that may be due to the format is retried once without optional parameters, and no more.
            #expect(endpoint.requests.count <= 2)
        }
    }

    @Test("silence is a time-out, and retried")
    func silence() async throws {
        let waited = Waited()
        try await with([.silence()], patience: .milliseconds(50), waited: waited) { _, model in
            await #expect(throws: ChatModelError(.timedOut)) { try await model.answer(to: Self.request) }
        }
        #expect(waited.all.count == 2, "between three tries")
    }

    @Test("a reply that stalls is a time-out, and not retried")
    func stopped() async throws {
        let waited = Waited()
        try await with(
            [.silence(after: [StandInEndpoint.saying("Hal")[0]])], patience: .seconds(10), waited: waited
        ) { endpoint, model in
            await #expect(throws: ChatModelError(.timedOut)) { try await model.answer(to: Self.request) }
            #expect(endpoint.requests.count == 1)
        }
        #expect(waited.all.isEmpty)
    }

    @Test("the deadline ends everything, also waits between attempts")
    func deadline() async throws {
        var request = Self.request
        request.deadline = .milliseconds(80)
        try await with([.silence()]) { [request] _, model in
            await #expect(throws: ChatModelError(.timedOut)) { try await model.answer(to: request) }
        }
    }

    @Test("a connection that ends within a reply is an error, after the received text")
    func cut() async throws {
        let piece = "data: \(StandInEndpoint.saying("Half")[0])\n\n"
        for line in [StandInEndpoint.Line.bytes([piece], isCut: true), .bytes([piece])] {
            try await with([line]) { endpoint, model in
                var said = ""
                do {
                    for try await case .text(let text) in model.reply(to: Self.request) { said += text }
                    Issue.record("it did not end with an error")
                } catch let error as ChatModelError {
                    #expect(error.code == .cut)
                }
                #expect(said == "Half")
                #expect(endpoint.requests.count == 1)
            }
        }
    }

    @Test("an error within the stream and a withheld answer are errors")
    func reported() async throws {
        try await with([.events([#"{"error":{"message":"overloaded"}}"#])]) { _, model in
            await #expect(throws: ChatModelError(.failed)) { try await model.answer(to: Self.request) }
        }
        try await with([.events(StandInEndpoint.saying("", ending: "content_filter"))]) { _, model in
            await #expect(throws: ChatModelError(.refused)) { try await model.answer(to: Self.request) }
        }
    }

    @Test("a cancelled reader closes the connection")
    func cancelled() async throws {
        try await with([.silence(after: [StandInEndpoint.saying("Hal")[0]])]) { endpoint, model in
            let task = Task {
                for try await piece in model.reply(to: Self.request) where piece == .text("Hal") { break }
            }
            try await task.value
            await endpoint.wait { $0.closedConnections == 1 }
            #expect(endpoint.closedConnections == 1)
        }
    }

    @Test("an unreachable endpoint is an error at once")
    func unreachable() async throws {
        let endpoint = try await StandInEndpoint([])
        let url = endpoint.url
        await endpoint.close()
        let model = ChatEndpoint(try ChatEndpointSettings(url: url, model: "m"))
        await #expect(throws: ChatModelError(.unreachable)) { try await model.answer(to: Self.request) }
    }

    @Test("a shape is requested by schema, then in JSON mode, then in words, and the result is remembered")
    func dialects() async throws {
        let refused = StandInEndpoint.Line.answer(status: 400, body: #"{"error":"response_format is not supported"}"#)
        let good = StandInEndpoint.Line.events(StandInEndpoint.saying(#"{"statements":[]}"#))
        var request = Self.request
        request.shape = ModelStatement.replyShape
        try await with([refused, refused, good]) { [request] endpoint, model in
            _ = try await model.structured(request)
            _ = try await model.structured(request)
            #expect(
                endpoint.requests.map { $0.body?["response_format"]?["type"] }
                    == [.string("json_schema"), .string("json_object"), nil, nil])
        }
    }

    @Test(
        "parameters that an endpoint rejects are left out",
        arguments: ["max_completion_tokens", "stream_options", "temperature"])
    func parameters(name: String) async throws {
        let refused = StandInEndpoint.Line.answer(status: 400, body: "{\"error\":\"use \(name)\"}")
        try await with([refused, .events(StandInEndpoint.saying("Hi"))]) { endpoint, model in
            #expect(try await model.answer(to: Self.request).text == "Hi")
            let second = try #require(endpoint.requests.last?.body)
            #expect((second[name] != nil) == (name == "max_completion_tokens"))
            #expect((second["max_tokens"] == nil) == (name == "max_completion_tokens"))
        }
    }

    @Test("long requests are trimmed by whole messages, and refused if nothing is left to trim")
    func window() async throws {
        let endpoint = try await StandInEndpoint([.events(StandInEndpoint.saying("Hi"))])
        var settings = try ChatEndpointSettings(url: endpoint.url, model: "m")
        settings.window = 600
        let model = ChatEndpoint(settings)
        let quotes = (1...20).map { PlantedMessages.quote(UInt64($0), "Ada", String(repeating: "word ", count: 40)) }
        _ = try await model.answer(to: ChatRequest(system: "s", quotes: quotes, question: "q", maxTokens: 100))
        guard case .array(let messages)? = endpoint.requests.first?.body?["messages"],
            case .string(let text)? = messages.last?["content"]
        else { return #expect(Bool(false)) }
        let count = text.split(separator: "\n").count { $0.hasPrefix("{\"id\"") }
        #expect((1..<20).contains(count))
        await #expect(throws: ChatModelError(.tooLong)) {
            try await model.answer(to: ChatRequest(system: "s", question: "q", maxTokens: 600))
        }
        await endpoint.close()
    }
}
