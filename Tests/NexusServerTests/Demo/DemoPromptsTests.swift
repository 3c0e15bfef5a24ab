import Foundation
import NIOPosix
import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

/// The questions that the interface offers, asked of the demo team without a language model.
@Suite("The suggested questions and the demo team")
struct DemoPromptsTests {
    /// A Friday, and a Monday: "this week" has begun a moment ago.
    static let days = [1_800_000_000_000, 1_800_259_200_000].map { Timestamp(milliseconds: $0) }

    private func withTeam(
        at now: Timestamp, _ body: (AssistantService, [String: UserID], SQLDatabase) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nexus-prompts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let configuration = DatabaseConfiguration(storage: .file(folder.appending(path: "nexus.sqlite").path))
        try await DemoTeam.fill(configuration, passwordCostLog2: 4, now: { now })
        let database = try SQLDatabase(configuration, migrations: Schema.migrations)
        let people = try await database.read { reader in
            try reader.all("SELECT name, id FROM users") { (try $0.next(String.self), try $0.next(UserID.self)) }
        }
        let server = try InlineServer()
        server.now = now
        try await body(
            server.assistant(on: database),
            Dictionary(people.map { (String($0.0.prefix { $0 != " " }), $0.1) }, uniquingKeysWith: { $1 }), database)
        try await database.close()
    }

    private func ask(
        _ text: String, _ assistant: AssistantService, by user: UserID?, in conversation: ConversationID? = nil
    ) async throws -> AssistantAnswer {
        let question = try await assistant.accept(
            AssistantQuestion(text, conversation: conversation), by: #require(user))
        return try await assistant.answer(question) { _ in }.answer
    }

    /// The prompts of the web client, in Nexus and beside a conversation.
    @Test("are answered in Nexus and about a conversation", arguments: days)
    func answered(now: Timestamp) async throws {
        try await withTeam(at: now) { assistant, people, database in
            let (maya, lena) = (people["Maya"], people["Lena"])
            let launch = try #require(
                try await database.read { reader in
                    try reader.first("SELECT id FROM conversations WHERE title = 'Launch week'") {
                        try $0.next(ConversationID.self)
                    }
                })
            for place in [nil, launch] {
                for question in ["What did we decide this week?", "What decisions were made?"] {
                    let decided = try await ask(question, assistant, by: maya, in: place)
                    #expect(decided.citations.contains { $0.excerpt.contains("mail at 10:00, blog at 10:15") })
                    #expect(decided.citations.allSatisfy { $0.reason == "Decision" && $0.match == nil })
                }
                let waiting = try await ask("Who is waiting for something from me?", assistant, by: lena, in: place)
                // Lena has said "And done": nobody waits for her list any more, but it stays among her tasks until she confirms that.
                #expect(!waiting.citations.contains { $0.excerpt.contains("list of what is missing") })
                let owed = try await ask("What do I still have to do?", assistant, by: lena, in: place)
                #expect(owed.citations.contains { $0.excerpt.contains("list of what is missing") })
                #expect(waiting.citations.allSatisfy { $0.reason == "Your task" && $0.match == nil })
                let actions = try await ask("Extract action items", assistant, by: maya, in: place)
                #expect(actions.citations.contains { $0.reason == "Task of Jonas Weber" })
                for question in ["Any deadlines?", "When is the next deadline?"] {
                    let due = try await ask(question, assistant, by: maya, in: place)
                    #expect(due.kind == .quotes)
                    #expect(due.citations.allSatisfy { $0.note?.contains("by 20") == true && $0.match == nil })
                }
                let summary = try await ask("Summarize thread", assistant, by: maya, in: place)
                #expect(summary.kind == .quotes && summary.citations.count > 2)
                let caught = try await ask("Catch me up", assistant, by: lena, in: place)
                #expect(caught.kind == .quotes && caught.citations.allSatisfy { $0.reason != nil })
                // Maya has read everything.
                #expect(try await ask("Catch me up", assistant, by: maya, in: place).kind == .notFound)
            }
            let empty = try await ask("Who is waiting for something from me?", assistant, by: lena)
            #expect(empty.citations.contains { $0.excerpt.contains("empty states") })
            let named = try await ask("What was decided in Launch week?", assistant, by: maya)
            #expect(named.citations.contains { $0.excerpt.contains("mail at 10:00, blog at 10:15") })
            #expect(named.citations.allSatisfy { $0.conversation == launch })
        }
    }
}
