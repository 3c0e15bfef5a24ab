import Foundation
import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("Profiles, privacy and appearance, offline") @MainActor
struct ProfileViewModelTests {
    @Test("saves the name and the description at once, and keeps what the user types meanwhile")
    func ownProfile() async throws {
        let offline = try await OfflineClient()
        let model = ProfileViewModel(offline.client)
        try await observing(model, { await $0.observe() }) {
            try await eventually("it is there") { model.name == "Ada" }
            #expect(!model.canSave && model.email == "ada@example.org" && model.picture == nil)
            model.name = " "
            #expect(!model.canSave)
            model.name = " Ada L. "
            await model.save()
            #expect(model.user?.name == "Ada L." && model.error == nil)
            model.about = "Half a th"
            _ = try await offline.client.updateProfile(name: "Ada Lovelace")
            try await eventually("the other change shows") { model.user?.name == "Ada Lovelace" }
            #expect(model.about == "Half a th" && model.name == "Ada Lovelace" && model.canSave)
            await model.save()
            #expect(model.user?.about == "Half a th" && !model.canSave)
        }
    }

    @Test("explains a name that is too long, and a file that is no picture")
    func refused() async throws {
        let offline = try await OfflineClient()
        let model = ProfileViewModel(offline.client)
        await model.load()
        model.name = String(repeating: "a", count: Limits.nameCharacters + 1)
        await model.save()
        #expect(model.error?.code == "invalid_name" && model.user?.name == "Ada" && !model.isSaving)
        await model.setPicture("/nowhere.jpg")
        #expect(model.error?.code == "file_unavailable")
        await model.setPicture(nil)
        #expect(model.error == nil)
    }

    @Test("another person has shared groups, and can be reached, favoured and blocked")
    func person() async throws {
        let offline = try await OfflineClient()
        _ = try await offline.client.createGroup(title: "Lunch", members: [Samples.bob])
        let model = PersonViewModel(Samples.bob, service: offline.client)
        await model.load()
        await model.loadProfile()
        #expect(model.sharedGroups.map(\.title) == ["Lunch"] && model.presence == nil && model.error == nil)
        #expect(await model.startChat() == Samples.talk)
        await model.favour(true)
        #expect(model.isFavourite)
        await model.block(true)
        #expect(model.isBlocked && !model.isFavourite)
        let privacy = PrivacyViewModel(offline.client)
        await privacy.load()
        #expect(privacy.blocked.map(\.name) == ["Bob"])
        await privacy.unblock(Samples.bob.id)
        await model.load()
        #expect(privacy.blocked.isEmpty && !model.isBlocked)
    }

    @Test("keeps what others see of the user")
    func privacy() async throws {
        let offline = try await OfflineClient()
        let model = PrivacyViewModel(offline.client)
        await model.load()
        #expect(model.showsPresence && model.showsReceipts && model.showsAI && !model.isLoading)
        await model.showPresence(false)
        await model.showReceipts(false)
        await model.showAI(false)
        #expect(!model.showsPresence && !model.showsReceipts && !model.showsAI && model.error == nil)
        let account = try await offline.client.account()
        #expect(account?.profile.showsAI == false)
    }

    @Test("the theme is kept on the device, also by a sign-out, and an unreadable choice is the system's")
    func theme() async throws {
        let offline = try await OfflineClient()
        let model = AppearanceViewModel(offline.client)
        await model.load()
        #expect(model.theme == .system)
        await model.choose(.dark)
        try await offline.client.signOut()
        let again = AppearanceViewModel(offline.client)
        await again.load()
        #expect(again.theme == .dark && again.error == nil)
        let folder = try ProfileFolder(offline.folder.path)
        try #"{"theme":"pink"}"#.write(toFile: folder.preferences.path, atomically: true, encoding: .utf8)
        #expect(folder.preferences.theme == .system)
        let missing = DevicePreferences(path: offline.folder.path + "/none/preferences.json")
        #expect(throws: ClientError.self) { try missing.save(.light) }
    }

    @Test("the settings hold the model of each part, and count what a sign-out would lose")
    func settings() async throws {
        let offline = try await OfflineClient()
        let model = SettingsViewModel(offline.client)
        try await observing(model, { await $0.observe() }) {
            try await eventually("the account is there") { model.account != nil }
            #expect(model.unsent == 0 && !model.isAdministrator)
            try await offline.client.send("hello", in: Samples.talk)
            try await eventually("it waits to be sent") { model.unsent == 1 }
            await model.profile.load()
            #expect(model.profile.name == "Ada")
        }
    }

    @Test("nothing of them stays once their screens disappear")
    func noLeak() async throws {
        let offline = try await OfflineClient()
        let client = offline.client
        try await expectNoLeak({ ProfileViewModel(client) }, observe: { await $0.observe() }) { $0.user != nil }
        try await expectNoLeak({ PrivacyViewModel(client) }, observe: { await $0.observe() }) { !$0.isLoading }
        try await expectNoLeak({ SettingsViewModel(client) }, observe: { await $0.observe() }) { $0.account != nil }
        try await expectNoLeak({ PersonViewModel(Samples.bob, service: client) }, observe: { await $0.observe() }) {
            !$0.isLoading
        }
        var model: AppearanceViewModel? = AppearanceViewModel(client)
        weak let gone = model
        await model?.load()
        model = nil
        try await eventually("it is gone") { gone == nil }
    }
}
