import NexusCore
import NexusDatabase
import NexusIntelligence
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("What the assistant reads")
struct AssistantReadingTests {
    @Test("a message points at the one that it replies to, as long as the asker may read that")
    func replies() throws {
        let server = try InlineServer()
        let ann = try server.person("Ann")
        let bob = try server.person("Bob")
        _ = try server.post("Nothing here", in: try server.group(of: ann, with: [bob], title: "First"), by: bob)
        let group = try server.group(of: ann, with: [bob], title: "Trains")
        let asked = try server.post("When does the train leave?", in: group, by: bob)
        _ = try server.post("I baked a cake", in: group, by: ann)
        _ = try server.post("at 8:15", in: group, by: ann, replyTo: asked.id)
        func replies(of user: UserID) throws -> [String: String] {
            let reading = try server.read { [now = server.now] reader in
                try AssistantReading(
                    "When?", vector: nil, scope: AssistantScope(for: user, in: nil, reader), blocks: nil, utcOffset: 0,
                    now: now, reader)
            }
            let passages = reading.passages
            return Dictionary(
                uniqueKeysWithValues: passages.compactMap { passage in
                    passage.replyTo.map { (passage.text, passages[$0].text) }
                })
        }
        #expect(try replies(of: bob) == ["at 8:15": "When does the train leave?"])
        #expect(try replies(of: ann) == ["at 8:15": "When does the train leave?"])
        try server.apply(.updateRelation(bob, RelationChange(isBlocked: true)), by: ann)
        #expect(try replies(of: ann).isEmpty, "a blocked person's message is not read")
    }
}
