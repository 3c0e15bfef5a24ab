import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("The connection's view model") @MainActor
struct ConnectionViewModelTests {
    private let clock = ManualClock()
    private let service = ScriptedLists()

    @Test("shows an interruption that lasts a second, with the time and what waits")
    func offline() async throws {
        let start = clock.now()
        let model = ConnectionViewModel(service, clock: clock)
        try await observing(model, { await $0.observe() }) {
            try await eventually("it is online") { model.isOnline }
            #expect(!model.isNoticeShown)
            service.change { $0.report = ConnectionReport(phase: .offline, offlineSince: start, waiting: 2) }
            service.broadcast.send(.connection(isOnline: false))
            try await eventually("it knows") { model.status.phase == .offline && model.waiting == 2 }
            #expect(!model.isNoticeShown)
            try await eventually("it waits") { clock.sleepers(within: ConnectionViewModel.patience) == 1 }
            clock.advance(by: ConnectionViewModel.patience)
            try await eventually("it is shown") { model.isNoticeShown }
            #expect(model.status.offlineSince == start)
            service.change { $0.report = ConnectionReport(phase: .updating) }
            service.broadcast.send(.connection(isOnline: true))
            try await eventually("it is over") { !model.isNoticeShown && model.status.phase == .updating }
        }
    }

    @Test("an interruption shorter than a second is never shown")
    func short() async throws {
        service.change { [clock] in $0.report = ConnectionReport(phase: .connecting, offlineSince: clock.now()) }
        let model = ConnectionViewModel(service, clock: clock)
        await model.load()
        try await eventually("it waits") { clock.sleepers(within: ConnectionViewModel.patience) == 1 }
        service.change { $0.report = ConnectionReport(phase: .online) }
        await model.load()
        try await eventually("it waits no longer") { clock.sleepers(within: ConnectionViewModel.patience) == 0 }
        clock.advance(by: 10_000)
        #expect(!model.isNoticeShown)
    }

    @Test("retries on demand, reports an error, and is offline once signed out")
    func retry() async throws {
        let model = ConnectionViewModel(service, clock: clock)
        await model.retry()
        #expect(service.count("retry") == 1 && model.error == nil)
        service.fail(.connection, with: .storeUnavailable("disk is full"))
        await model.retry()
        #expect(model.error?.code == "store_unavailable")
        service.fail(.connection, with: .signedOut)
        await model.load()
        #expect(model.status.phase == .offline)
    }

    @Test("a client with no network is offline, and counts what waits")
    func client() async throws {
        let offline = try await OfflineClient()
        try await offline.client.send("hello", in: Samples.talk)
        let model = ConnectionViewModel(offline.client)
        await model.load()
        #expect(model.status.phase == .offline && model.waiting == 1 && model.status.failed == 0)
    }

    @Test("nothing of it stays once its screen disappears")
    func noLeak() async throws {
        service.change { [clock] in $0.report = ConnectionReport(phase: .offline, offlineSince: clock.now()) }
        try await expectNoLeak({ ConnectionViewModel(service, clock: clock) }, observe: { await $0.observe() }) {
            $0.status.phase == .offline
        }
    }
}
