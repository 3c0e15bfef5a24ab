import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Push notifications, whatever happens in between")
struct NotificationPropertyTests {
    /// Three people with two devices each, who talk in a group and in pairs.
    private struct World {
        let bench: NotificationBench
        var people: [UserID] = []
        var rooms: [ConversationID] = []
        var devices: [(address: String, user: UserID)] = []
        var posted: [Message] = []

        init(_ random: inout SplitMix) throws {
            bench = try NotificationBench()
            for name in ["Ada", "Ben", "Cem"] { people.append(try bench.server.person(name)) }
            rooms = [
                try bench.server.group(of: people[0], with: [people[1], people[2]]),
                try bench.server.direct(people[0], people[1]),
            ]
            for (number, user) in people.enumerated() {
                let change = NotificationChange(
                    direct: NotificationLevel.allCases.randomElement(using: &random),
                    groups: NotificationLevel.allCases.randomElement(using: &random),
                    keywords: Bool.random(using: &random) ? ["7"] : [])
                try bench.change(change, by: user)
                for device in ["phone", "laptop"] {
                    let address = "\(number) \(device)"
                    try bench.device(address, of: user)
                    devices.append((address, user))
                }
                let room = try #require(rooms.randomElement(using: &random))
                guard number < 2 || room == rooms[0] else { continue }
                try bench.server.apply(
                    .updateSettings(
                        room, SettingsChange(level: ConversationLevel.allCases.randomElement(using: &random))), by: user
                )
            }
        }

        /// Something happens, or part of the work is done, or the server crashes in the middle of it.
        mutating func act(_ random: inout SplitMix) async throws {
            let room = try #require(rooms.randomElement(using: &random))
            let members = room == rooms[0] ? people : Array(people.prefix(2))
            let user = try #require(members.randomElement(using: &random))
            let message = posted.filter { $0.conversation == room }.randomElement(using: &random)
            switch Int.random(in: 0..<12, using: &random) {
            case 0...3:
                var post = Post(text: "message \(posted.count % 10)", writtenAt: bench.server.now)
                if Bool.random(using: &random) { post.replyTo = message?.id }
                let applied = try bench.server.apply(.post(room, post), by: user)
                posted += applied.publications.first?.change.messages ?? []
            case 4, 5:
                if let message { try bench.read(message, by: user) }
            case 6:
                guard let message else { return }
                try bench.server.apply(.delete(room, messages: [message.id]), by: message.sender)
                posted.removeAll { $0.id == message.id }
            case 7, 8: try await bench.follow(steps: Int.random(in: 1...2, using: &random))
            case 9:
                let failure = PushFailure(reason: "connection", text: "closed")
                bench.service.answer(.sent, .retry(after: nil, failure))
                try await bench.deliver()
            case 10: bench.server.restart()
            default: bench.server.now = bench.server.now.advanced(by: Int64.random(in: 0..<20_000, using: &random))
            }
        }

        /// Everything is followed and delivered.
        func settle() async throws {
            bench.service.answer()
            try await bench.follow()
            bench.server.now = bench.server.now.advanced(by: 900_000)
            try await bench.deliver()
        }

        /// What the rules say that a device shows, by the text of the newest message of each conversation.
        func expected(for user: UserID) throws -> [ConversationID: MessageID] {
            var expected: [ConversationID: MessageID] = [:]
            for room in rooms {
                guard let member = try? bench.server.member(user, of: room) else { continue }
                let (settings, profile) = try bench.server.read { reader in
                    (
                        try UserSettingsRepository.settings(of: room, for: user, in: reader),
                        try AccountRepository.profile(of: user, in: reader)
                    )
                }
                let recipient = NotificationRules.Recipient(
                    user: user, settings: profile?.notifications ?? NotificationSettings(),
                    conversation: settings ?? ConversationSettings(conversation: room), isDirect: room == rooms[1],
                    read: member.read, minute: 0)
                let told = posted.filter { message in
                    message.conversation == room
                        && NotificationRules.decide(
                            message, repliesTo: sender(of: message.replyTo), isUrgent: false, for: recipient,
                            at: bench.server.now
                        ).tells
                }
                expected[room] = told.max { $0.seq < $1.seq }?.id
            }
            return expected
        }

        private func sender(of id: MessageID?) -> UserID? {
            guard let id else { return nil }
            return try? bench.server.read { try MessageRepository.message(id, in: $0)?.sender }
        }
    }

    @Test(
        "after quiet every device shows exactly what the rules give: one notification a conversation, of its newest message",
        arguments: 1...12)
    func settles(seed: UInt64) async throws {
        var random = SplitMix(state: seed)
        var world = try World(&random)
        for _ in 0..<120 { try await world.act(&random) }
        try await world.settle()
        for (address, user) in world.devices {
            #expect(try world.bench.service.messages(on: address) == world.expected(for: user), "\(address)")
        }
        #expect(try world.bench.waiting() == 0)
    }
}
