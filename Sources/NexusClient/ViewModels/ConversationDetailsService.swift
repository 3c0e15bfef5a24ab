import NexusCore

/// The service of the details' view model. ``NexusClient`` implements it; tests and previews may replace it.
public protocol ConversationDetailsService: ChangeService {
    func account() async throws(ClientError) -> Account?
    func connection() async throws(ClientError) -> ConnectionReport
    func details(of conversation: ConversationID) async throws(ClientError) -> ChatHeader?
    func ownView() async throws(ClientError) -> UserSettingsView
    func person(_ id: UserID) async throws(ClientError) -> User
    func pinnedMessages(in conversation: ConversationID) async throws(ClientError) -> [MessageRow]
    func sharedMedia(
        in conversation: ConversationID, before seq: Seq?, limit: Int
    ) async throws(ClientError) -> [SharedMedia]

    // Changes that wait in the outbox.
    func rename(_ conversation: ConversationID, to title: String) async throws(ClientError) -> OperationID
    func describe(_ group: ConversationID, about: String) async throws(ClientError) -> OperationID
    func setPicture(_ path: String, of group: ConversationID) async throws(ClientError) -> OperationID
    func removePicture(of group: ConversationID) async throws(ClientError) -> OperationID
    func add(_ people: [User], to conversation: ConversationID) async throws(ClientError) -> OperationID
    func remove(_ user: UserID, from conversation: ConversationID) async throws(ClientError) -> OperationID
    func setRole(
        _ role: Member.Role, of user: UserID, in conversation: ConversationID
    ) async throws(ClientError) -> OperationID
    func leave(_ conversation: ConversationID) async throws(ClientError) -> OperationID
    func dissolve(_ conversation: ConversationID) async throws(ClientError) -> OperationID
    func setAI(_ isOn: Bool, in conversation: ConversationID) async throws(ClientError) -> OperationID
    func pin(_ message: MessageID, _ isPinned: Bool) async throws(ClientError) -> OperationID
    func mute(_ conversation: ConversationID, for span: MuteSpan?) async throws(ClientError) -> OperationID
    func setNotifications(
        _ level: ConversationLevel?, sound: Bool?, in conversation: ConversationID
    ) async throws(ClientError) -> OperationID
    func favour(_ user: UserID, _ isFavourite: Bool) async throws(ClientError) -> OperationID
    func block(_ user: UserID, _ isBlocked: Bool) async throws(ClientError) -> OperationID

    // These need the server.
    func policy() async throws(ClientError) -> ServerInfo
    func retention(of conversation: ConversationID) async throws(ClientError) -> Retention
    func setRetention(_ days: Int, of conversation: ConversationID) async throws(ClientError) -> Retention
    func invitations(all: Bool) async throws(ClientError) -> [Invitation]
    func invite(
        uses: Int, days: Int, conversations: [ConversationID]
    ) async throws(ClientError) -> (invitation: Invitation, link: String)
    func revoke(_ invitation: InvitationID) async throws(ClientError)
}

extension NexusClient: ConversationDetailsService {}
