import NexusClient

/// What the app asks of the SDK. `NexusClient` is all of it; previews and tests bring their own.
public typealias AppServices = AccountService & AssistantAnswering & BannerService & ChatService & ConnectionService
    & ConversationDetailsService & ConversationService & InsightsService & MediaViewerService
    & NewConversationService & PersonService & PictureService & PresenceService & RefusalService & RemindersService
    & SearchService & SettingsService & SignInService & TextAloneService & VoiceService

/// Tells the server whether the app is at the front, and releases the profile in the background.
public protocol PresenceService: Sendable {
    func sync(within time: Duration) async throws(ClientError) -> SyncSummary
    func suspend() async
    func resume() async
    func setActive(_ active: Bool) async throws(ClientError)
    func networkReturned() async throws(ClientError)
}

extension NexusClient: PresenceService {}
