import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("Settings that need the server") @MainActor
struct SettingsViewModelTests {
    private let clock = ManualClock()
    private let service = ScriptedSettings()

    private func session(_ number: UInt64, usedAt: Int64, isCurrent: Bool = false) -> SessionInfo {
        SessionInfo(
            id: SessionID(high: 1, low: number), device: "device \(number)", createdAt: .zero,
            lastUsedAt: Samples.time(usedAt), isCurrent: isCurrent)
    }

    @Test("lists sessions with this device first, and ends one or all others")
    func sessions() async throws {
        let all = [session(1, usedAt: 1), session(2, usedAt: 0, isCurrent: true), session(3, usedAt: 5)]
        service.change { $0.sessions = all }
        let model = SessionsViewModel(service, clock: clock)
        await model.load()
        #expect(model.sessions.map(\.device) == ["device 2", "device 3", "device 1"] && model.others.count == 2)
        service.change { $0.failures["end"] = .offline("no route") }
        await model.end(all[2].id)
        #expect(model.error?.isOffline == true && model.sessions.count == 3)
        service.change { $0.failures = [:] }
        await model.end(all[2].id)
        #expect(model.sessions.count == 2 && model.error == nil)
        await model.endOthers()
        #expect(model.sessions.map(\.isCurrent) == [true])
    }

    @Test("changes the password and the second factor, and shows recovery codes once")
    func security() async throws {
        let model = SecurityViewModel(service, clock: clock)
        await model.load()
        #expect(model.secondFactor?.since == nil && model.providers?.hasPassword == true && !model.isLoading)
        await model.changePassword(from: "wrong", to: "another horse")
        #expect(model.error?.code == "wrong_credentials" && model.outcome == nil)
        await model.changePassword(from: "correct horse", to: "another horse")
        #expect(model.error == nil && model.outcome == .passwordChanged)
        await model.beginSecondFactor(password: "another horse")
        #expect(model.key?.key == "KEY" && model.outcome == nil)
        await model.confirmSecondFactor(code: "0")
        #expect(model.error?.code == "wrong_code" && model.key != nil)
        await model.confirmSecondFactor(code: " 123456 ")
        #expect(model.key == nil && model.recoveryCodes == ["one", "two"] && model.secondFactor?.since != nil)
        model.recoveryCodes = []
        await model.removeSecondFactor(password: "another horse", code: "123456")
        #expect(model.outcome == .secondFactorOff && model.secondFactor?.since == nil)
        await model.beginSecondFactor(password: "another horse")
        model.cancelSecondFactor()
        #expect(model.key == nil)
    }

    @Test("an action that needs a proof waits for it, and runs once it is given")
    func proof() async throws {
        service.change { $0.isProved = false }
        let model = SecurityViewModel(service, clock: clock)
        await model.changeEmail(to: " new@example.org ")
        #expect(model.proof?.hasPassword == true && model.error == nil && model.outcome == nil)
        await model.prove(password: "wrong")
        #expect(model.error?.code == "wrong_credentials" && model.proof != nil)
        await model.prove(password: "correct horse")
        #expect(model.proof == nil && model.outcome == .confirmationMailed("new@example.org"))
        #expect(service.now.calls.count { $0 == "email new@example.org" } == 2)
        service.change { $0.isProved = false }
        await model.renewRecoveryCodes()
        #expect(model.proof != nil && model.recoveryCodes.isEmpty)
        model.cancelProof()
        await model.prove(password: "correct horse")
        #expect(model.recoveryCodes.isEmpty, "nothing waits")
    }

    @Test("adds, renames and removes passkeys")
    func passkeys() async throws {
        service.change { $0.isProved = false }
        let model = SecurityViewModel(service, clock: clock)
        await model.addPasskey { _ in PasskeyRegistration(name: "Key", clientData: "", attestation: "") }
        #expect(model.passkeys.isEmpty && model.proof != nil)
        #expect(await model.proofChallenge() != nil)
        await model.prove(with: PasskeyAssertion(id: "k", clientData: "", authenticatorData: "", signature: ""))
        #expect(model.passkeys.map(\.name) == ["Key"])
        await model.addPasskey { _ in nil }
        #expect(model.passkeys.count == 1 && model.error == nil, "the user gave up")
        let key = try #require(model.passkeys.first?.id)
        await model.renamePasskey(key, to: " Blue key ")
        #expect(model.passkeys.map(\.name) == ["Blue key"])
        await model.removePasskey(key)
        #expect(model.passkeys.isEmpty)
        await model.disconnect(SignInProvider(name: "google", title: "Google"))
        #expect(service.now.calls.contains("disconnect google"))
    }

    @Test("an authenticator proves the user's identity and makes passkeys; what it refuses is shown")
    func authenticator() async throws {
        service.change { $0.isProved = false }
        let model = SecurityViewModel(service, clock: clock)
        let device = ScriptedAuthenticator()
        @MainActor func add() async {
            await model.addPasskey { creation throws(ClientError) in try await device.make(creation) }
        }
        await add()
        #expect(model.proof != nil && model.passkeys.isEmpty)
        device.answer = .success(false)
        await model.prove(by: device)
        #expect(model.proof != nil && model.error == nil, "the user gave up, and may try again")
        device.answer = .failure(.refused(Refusal(.passkeyInvalid, "No passkey here.")))
        await model.prove(by: device)
        #expect(model.error?.message == "No passkey here.")
        device.answer = .success(true)
        await model.prove(by: device)
        #expect(model.proof == nil && model.passkeys.map(\.name) == ["Key"])
        device.answer = .failure(.refused(Refusal(.passkeyInvalid, "It has one already.")))
        await add()
        #expect(model.error?.message == "It has one already." && model.passkeys.count == 1 && !model.isWorking)
    }

    @Test("follows a copy of the user's data until it is ready, and downloads it once")
    func export() async throws {
        let model = LeavingViewModel(service, clock: clock)
        await model.load()
        #expect(model.export?.phase == .absent && model.deletion?.deletesAt == nil)
        await model.makeExport()
        #expect(model.export?.phase == .making)
        service.change { $0.export = ExportState(.ready, bytes: 7) }
        try await eventually("it waits") { clock.sleepers(within: LeavingViewModel.pause) == 1 }
        clock.advance(by: LeavingViewModel.pause)
        try await eventually("it is ready") { model.export?.phase == .ready }
        #expect(await model.download(to: "/copy.zip"))
        #expect(model.export?.phase == .absent && service.now.calls.contains("download /copy.zip"))
        service.change { $0.failures["make export"] = .refused(Refusal(.rateLimited, "Too many.")) }
        await model.makeExport()
        #expect(model.error?.code == "rate_limited" && model.export?.phase == .absent)
        service.change { $0.failures = [:] }
        await model.makeExport()
        await model.deleteExport()
        #expect(model.export?.phase == .absent)
    }

    @Test("schedules the deletion of the account, with a code where one is needed, and takes it back")
    func deletion() async throws {
        service.change { $0.code = "123456" }
        let model = LeavingViewModel(service, clock: clock)
        #expect(await !model.deleteAccount(password: "correct horse"))
        #expect(model.needsCode && model.error?.code == "code_required")
        #expect(await model.deleteAccount(password: "correct horse", code: "123456", messages: .delete))
        #expect(model.deletion?.deletesAt != nil && model.deletion?.messages == .delete && !model.needsCode)
        await model.keepAccount()
        #expect(model.deletion?.deletesAt == nil && model.error == nil)
    }

    @Test("nothing of them stays once their screens disappear")
    func noLeak() async throws {
        let current = session(1, usedAt: 1, isCurrent: true)
        service.change {
            $0.sessions = [current]
            $0.export = ExportState(.making)
        }
        let (service, clock) = (service, clock)
        try await expectNoLeak({ SessionsViewModel(service, clock: clock) }, observe: { await $0.observe() }) {
            !$0.sessions.isEmpty
        }
        try await expectNoLeak({ SecurityViewModel(service, clock: clock) }, observe: { await $0.observe() }) {
            !$0.isLoading
        }
        try await expectNoLeak({ LeavingViewModel(service, clock: clock) }, observe: { await $0.observe() }) {
            $0.deletion != nil
        }
    }
}
