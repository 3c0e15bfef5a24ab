import Foundation
import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("Text deleted for everyone", .timeLimit(.minutes(10)))
struct ErasedTextTests {
    @Test(
        "neither the database file nor its log has the text of a deleted message, its versions or insights"
    )
    func gone() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nexus-erased-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "nexus.sqlite").path
        let words = ["floccinaucinihil", "honorificabili", "antidisestablish"]
        @Sendable func held() throws -> [String] {
            let bytes = try [path, path + "-wal"].map { try Data(contentsOf: URL(filePath: $0)) }
            return words.filter { word in bytes.contains { $0.range(of: Data(word.utf8)) != nil } }
        }
        try await RunningServer.serve {
            $0.database = DatabaseConfiguration(storage: .file(path))
            $0.database.eraseInterval = .milliseconds(10)
        } _: { server in
            let (ann, bob) = (try await server.signUp("Ann"), try await server.signUp("Bob"))
            let talk = ConversationID.direct(between: ann.profile.user.id, and: bob.profile.user.id)
            func apply(_ kind: NexusCore.Operation.Kind) async throws -> MessageID {
                let operation = NexusCore.Operation(id: TestMedia.identifier(), kind: kind)
                #expect(try await server.apply(operation, token: ann.accessToken).status == 200)
                return operation.id.retyped()
            }
            _ = try await apply(.createDirect(talk, with: bob.profile.user.id))
            let now = server.clock.now
            // Of three lengths: within a page, and on overflow pages.
            let first = try await apply(.post(talk, text: "Bob, please send the \(words[0]) by Friday", writtenAt: now))
            let filler = String(repeating: "and so on ", count: 700)
            let second = try await apply(.post(talk, text: "\(filler) \(words[1])", writtenAt: now))
            _ = try await apply(.edit(talk, message: second, text: "\(filler) \(words[2])"))
            _ = try await apply(.post(talk, text: "What stays", writtenAt: now))
            try await eventually("it is an insight") {
                try await server.ask("GET", "/v1/insights", token: ann.accessToken).body.contains(words[0])
            }
            #expect(try held() == words)
            _ = try await apply(.delete(talk, messages: [first, second]))
            try await eventually("no file holds the words") { try held().isEmpty }
        }
    }
}
