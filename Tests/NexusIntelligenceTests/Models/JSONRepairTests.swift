import NexusCore
import NexusTestSupport
import Testing

@testable import NexusIntelligence

@Suite("JSON from models")
struct JSONRepairTests {
    @Test(
        "small faults are repaired",
        arguments: [
            ("{\"a\":\"x\ny\"}", "x\ny"), ("{\"a\":\"x\ty\"}", "x\ty"), ("{\"a\":\"x\u{01}y\"}", "xy"),
            (#"{"a":"it\'s"}"#, "it's"), (#"{"a":"\ud83d"}"#, "\u{FFFD}"), (#"{"a":"\ude00x"}"#, "\u{FFFD}x"),
            (#"{"a":"\ud83d\ude00"}"#, "😀"), (#"{"a":"x",}"#, "x"), (#"{"a":"x", "b":[1,2,], }"#, "x"),
            (#"{"a":"x","b":[1"#, "x"), (#"{"a":"x"#, "x"), (#"{"a":"x\"#, "x"), (#"{"a":"\u00"}"#, "u00"),
            ("```json\n{\"a\":\"x\"}\n```", "x"), ("Sure! Here it is: {\"a\":\"x\"} Anything else?", "x"),
        ])
    func repaired(text: String, expected: String) throws {
        let document = try #require(JSONRepair.document(in: text))
        let value = try JSONValue.decode(JSONRepair.repaired(document))
        #expect(value["a"] == .string(expected))
    }

    @Test("valid JSON is unchanged")
    func untouched() {
        let text = #"{"a":["\u00e9","\\","\"",1.5e3,true,null],"b":{}}"#
        #expect(JSONRepair.repaired(text) == text)
    }

    @Test(
        "text without an object has no document",
        arguments: ["", "no", "}", "\"{\" is not here".replacing("{", with: "")])
    func none(text: String) { #expect(JSONRepair.document(in: text) == nil) }
}

@Suite("Replies with a shape")
struct StructuredReplyTests {
    private static let shape = ReplyShape.object([
        .init("text", .string, note: "A line."), .init("tags", .array(.string, limit: 2)), .init("n", .integer),
    ])
    private static let good = #"{"text":"x","tags":["a","b","c"],"n":3,"more":true}"#

    private func request() -> ChatRequest {
        ChatRequest(system: "s", question: "q", shape: Self.shape, deadline: .seconds(60))
    }

    @Test("fields of the shape are kept, others dropped, arrays cut")
    func value() async throws {
        let reply = try await ScriptedChatModel(saying: Self.good).structured(request())
        #expect(
            reply.value
                == .object([
                    .init("text", .string("x")), .init("tags", .array([.string("a"), .string("b")])),
                    .init("n", .integer(3)),
                ]))
        #expect(reply.usage.total > 0)
    }

    @Test(
        "an invalid reply is sent back once, with the problem",
        arguments: [
            ("I would rather not.", "there is no JSON in the reply"), (#"{"text":"x","n":1}"#, "tags is missing"),
            (#"{"text":1,"tags":[],"n":1}"#, "text is not a string"),
            (#"{"text":"x","tags":["a",2],"n":1}"#, "tags[1] is not a string"), ("{{{", "the reply is not JSON"),
        ])
    func repairedOnce(first: String, problem: String) async throws {
        let model = ScriptedChatModel([.says(first), .says(Self.good)])
        let reply = try await model.structured(request())
        #expect(reply.value["n"] == .integer(3))
        #expect(model.asked.count == 2)
        #expect(model.asked[1].history.last == ChatTurn(.assistant, first))
        #expect(model.asked[1].question.contains(problem))
    }

    @Test("a second invalid reply is an error")
    func wrongTwice() async {
        let model = ScriptedChatModel(saying: "no")
        await #expect(throws: ChatModelError(.invalidReply)) { try await model.structured(request()) }
        #expect(model.asked.count == 2)
    }

    @Test("the schema requires each field and allows no other")
    func schema() {
        let schema = Self.shape.schema
        #expect(schema["required"] == .array([.string("text"), .string("tags"), .string("n")]))
        #expect(schema["additionalProperties"] == .bool(false))
        #expect(schema["properties"]?["text"]?["description"] == .string("A line."))
        #expect(schema["properties"]?["tags"]?["items"]?["type"] == .string("string"))
    }
}
