import Foundation
import NexusCore
import NexusEvaluation
import NexusIntelligence
import Testing

/// The labelled conversations of Fixtures/Insights; the same figures come from `nexus bench insights`.
@Suite("Labelled team conversations")
struct TeamChatTests {
    static func chat() throws -> TeamChat {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Fixtures/Insights/team-chat.json")
        return try TeamChat(json: Data(contentsOf: file.standardized))
    }

    @Test("there are four hundred messages in twelve conversations, a third of them held out")
    func size() throws {
        let chat = try Self.chat()
        #expect(chat.conversations.count == 12)
        #expect(chat.conversations.reduce(0) { $0 + $1.messages.count } >= 400)
        #expect(chat.conversations.count { $0.heldOut == true } == 4)
    }

    @Test(
        "precision is 0.8 and recall 0.7, also on the held out ones",
        arguments: [true, false])
    func figures(heldOut: Bool) throws {
        var score = TeamChatScore()
        for conversation in try Self.chat().conversations where (conversation.heldOut ?? false) == heldOut {
            score.add(conversation)
        }
        for found in [score.all, score.actions, score.decisions, score.deadlines, score.priorities] {
            #expect(found.precision >= 0.8)
            #expect(found.recall >= 0.7)
        }
        #expect(Double(score.assignees) >= 0.8 * Double(score.actions.right))
        #expect(Double(score.dues) >= 0.9 * Double(score.actions.right))
    }

    @Test("an invalid file is refused")
    func otherForm() {
        #expect(throws: DecodingError.self) { try TeamChat(json: Data("[]".utf8)) }
    }
}
