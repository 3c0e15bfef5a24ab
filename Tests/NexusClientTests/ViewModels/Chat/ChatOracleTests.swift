import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("A conversation's rows") @MainActor
struct ChatOracleTests {
    @Test("equal those rebuilt from the store after any sequence of events", arguments: 0..<12)
    func agree(seed: UInt64) async throws {
        var random = DeviceRandom(seed: seed)
        let offline = try await OfflineClient(messages: 0)
        let client = offline.client
        let read: Seq = seed % 2 == 0 ? 60 : 45
        try Samples.hold([2...15, 31...60], read: read, in: await client.openStore())
        let server = ScriptedHistory(Samples.messages(2...60), read: read)
        let connection = try await server.connect(offline)
        let model = ChatViewModel(Samples.talk, service: client, minutesFromUTC: 90)
        var line = try await ChatOracleTests.line(client)
        await model.load()
        for step in 0..<40 {
            if random.next() % 12 == 0 {
                await model.look()
                line = try await ChatOracleTests.line(client)
            } else {
                try await happens(model, client, server, &random)
            }
            #expect(Set(model.rows.map(\.id)).count == model.rows.count)
            guard try await agrees(model, client, line, step) else { return }
        }
        connection.cancel()
    }

    private func happens(
        _ model: ChatViewModel, _ client: NexusClient, _ server: ScriptedHistory, _ random: inout DeviceRandom
    ) async throws {
        let message = model.messages.filter { $0.seq != nil && !$0.isDeleted }.randomElement(using: &random)
        switch random.next() % 14 {
        case 0, 1: server.write("said \(random.next() % 1_000)")
        case 2:
            if let message { server.alter(message.id) { $0.text = "altered" } }
        case 3: server.read(Samples.bob, through: Seq(random.next() % 80))
        case 4:
            if random.next() % 2 == 0 { model.reply(to: message) }
            await model.write("written \(random.next() % 1_000)")
            await model.send()
        case 5:
            if let own = model.messages.last(where: { $0.isMine && $0.seq != nil && !$0.isDeleted }) {
                await model.edit(own.id, to: "better")
            }
        case 6:
            if let own = model.messages.last(where: { $0.isMine && $0.seq != nil && !$0.isDeleted }) {
                await model.delete(own.id)
            }
        case 7: if let message { await model.react("👍", to: message) }
        case 8: if let message { await model.deleteForMe([message.id]) }
        case 9: await model.loadOlder()
        case 10: await model.loadNewer()
        case 11: await model.jump(toPosition: Seq(random.next() % 60) + 2)
        case 12: await model.jumpToNewest()
        default: try await client.block(Samples.bob.id, random.next() % 2 == 0)
        }
    }

    /// The read position of the separator of new messages, when the user looks.
    private static func line(_ client: NexusClient) async throws -> Seq? {
        try await client.withEngine { engine, _ in
            engine.conversations[Samples.talk].flatMap { $0.unread > 0 ? $0.record.read : nil }
        }
    }

    private func agrees(
        _ model: ChatViewModel, _ client: NexusClient, _ line: Seq?, _ step: Int
    ) async throws -> Bool {
        var expected: [TimelineRow] = []
        // The server's answers may arrive between the two looks.
        for _ in 0..<300 {
            await model.load()
            expected = try await oracle(model, client, line)
            if model.rows.map(\.content) == expected { return true }
            await Task.yield()
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(model.rows.map(\.content) == expected, "step \(step)")
        return false
    }

    private func oracle(_ model: ChatViewModel, _ client: NexusClient, _ line: Seq?) async throws -> [TimelineRow] {
        let positions = model.messages.compactMap(\.seq)
        let first = model.hasOlder ? positions.first ?? .max : 0
        let last = model.hasNewer ? positions.last ?? 0 : Seq.max
        let hasNewer = model.hasNewer
        return try await client.withEngine { engine, store throws(ClientError) in
            guard let state = engine.conversations[Samples.talk] else { return [] }
            let deleted = engine.ownView.settings(of: Samples.talk).deleted
            let messages = try store.messages(in: Samples.talk, from: first).filter {
                $0.seq <= last && !deleted.holds($0.seq)
            }
            let start = messages.first?.seq ?? .max
            var screen = TimelineScreen(
                me: engine.me, members: state.members,
                gaps: Gaps(state.record.gaps.ranges.filter { $0.upperBound >= start }), readWhenOpened: line,
                minutesFromUTC: 90, isOnline: engine.connection.isOpen)
            screen.blocked = engine.ownView.blocked
            screen.deleted = deleted
            let held = Set(messages.map(\.id))
            let outbox = engine.outbox.entries.filter { entry in
                guard entry.operation.conversation == Samples.talk else { return false }
                guard case .post = entry.operation.kind else { return true }
                return !hasNewer && !held.contains(entry.operation.id.retyped())
            }
            let originals = try store.originals(of: messages, outbox)
            return screen.rows(messages: messages, originals: originals, outbox: outbox) {
                engine.outbox.isInFlight($0)
            }
        }
    }
}
