import NIOPosix
import NexusCore
import NexusIntelligence
import NexusTestSupport
import Testing

@testable import NexusServer

/// Search by meaning with an engine that knows a few words: those on one axis mean the same.
@Suite("Search by meaning over HTTP", .timeLimit(.minutes(10)))
struct MeaningSearchTests {
    private static let axes = [["car", "automobile"], ["cake", "dessert"], ["rain", "weather"]]

    private static func embed(_ texts: [String]) -> [[Float]] {
        texts.map { text in
            let found = axes.map { words in words.contains(where: text.lowercased().contains) ? Float(1) : 0 }
            return found.contains(1) ? found + [0] : [0, 0, 0, 1]
        }
    }

    private static func configure(_ configuration: inout ServerConfiguration) {
        configuration.meaningEngine = { threads in
            MeaningEngine(dimension: 4, threads: threads) { Self.embed($0) }
        }
    }

    private static let group = ConversationID(high: 0x7000, low: 1 << 63 | 1)

    private static func operation(_ kind: NexusCore.Operation.Kind, _ number: UInt64) -> NexusCore.Operation {
        NexusCore.Operation(id: OperationID(high: 0x7001, low: 1 << 63 | number), kind: kind)
    }

    private static func find(
        _ query: String, _ server: RunningServer, _ token: String
    ) async throws -> [String] {
        let answer = try await server.ask("POST", "/v1/search", #"{"query":"\#(query)"}"#, token: token)
        return try SearchAnswer.decode(answer.body).results.map(\.snippet.text)
    }

    private static func expect(_ text: String, at path: String, _ server: RunningServer) async throws {
        let body = try await server.ask("GET", path).body
        #expect(body.contains(text))
    }

    /// Whether an answer says that the server searched by meaning.
    private static func byMeaning(_ server: RunningServer) async throws -> Bool {
        let token = try await server.signUp("Ann").accessToken
        let answer = try await server.ask("POST", "/v1/search", #"{"query":"car"}"#, token: token)
        return try SearchAnswer.decode(answer.body).byMeaning
    }

    @Test("similar meaning is found without its words, by members alone, and exact words come first")
    func found() async throws {
        try await RunningServer.serve(configure: Self.configure) { server in
            let ann = try await server.signUp("Ann").accessToken
            let bob = try await server.signUp("Bob").accessToken
            for (number, kind) in [
                Operation.Kind.createGroup(Self.group, title: "Plans", members: []),
                .post(Self.group, text: "We bought an automobile", writtenAt: .zero),
                .post(Self.group, text: "Bring a dessert", writtenAt: .zero),
                .post(Self.group, text: "The car is red", writtenAt: .zero),
            ].enumerated() {
                let operation = Self.operation(kind, UInt64(number))
                #expect(try await server.apply(operation, token: ann).status == 200)
            }
            try await eventually("both are found") {
                let found = try await Self.find("car", server, ann)
                return found.first == "The car is red" && found.dropFirst().contains("We bought an automobile")
            }
            #expect(try await Self.find("car", server, bob).isEmpty)
            #expect(try await Self.find("car from:bob", server, ann).isEmpty)
            #expect(try await Self.find(#"\"car\""#, server, ann) == ["The car is red"])
        }
    }

    @Test("an edit is found by its new meaning, and a deleted message not at all")
    func changes() async throws {
        try await RunningServer.serve(configure: Self.configure) { server in
            let ann = try await server.signUp("Ann").accessToken
            let post = Self.operation(.post(Self.group, text: "We bought an automobile", writtenAt: .zero), 2)
            let create = Self.operation(.createGroup(Self.group, title: "Plans", members: []), 1)
            for operation in [create, post] {
                #expect(try await server.apply(operation, token: ann).status == 200)
            }
            try await eventually("it is found") { try await Self.find("car", server, ann).count == 1 }
            let edit = Self.operation(.edit(Self.group, message: post.id.retyped(), text: "We baked a dessert"), 3)
            #expect(try await server.apply(edit, token: ann).status == 200)
            try await eventually("it is found as it is now") {
                try await Self.find("cake", server, ann) == ["We baked a dessert"]
            }
            let delete = Self.operation(.delete(Self.group, messages: [post.id.retyped()]), 4)
            #expect(try await server.apply(delete, token: ann).status == 200)
            #expect(try await Self.find("cake", server, ann).isEmpty)
        }
    }

    @Test("without a model search uses words and the server says so")
    func withoutModel() async throws {
        try await RunningServer.serve { server in
            try await Self.expect(#""search":"words""#, at: "/health", server)
            #expect(try await !Self.byMeaning(server))
        }
        try await RunningServer.serve(configure: Self.configure) { server in
            try await Self.expect(#""search":"words and meaning""#, at: "/health", server)
            try await Self.expect("nexus_meaning_remaining", at: "/metrics", server)
            #expect(try await Self.byMeaning(server))
        }
        try await RunningServer.serve(configure: { $0.models = .init(path: "/nowhere") }) { server in
            try await Self.expect(#""search":"words""#, at: "/health", server)
        }
    }
}
