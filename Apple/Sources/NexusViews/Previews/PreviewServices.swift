#if DEBUG
    import NexusClient
    import NexusCore

    /// The services of a device with scripted conversations and no network: what needs the server fails with `failure`.
    struct PreviewServices: Sendable {
        var talks: [PreviewTalk] = [.direct, .group]
        var account: Account? = try? Account(
            server: ServerAddress("https://chat.example.org"), session: SessionID(high: 1, low: 1),
            profile: PreviewData.profile)
        var people = [PreviewData.ben, PreviewData.chen]
        var report = ConnectionReport(phase: .online)
        var failure = ClientError.offline("this is a preview")
        /// Whether questions are never answered.
        var isThinking = false
        var insights: [InsightRecord] = []
        var reminders: [Reminder] = []
        /// In the place of what the conversations give.
        var header: ChatHeader?
        var serverInfo: ServerInfo?
        var security: PreviewSecurity?
        var export: ExportState?
        var deletion: DeletionState?
        /// Messages that arrive as soon as the app listens.
        var arriving: [Message] = []

        var engine: SyncEngine { SyncEngine(previewing: talks) }

        func talk(_ conversation: ConversationID) -> PreviewTalk? { talks.first { $0.info.id == conversation } }

        func done() -> OperationID { OperationID(high: 1, low: 1) }
    }

    extension PreviewServices: ChangeService {
        func signals(_ isWanted: @escaping @Sendable (ClientEvent) -> Bool) -> AsyncStream<ClientEvent> {
            AsyncStream { _ in }
        }
    }

    extension PreviewServices: ConversationService, ConnectionService, BannerService, PresenceService, PictureService {
        func conversations() async throws(ClientError) -> [ConversationRow] { engine.conversationRows() }
        func connection() async throws(ClientError) -> ConnectionReport { report }
        func presence(of people: [UserID]) async throws(ClientError) -> [UserID: Presence] {
            people.first.map { [$0: Presence(user: $0, isOnline: true)] } ?? [:]
        }
        func archive(_ conversation: ConversationID, _ isArchived: Bool) async throws(ClientError) -> OperationID {
            done()
        }
        func pin(_ conversation: ConversationID, _ isPinned: Bool) async throws(ClientError) -> OperationID { done() }
        func mute(_ conversation: ConversationID, for span: MuteSpan?) async throws(ClientError) -> OperationID {
            done()
        }
        func setNotifications(
            _ level: ConversationLevel?, sound: Bool?, in conversation: ConversationID
        ) async throws(ClientError) -> OperationID { done() }
        func markUnread(_ conversation: ConversationID) async throws(ClientError) -> OperationID { done() }
        func markRead(_ conversation: ConversationID, through seq: Seq?) async throws(ClientError) {}
        func clear(_ conversation: ConversationID) async throws(ClientError) -> OperationID { done() }
        func leave(_ conversation: ConversationID) async throws(ClientError) -> OperationID { done() }
        func block(_ user: UserID, _ isBlocked: Bool) async throws(ClientError) -> OperationID { done() }
        func networkReturned() async throws(ClientError) {}
        func sync(within time: Duration) async throws(ClientError) -> SyncSummary { throw failure }
        func suspend() async {}
        func resume() async {}
        func setActive(_ active: Bool) async throws(ClientError) {}
        func picture(_ request: ImageRequest) async throws -> [UInt8] { throw failure }

        func events() -> AsyncStream<ClientEvent> {
            let arriving = arriving
            return AsyncStream { stream in for message in arriving { stream.yield(.arrived(message)) } }
        }
        func banner(for message: Message) async throws(ClientError) -> Banner? { engine.banner(for: message) }
    }

    extension PreviewServices: RefusalService {
        func outbox() async throws(ClientError) -> [OutboxEntry] { talks.flatMap(\.outbox) }
    }

    extension PreviewServices: NewConversationService, SearchService {
        func account() async throws(ClientError) -> Account? { account }
        func ownView() async throws(ClientError) -> UserSettingsView { engine.ownView }
        func people(
            matching query: String, after cursor: String?, limit: Int?
        ) async throws(ClientError) -> PeopleFound {
            PeopleFound(people: people, isComplete: report.isOnline)
        }
        func openDirect(with user: User) async throws(ClientError) -> (ConversationID, OperationID?) {
            (PreviewData.direct, nil)
        }
        func createGroup(
            title: String, members: [User]
        ) async throws(ClientError) -> (ConversationID, OperationID) { (PreviewData.group, done()) }
        func setPicture(_ path: String, of group: ConversationID) async throws(ClientError) -> OperationID { done() }
        func search(
            _ text: String, order: SearchCollector.Order, limit: Int, cursor: String?
        ) async throws(ClientError) -> SearchFound { throw failure }
    }
#endif
