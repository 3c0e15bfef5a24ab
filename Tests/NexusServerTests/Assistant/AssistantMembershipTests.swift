import NexusCore
import NexusDatabase
import NexusIntelligence
import NexusTestSupport
import Testing

@testable import NexusServer

/// However users join, leave, block and delete, an answer uses only messages that its asker may read at that moment.
@Suite("The assistant and membership")
struct AssistantMembershipTests {
    private struct Seeded: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var word = state
            word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
            return word ^ (word >> 31)
        }
    }

    /// The test's own model of access.
    private struct World {
        var people: [UserID] = []
        var groups: [ConversationID] = []
        var members: [ConversationID: Set<UserID>] = [:]
        var blocked: [UserID: Set<UserID>] = [:]
        var cleared: [UserID: [ConversationID: Seq]] = [:]
        var messages: [Message] = []

        func mayRead(_ user: UserID, _ message: MessageID) -> Bool {
            guard let message = messages.first(where: { $0.id == message }) else { return false }
            return members[message.conversation]?.contains(user) == true
                && blocked[user]?.contains(message.sender) != true
                && message.seq > cleared[user]?[message.conversation] ?? 0
        }
    }

    @Test("over random memberships no question reads a conversation that its asker is not in", arguments: 1...12)
    func random(seed: UInt64) async throws {
        let server = try InlineServer()
        let model = ScriptedChatModel(saying: #"{"statements":[]}"#)
        let assistant = server.assistant()
        let summaries = server.assistant(model).summaries
        var random = Seeded(state: seed)
        var world = World()
        for name in ["Ann", "Bob", "Cem", "Dee"] { world.people.append(try server.person(name)) }
        for number in 0..<4 {
            let owner = world.people[number]
            let others = world.people.filter { $0 != owner && Bool.random(using: &random) }
            let group = try server.group(of: owner, with: others, title: "Group \(number)")
            world.groups.append(group)
            world.members[group] = Set(others + [owner])
        }
        for step in 0..<60 {
            guard let group = world.groups.randomElement(using: &random) else { continue }
            guard let user = world.people.randomElement(using: &random) else { continue }
            let isMember = world.members[group]?.contains(user) == true
            let isOwner = world.groups.firstIndex(of: group) == world.people.firstIndex(of: user)
            switch Int.random(in: 0..<10, using: &random) {
            case 0 where isMember && !isOwner:
                try server.apply(.leave(group), by: user)
                world.members[group]?.remove(user)
            case 1 where isMember && !isOwner:
                guard let place = world.groups.firstIndex(of: group) else { continue }
                try server.apply(.removeMember(group, user: user), by: world.people[place])
                world.members[group]?.remove(user)
            case 2 where !isMember:
                guard let place = world.groups.firstIndex(of: group) else { continue }
                let owner = world.people[place]
                // A block prevents adding a user.
                guard world.blocked[owner]?.contains(user) != true, world.blocked[user]?.contains(owner) != true else {
                    continue
                }
                try server.apply(.addMembers(group, users: [user]), by: owner)
                world.members[group]?.insert(user)
            case 3:
                guard let other = world.people.randomElement(using: &random), other != user else { continue }
                try server.apply(.updateRelation(other, RelationChange(isBlocked: true)), by: user)
                world.blocked[user, default: []].insert(other)
            case 4 where isMember:
                try server.apply(
                    .updateSettings(group, SettingsChange(clearedThrough: SettingsChange.asItStands)), by: user)
                let head = try server.read { try AssistantScope(for: user, in: group, $0).places.first?.head ?? 0 }
                world.cleared[user, default: [:]][group] = head
            case _ where isMember && step % 3 == 0:
                let text = "Ann, please bring the secret of step \(step) to the harbour festival, said \(seed)."
                world.messages.append(try server.post(text, in: group, by: user))
            case _ where isMember:
                let text = "The secret of step \(step) is a harbour festival, said \(seed)."
                world.messages.append(try server.post(text, in: group, by: user))
            default: break
            }
            guard step % 6 == 5, let asker = world.people.randomElement(using: &random) else { continue }
            try await check(asker, world, assistant)
            try await checkModel(asker, world, summaries, model)
        }
        for asker in world.people {
            try await check(asker, world, assistant)
            try await checkModel(asker, world, summaries, model)
        }
    }

    /// A summary sends only messages that its reader may read.
    private func checkModel(
        _ asker: UserID, _ world: World, _ summaries: SummaryService, _ model: ScriptedChatModel
    ) async throws {
        for group in world.groups where world.members[group]?.contains(asker) == true {
            let before = model.asked.count
            _ = try await summaries.summary(of: group, .all, for: asker, utcOffset: 0)
            for request in model.asked[before...] {
                #expect(
                    request.quotes.allSatisfy { world.mayRead(asker, $0.id) && $0.conversation == group })
            }
        }
    }

    private func check(_ asker: UserID, _ world: World, _ assistant: AssistantService) async throws {
        let question = try await assistant.accept(
            AssistantQuestion("What is the secret of the harbour festival?"), by: asker)
        let answer = try await assistant.answer(question) { _ in }.answer
        #expect(answer.citations.allSatisfy { world.mayRead(asker, $0.message) })
        #expect(answer.citations.isEmpty == !world.messages.contains { world.mayRead(asker, $0.id) })
        for topic in try await assistant.topics(of: asker, about: nil).topics {
            let thread = try await assistant.thread(topic.id, of: asker)
            for citation in thread.exchanges.flatMap(\.answer.citations) where !world.mayRead(asker, citation.message) {
                #expect(citation.state == .gone && citation.excerpt.isEmpty)
            }
        }
        for group in world.groups {
            if world.members[group]?.contains(asker) == true {
                let summary = try await assistant.summaries.summary(of: group, .all, for: asker, utcOffset: 0)
                #expect(summary.points.allSatisfy { world.mayRead(asker, $0.message) && $0.conversation == group })
                let listing = try await assistant.accept(
                    AssistantQuestion("Extract action items", conversation: group), by: asker)
                let items = try await assistant.answer(listing) { _ in }.answer.citations
                #expect(items.allSatisfy { world.mayRead(asker, $0.message) && $0.conversation == group })
            } else {
                await #expect(throws: Refusal.self) {
                    try await assistant.summaries.summary(of: group, .all, for: asker, utcOffset: 0)
                }
            }
        }
    }
}
