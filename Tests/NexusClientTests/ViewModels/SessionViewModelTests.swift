import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("The session's view model") @MainActor
struct SessionViewModelTests {
    private static let fullDisk = ClientError.storeUnavailable("disk is full")
    private let clock = ManualClock()

    private func signedIn() throws -> ScriptedService {
        var state = ScriptedService.State()
        state.account = Account(
            server: try ServerAddress("http://127.0.0.1:1"), session: SessionID(high: 1, low: 1),
            profile: Samples.profile)
        return ScriptedService(state)
    }

    @Test("connects after sign-in, and disconnects after sign-out")
    func inAndOut() async throws {
        let service = ScriptedService()
        let model = SessionViewModel(service, clock: clock)
        #expect(model.state == .loading)
        let task = Task { await model.run() }
        try await eventually("the user is signed out") { model.state == .signedOut }
        #expect(service.now.runs == 0)
        await model.signIn(server: "http://127.0.0.1:1", email: "ada@example.org", password: "long enough")
        try await eventually("it connects") { service.now.running == 1 }
        #expect(model.state.isSignedIn)
        await model.signOut()
        #expect(model.state == .signedOut)
        try await eventually("it lets go") { service.now.running == 0 }
        await model.signUp(server: "http://127.0.0.1:1", name: "Ada", email: "ada@example.org", password: "long enough")
        try await eventually("it connects again") { service.now.running == 1 }
        task.cancel()
        await task.value
        #expect(service.now.running == 0, "the connection ends with the screen")
    }

    @Test("the end of a session before is no reason to wait after the next sign-in")
    func quickReturn() async throws {
        let service = try signedIn()
        let model = SessionViewModel(service, clock: clock)
        let task = Task { await model.run() }
        try await eventually("it connects") { service.now.running == 1 }
        await model.signIn(server: "http://127.0.0.1:1", email: "ada@example.org", password: "long enough")
        service.change { $0.endedRuns = 1 }
        try await eventually("it connects again, with the clock at rest") {
            service.now.runs == 2 && service.now.running == 1
        }
        task.cancel()
        await task.value
    }

    @Test("an error is shown, and cleared by the next attempt")
    func failing() async throws {
        let service = ScriptedService()
        let model = SessionViewModel(service, clock: clock)
        service.fail(.enter, with: .offline("connection refused"))
        await model.signIn(server: "http://127.0.0.1:1", email: "ada@example.org", password: "long enough")
        #expect(model.error == .offline("connection refused"))
        #expect(model.error?.suggestion.isEmpty == false)
        #expect(model.state == .signedOut)
        #expect(!model.isWorking)
        service.fail(.enter, with: nil)
        await model.signIn(server: "http://127.0.0.1:1", email: "ada@example.org", password: "long enough")
        #expect(model.error == nil)
        #expect(model.state.isSignedIn)
        service.fail(.signOut, with: .profileBusy)
        await model.signOut()
        #expect(model.error == .profileBusy)
        #expect(model.state.isSignedIn, "they still are")
    }

    @Test("a session ended elsewhere leads back to sign-in, with the reason")
    func ended() async throws {
        let service = try signedIn()
        let model = SessionViewModel(service, clock: clock)
        let task = Task { await model.run() }
        try await eventually("it connects") { service.now.running == 1 }
        let refusal = Refusal(.sessionEnded, "This session has ended.")
        service.change {
            $0.account = nil
            $0.failures[.run] = .refused(refusal)
        }
        try await eventually("it is signed out") { model.state == .signedOut }
        #expect(model.error == .refused(refusal) && model.ending == refusal)
        try await eventually("it waits") { clock.sleepers(within: 5_000) == 1 }
        clock.advance(by: 5_000)
        try await eventually("the error is gone") { model.error == nil }
        #expect(model.ending == refusal, "the sign-in screen still says why")
        service.fail(.run, with: nil)
        await model.signIn(server: "http://127.0.0.1:1", email: "ada@example.org", password: "long enough")
        #expect(model.ending == nil)
        task.cancel()
        await task.value
    }

    @Test("what the connection says while the user signs out is no error, and no reason")
    func endedByTheUser() async throws {
        let service = try signedIn()
        let model = SessionViewModel(service, clock: clock)
        let task = Task { await model.run() }
        try await eventually("it connects") { service.now.running == 1 }
        service.change { $0.end = .refused(Refusal(.notSignedIn, "You are not signed in.")) }
        let looks = service.now.looks
        await model.signOut()
        try await eventually("the sign-out and the end of the connection are seen") { service.now.looks == looks + 2 }
        #expect(model.state == .signedOut)
        #expect(model.error == nil && model.ending == nil)
        task.cancel()
        await task.value
    }

    @Test("a required second factor is shown as long as it is missing, and tried again once it is set up")
    func secondFactor() async throws {
        let service = try signedIn()
        let refusal = Refusal(.secondFactorRequired, "Your team requires two-step sign-in.")
        service.fail(.run, with: .refused(refusal))
        let model = SessionViewModel(service, clock: clock)
        let task = Task { await model.run() }
        try await eventually("it waits") { clock.sleepers(within: SessionViewModel.secondFactorPause) == 1 }
        #expect(model.needsSecondFactor && model.state.isSignedIn)
        #expect(model.error == nil && model.ending == nil, "the screen has a place of its own for it")
        #expect(clock.sleepers(within: SessionViewModel.pause) == 0 && service.now.runs == 1)
        clock.advance(by: SessionViewModel.secondFactorPause)
        try await eventually("it tries again") {
            service.now.runs == 2 && clock.sleepers(within: SessionViewModel.secondFactorPause) == 1
        }
        #expect(model.needsSecondFactor)
        service.fail(.run, with: nil)
        service.broadcast.send(.changed(StoreChange([.putProfile(Samples.profile)])))
        try await eventually("it connects") { service.now.running == 1 }
        #expect(!model.needsSecondFactor)
        task.cancel()
        await task.value
    }

    @Test("a second factor that is set up on another device is seen once there is a connection")
    func secondFactorElsewhere() async throws {
        let service = try signedIn()
        service.fail(.run, with: .refused(Refusal(.secondFactorRequired, "Your team requires two-step sign-in.")))
        let model = SessionViewModel(service, clock: clock)
        let task = Task { await model.run() }
        try await eventually("it waits") { clock.sleepers(within: SessionViewModel.secondFactorPause) == 1 }
        service.fail(.run, with: nil)
        clock.advance(by: SessionViewModel.secondFactorPause)
        try await eventually("it connects") { service.now.running == 1 }
        service.broadcast.send(.connection(isOnline: true))
        try await eventually("nothing is missing") { !model.needsSecondFactor }
        task.cancel()
        await task.value
    }

    @Test("a failing store signs no one out, and is retried")
    func storeFails() async throws {
        let service = try signedIn()
        let model = SessionViewModel(service, clock: clock)
        let task = Task { await model.run() }
        try await eventually("it connects") { service.now.running == 1 }
        service.fail(.account, with: SessionViewModelTests.fullDisk)
        service.fail(.run, with: SessionViewModelTests.fullDisk)
        try await eventually("it is said") { model.error == SessionViewModelTests.fullDisk }
        #expect(model.state.isSignedIn)
        let tries = service.now.runs
        try await eventually("it tries again") {
            clock.advance(by: SessionViewModel.pause)
            return service.now.runs > tries
        }
        service.fail(.account, with: nil)
        service.fail(.run, with: nil)
        try await eventually("it is connected again") {
            clock.advance(by: SessionViewModel.pause)
            return service.now.running == 1
        }
        task.cancel()
        await task.value
    }

    @Test("nothing of it stays once its screen disappears")
    func noLeak() async throws {
        let service = try signedIn()
        var model: SessionViewModel? = SessionViewModel(service)
        weak let gone = model
        let task = Task { [model] in await model?.run() }
        try await eventually("it connects") { service.now.running == 1 }
        model = nil
        task.cancel()
        await task.value
        try await eventually("it is gone") { gone == nil }
    }
}
