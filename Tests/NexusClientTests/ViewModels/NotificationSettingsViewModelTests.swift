import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("The view model of the notification settings") @MainActor
struct NotificationSettingsViewModelTests {
    @Test("shows a change at once, without a network, and says what is out of bounds")
    func changes() async throws {
        let offline = try await OfflineClient()
        let model = NotificationSettingsViewModel(offline.client)
        let task = Task { await model.observe() }
        try await eventually("the settings are there") { !model.isLoading }
        #expect(model.about == .everything)
        await model.choose(.directAndMentions)
        #expect(model.about == .directAndMentions && model.settings.groups == .mentions && model.error == nil)
        await model.change(NotificationChange(delay: NotificationSettings.delayLimit + 1))
        #expect(model.error?.code == "invalid_request" && model.settings.delay == NotificationSettings.usualDelay)
        await model.change(NotificationChange(direct: .mentions, quiet: QuietHours(start: 1_320, end: 420)))
        #expect(model.about == .other && model.error == nil)
        await model.choose(.other)
        #expect(model.settings.direct == .mentions, "it answers nothing")
        task.cancel()
        await task.value
    }

    @Test("nothing of it stays once its screen disappears")
    func noLeak() async throws {
        let offline = try await OfflineClient()
        var model: NotificationSettingsViewModel? = NotificationSettingsViewModel(offline.client)
        weak let gone = model
        let task = Task { [model] in await model?.observe() }
        try await eventually("it observes") { gone?.isLoading == false }
        model = nil
        task.cancel()
        await task.value
        try await eventually("it is gone") { gone == nil }
    }
}
