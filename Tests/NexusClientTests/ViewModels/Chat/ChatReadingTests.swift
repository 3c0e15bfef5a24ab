import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("What a user has seen of a conversation") @MainActor
struct ChatReadingTests {
    private let clock = ManualClock()

    private func model(_ service: ScriptedService) async throws -> ChatViewModel {
        let offline = try await OfflineClient()
        let update = try await offline.client.openChat(Samples.talk).changes()
        service.chat.change { $0.waiting = update }
        let model = ChatViewModel(Samples.talk, service: service, clock: clock)
        await model.load()
        return model
    }

    private func ids(_ model: ChatViewModel, _ positions: Seq...) -> Set<ChatRow.ID> {
        Set(positions.map { .message(Samples.message($0).id) })
    }

    @Test("messages that are visible for 0.8 s are marked as read, and not before")
    func dwell() async throws {
        let service = ScriptedService()
        let model = try await model(service)
        model.setVisible(ids(model, 2, 3))
        try await eventually("it waits") { clock.sleepers(within: 800) == 1 }
        clock.advance(by: 500)
        model.setVisible(ids(model, 3))
        try await eventually("it waits for the rest") { clock.sleepers(within: 300) == 1 }
        #expect(service.now.read.isEmpty)
        clock.advance(by: 300)
        try await eventually("it is read") { service.now.read == [3] }
    }

    @Test("what scrolls past is not read, and nothing is while the user looks elsewhere")
    func unattended() async throws {
        let service = ScriptedService()
        let model = try await model(service)
        model.setVisible(ids(model, 2))
        model.setVisible([])
        clock.advance(by: 2_000)
        model.setAttended(false)
        model.setVisible(ids(model, 2, 3))
        clock.advance(by: 2_000)
        #expect(service.now.read.isEmpty)
        model.setAttended(true)
        try await eventually("it waits") { clock.sleepers(within: 800) == 1 }
        clock.advance(by: 800)
        try await eventually("it is read") { service.now.read == [3] }
    }

    @Test("a message that arrives while the user is reading at the end is seen at once")
    func following() {
        var tracker = ReadTracker()
        let start = clock.now()
        #expect(tracker.look(at: [], isAtEnd: true, isAttended: true, now: start).next == start.advanced(by: 800))
        let later = start.advanced(by: 900)
        #expect(tracker.look(at: [7], isAtEnd: true, isAttended: true, now: later).seen == 7)
        #expect(tracker.look(at: [8], isAtEnd: false, isAttended: true, now: later).seen == nil)
        let last = later.advanced(by: 800)
        #expect(tracker.look(at: [8], isAtEnd: false, isAttended: true, now: last).seen == 8)
    }

    @Test("an error goes by itself after 5 s; a later one has its own 5 s")
    func errors() async throws {
        let service = ScriptedService()
        let model = try await model(service)
        service.fail(.change, with: .storeUnavailable("disk is full"))
        await model.delete(Samples.message(2).id)
        #expect(model.error != nil)
        try await eventually("it waits") { clock.sleepers(within: 5_000) == 1 }
        clock.advance(by: 4_000)
        await model.delete(Samples.message(2).id)
        try await eventually("it waits again") {
            clock.sleepers(within: 5_000) == 1 && clock.sleepers(within: 1_000) == 0
        }
        clock.advance(by: 4_000)
        #expect(model.error != nil)
        clock.advance(by: 1_000)
        try await eventually("it is gone") { model.error == nil }
    }

    @Test("a jump highlights its message for a moment")
    func highlight() async throws {
        let service = ScriptedService()
        let model = try await model(service)
        #expect(await model.jump(to: Samples.message(3).id))
        #expect(model.highlighted == Samples.message(3).id)
        try await eventually("it waits") { clock.sleepers(within: 2_400) == 1 }
        clock.advance(by: 2_400)
        try await eventually("it is over") { model.highlighted == nil }
        #expect(service.chat.now.targets.isEmpty, "it was there")
    }

    @Test("a message that is nowhere is reported")
    func nowhere() async throws {
        let service = ScriptedService()
        let model = try await model(service)
        #expect(await model.jump(to: MessageID(high: 9, low: 9)) == false)
        #expect(model.error?.code == "message_gone")
        #expect(model.highlighted == nil)
    }
}
