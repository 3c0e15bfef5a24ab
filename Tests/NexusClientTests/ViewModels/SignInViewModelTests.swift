import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("The sign-in's view model") @MainActor
struct SignInViewModelTests {
    private let service = ScriptedSignIn()
    private let clock = ManualClock()
    private let address = "https://chat.example.org"

    private func model() -> SignInViewModel { SignInViewModel(service, server: address, clock: clock) }

    @Test("signs in, and asks for the code of a second factor where one is on")
    func code() async throws {
        service.change { $0.code = "123456" }
        let model = model()
        #expect(!model.canSubmit && model.fields == [.server, .email, .password])
        model.email = " ada@example.org "
        model.password = "correct horse"
        #expect(await !model.submit())
        #expect(model.needsCode && model.error == nil && model.fields.last == .code && !model.canSubmit)
        model.code = "000000"
        #expect(await !model.submit())
        #expect(model.error?.code == "wrong_code" && model.needsCode)
        model.code = " 123456 "
        #expect(await model.submit())
        #expect(model.error == nil && !model.needsCode && model.password.isEmpty && model.code.isEmpty)
        #expect(service.calls.last == "signIn ada@example.org 123456")
    }

    @Test("a look at the server hides no error of a sign-in")
    func lookingUp() async throws {
        service.change { $0.code = "123456" }
        let model = model()
        (model.email, model.password) = ("ada@example.org", "correct horse")
        _ = await model.submit()
        model.code = "000000"
        #expect(await !model.submit())
        await model.lookUp()
        #expect(model.error?.code == "wrong_code" && model.info != nil && !model.isWorking)
    }

    @Test("shows what the server tells, and signs up where everyone may")
    func signUp() async throws {
        let model = model()
        #expect(model.providers.isEmpty && !model.takesEveryone)
        await model.lookUp()
        #expect(model.info?.team == "Engines" && model.takesEveryone && model.providers.map(\.name) == ["google"])
        model.mode = .signUp
        (model.name, model.email, model.password) = ("Ada", "ada@example.org", "correct horse")
        #expect(await model.submit())
        #expect(service.calls.last == "signUp Ada ada@example.org")
        service.change { $0.info.join = .invited }
        await model.lookUp()
        model.mode = .signUp
        #expect(model.providers.isEmpty && !model.takesEveryone)
        model.server = "http://127.0.0.1:1"
        #expect(model.info == nil, "another server is unknown")
    }

    @Test("the link of a set-up, an invitation or a reset leads to its form")
    func links() async throws {
        let model = model()
        await model.open("https://chat.example.org/setup#one")
        #expect(model.mode == .setUp(code: "one") && model.fields.contains(.team))
        (model.name, model.email, model.password) = ("Ada", "ada@example.org", "correct horse")
        model.team = " Engines "
        model.joinPolicy = .everyone
        #expect(await model.submit())
        #expect(service.calls.last == "setUp one Engines everyone")
        await model.open("https://chat.example.org/join#two")
        #expect(model.fields == [.name, .email, .password])
        model.password = "correct horse"
        #expect(await model.submit())
        #expect(service.calls.last == "join two Ada")
        service.change { $0.invitation.person = Samples.bob }
        await model.open("https://chat.example.org/join#three")
        #expect(model.fields == [.password] && model.email == "bob@example.org")
        model.password = "correct horse"
        #expect(await model.submit())
        #expect(service.calls.last == "claim three")
        await model.open("https://chat.example.org/reset#four")
        model.password = "correct horse"
        #expect(await model.submit())
        #expect(service.calls.last == "reset four")
        await model.open("https://chat.example.org/confirm#five")
        #expect(model.outcome == .confirmed("new@example.org"))
    }

    @Test("a link that is none, or does not work, is explained")
    func badLinks() async throws {
        let model = model()
        for link in ["nonsense", "https://chat.example.org/join", "https://chat.example.org/other#one"] {
            await model.open(link)
            #expect(model.error?.code == "invalid_address" && model.mode == .signIn)
        }
        service.change { $0.error = .refused(Refusal(.invitationInvalid, "This link does not work.")) }
        await model.open("https://chat.example.org/join#two")
        #expect(model.error?.code == "invitation_invalid" && model.mode == .signIn)
        try await eventually("it waits") { clock.sleepers(within: 5_000) == 1 }
        clock.advance(by: 5_000)
        try await eventually("the error is gone") { model.error == nil }
    }

    @Test("mails a link for a forgotten password, or to join, and joins groups with an account")
    func mail() async throws {
        let model = model()
        model.mode = .forgot
        model.email = "ada@example.org"
        #expect(await !model.submit())
        #expect(model.outcome == .mailed("ada@example.org") && service.calls.last == "forgot ada@example.org")
        model.mode = .ask
        #expect(model.outcome == nil)
        #expect(await !model.submit())
        #expect(service.calls.last == "ask ada@example.org")
        await model.accept()
        #expect(service.calls.last == "ask ada@example.org", "there is no invitation")
        service.change { $0.invitation.conversations = [InvitedConversation(id: Samples.talk, title: "Lunch")] }
        await model.open("https://chat.example.org/join#two")
        await model.accept()
        #expect(model.outcome == .joined([InvitedConversation(id: Samples.talk, title: "Lunch")]))
    }

    @Test("signs in with a provider, also where the account has a second factor")
    func provider() async throws {
        service.change { $0.code = "123456" }
        let model = model()
        #expect(await !model.finish(ProviderAnswer(state: "state")), "none was begun")
        #expect(await model.start(ScriptedSignIn.provider, port: 7) == "https://provider.example.org")
        #expect(await !model.finish(ProviderAnswer(state: "forged", code: "x")))
        #expect(model.error?.code == "provider_invalid")
        #expect(await !model.finish(ProviderAnswer(state: "state", code: "x")))
        #expect(model.needsCode && model.error == nil && model.fields == [.code])
        model.code = "123456"
        #expect(await model.submit())
        #expect(service.calls.last == "finish google 123456")
    }

    @Test("signs in with a passkey, and says when the server cannot be reached")
    func passkey() async throws {
        let model = model()
        #expect(await model.passkeyChallenge()?.challenge == "c")
        let signed = PasskeyAssertion(id: "key", clientData: "", authenticatorData: "", signature: "")
        #expect(await model.signIn(with: signed))
        #expect(service.calls.last == "passkey key")
        service.change { $0.error = .offline("no route") }
        #expect(await model.passkeyChallenge() == nil)
        #expect(model.error?.isOffline == true && !model.isWorking)
    }

    @Test("an authenticator signs the server's challenge; who gives up is not signed in, and sees no error")
    func authenticator() async throws {
        let model = model()
        let device = ScriptedAuthenticator()
        #expect(await model.signIn(by: device))
        #expect(device.challenges == ["c"] && service.calls.last == "passkey c")
        device.answer = .success(false)
        #expect(await !model.signIn(by: device))
        #expect(model.error == nil)
        device.answer = .failure(.refused(Refusal(.passkeyInvalid, "No passkey here.")))
        #expect(await !model.signIn(by: device))
        #expect(model.error?.message == "No passkey here." && !model.isWorking)
    }

    @Test("nothing of it stays once its screen disappears")
    func noLeak() async throws {
        var model: SignInViewModel? = model()
        weak let gone = model
        await model?.open("nonsense")
        #expect(gone?.error != nil)
        model = nil
        try await eventually("it is gone") { gone == nil }
    }
}
