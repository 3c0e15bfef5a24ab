import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("The banners' view model") @MainActor
struct BannersViewModelTests {
    private let clock = ManualClock()
    private let service = ScriptedLists()

    private func group(_ number: UInt64) -> ConversationID { ConversationID(high: 0x7000, low: 1 << 63 | number) }

    private func banner(_ number: UInt64) -> Banner {
        Banner(
            conversation: group(number), message: MessageID(high: 7, low: number), sender: Samples.bob.id,
            senderName: "Bob", title: "Group \(number)", text: "message \(number)")
    }

    /// Has messages of these groups arrive, and waits until the last one's banner shows or waits.
    private func arrive(_ numbers: UInt64..., at model: BannersViewModel) async throws {
        let banners = numbers.map { banner($0) }
        service.change { state in
            for banner in banners { state.banners[banner.conversation] = banner }
        }
        try await eventually("it observes") { service.count("events") == 1 }
        for number in numbers { service.broadcast.send(.arrived(Samples.message(2, in: group(number)))) }
        let last = banners.last
        try await eventually("the last one is taken") { model.shown == last || model.queue.waiting.last == last }
    }

    @Test("one shows for four seconds, three wait, and one more pushes the oldest of them out")
    func queue() async throws {
        let model = BannersViewModel(service, clock: clock)
        try await observing(model, { await $0.observe() }) {
            try await arrive(1, 2, 3, 4, 5, at: model)
            #expect(model.shown == banner(1))
            for number: UInt64 in [3, 4, 5] {
                try await eventually("it waits") { clock.sleepers(within: BannerQueue.life) == 1 }
                clock.advance(by: BannerQueue.life)
                try await eventually("\(number) shows") { model.shown == banner(number) }
            }
            try await eventually("it waits") { clock.sleepers(within: BannerQueue.life) == 1 }
            clock.advance(by: BannerQueue.life)
            try await eventually("none shows") { model.shown == nil }
        }
    }

    @Test("the conversation on the screen shows none, and opening one removes its banners")
    func viewed() async throws {
        let model = BannersViewModel(service, clock: clock)
        try await observing(model, { await $0.observe() }) {
            try await arrive(1, 2, at: model)
            #expect(model.shown == banner(1))
            model.viewed = group(1)
            #expect(model.shown == banner(2))
            model.viewed = group(2)
            #expect(model.shown == nil)
            try await arrive(2, 4, at: model)
            #expect(model.shown == banner(4))
        }
        #expect(model.shown == nil, "they go with the screen")
    }

    @Test("a tap leads to the message, once, even if the interface is ready later")
    func tap() async throws {
        let model = BannersViewModel(service, clock: clock)
        try await observing(model, { await $0.observe() }) {
            model.tap()
            #expect(model.takeDestination() == nil, "there is none")
            try await arrive(1, 2, at: model)
            #expect(model.shown == banner(1))
            model.tap()
            #expect(model.shown == banner(2))
            #expect(model.destination == BannersViewModel.Destination(group(1), message: banner(1).message))
            #expect(model.takeDestination()?.conversation == group(1))
            #expect(model.takeDestination() == nil)
            model.dismiss()
            #expect(model.shown == nil)
            model.open(BannersViewModel.Destination(group(3)))
            #expect(model.takeDestination() == BannersViewModel.Destination(group(3)))
        }
    }

    @Test("a sign-out removes all, and a conversation that is gone removes its own")
    func leaves() async throws {
        let model = BannersViewModel(service, clock: clock)
        try await observing(model, { await $0.observe() }) {
            try await arrive(1, 2, at: model)
            #expect(model.shown == banner(1))
            var change = StoreChange()
            change.removed = [group(1)]
            service.broadcast.send(.changed(change))
            try await eventually("it is removed") { model.shown == banner(2) }
            service.broadcast.send(.signedOut(Refusal(.sessionEnded, "It has ended.")))
            try await eventually("all are") { model.shown == nil }
        }
    }

    @Test("nothing of it stays once the app closes")
    func noLeak() async throws {
        service.change { [group = group(1), banner = banner(1)] in $0.banners[group] = banner }
        let service = service
        try await expectNoLeak({ BannersViewModel(service, clock: clock) }, observe: { await $0.observe() }) {
            if $0.shown == nil { service.broadcast.send(.arrived(Samples.message(2, in: group(1)))) }
            return $0.shown != nil
        }
    }
}
