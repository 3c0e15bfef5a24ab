import NexusCore
import Observation

/// The members of a conversation and its settings. What is on the device shows at once; what only the server has follows.
@Observable @MainActor
public final class ConversationDetailsViewModel {
    /// Days after which a conversation's messages may be deleted, as offered; 0 for never.
    public static let retentionChoices = [0, 1, 7, 30, 90, 365]

    public let conversation: ConversationID
    /// The name, the members with roles and presence, and the user's permissions; nil until the store has been read.
    public private(set) var header: ChatHeader?
    /// The other person of a direct conversation, with their description.
    public private(set) var person: User?
    /// Whether the other person of a direct conversation is a favourite.
    public private(set) var isFavourite = false
    /// The pinned messages, the last one first.
    public private(set) var pinned: [MessageRow] = []
    /// The pictures, files and recordings on this device, the newest first.
    public private(set) var media: [SharedMedia] = []
    /// Whether there is more media to load: ``loadMoreMedia()``.
    public private(set) var hasMoreMedia = false
    /// When messages are deleted; nil until the server has told.
    public private(set) var retention: Retention?
    /// The invitations to this group that still work, as far as the user may see them.
    public private(set) var invitations: [Invitation] = []
    /// Whether the user may invite people to this group with a link.
    public private(set) var mayInvite = false
    /// Whether the user is no longer a member, or the conversation was deleted.
    public private(set) var isGone = false
    public private(set) var isLoading = true
    /// The last error; it goes by itself after 5 s, and content stays on the screen.
    public var error: ClientError? {
        get { notice.error }
        set { notice.show(newValue) }
    }

    private let service: any ConversationDetailsService
    private let notice: ErrorNotice
    /// Whether the server could not be asked.
    @ObservationIgnored private var isStale = false
    /// Messages with media in one page.
    private static let page = 50

    public init(
        _ conversation: ConversationID, service: any ConversationDetailsService, clock: any ClientClock = SystemClock()
    ) {
        self.conversation = conversation
        self.service = service
        notice = ErrorNotice(clock)
    }

    public var members: [ChatHeader.Person] { header?.members ?? [] }
    public var isGroup: Bool { header?.kind == .group }
    /// The user's permissions; nil until the store has been read.
    public var may: ChatHeader.Abilities? { header?.may }

    /// The identifiers of the members, for a people picker that adds others.
    public var memberIDs: Set<UserID> { Set(members.map(\.user)) }

    /// The days that the server's own rule leaves to choose from.
    public var retentionChoices: [Int] {
        let longest = retention?.serverDays ?? .max
        let own = retention.map { [$0.days] } ?? []
        return Set(ConversationDetailsViewModel.retentionChoices + own).filter { $0 <= longest }.sorted()
    }

    /// Keeps the details current while the screen is there; returns when the task is cancelled.
    public func observe() async {
        let conversation = conversation
        let signals = service.signals { event in
            switch event {
            case .changed(let change):
                change.conversations.contains(conversation) || change.outbox || change.own || change.profile
            case .presence, .connection, .connectionProgress, .refused, .startedOver: true
            default: false
            }
        }
        await load()
        // A server that does not answer must not hold up what is on this device.
        async let first: Void = loadFromServer()
        for await _ in signals {
            await load()
            if isStale, await isOnline() { await loadFromServer() }
        }
        await first
    }

    /// Reloads what is on this device.
    public func load() async {
        await notice.load { () throws(ClientError) in
            let header = try await service.details(of: conversation)
            if header == nil, self.header != nil { isGone = true }
            if let header {
                isGone = header.isGone
                if header != self.header { self.header = header }
            }
            let other = header?.other
            let view = try await service.ownView()
            isFavourite = view.notable.contains { $0.user == other && $0.isFavourite }
            let count = max(ConversationDetailsViewModel.page, shownMedia)
            show(try await service.sharedMedia(in: conversation, before: nil, limit: count), of: count)
        }
        isLoading = false
    }

    /// Reloads what only the server has. Without a connection what was there stays, silently.
    public func loadFromServer() async {
        isStale = false
        await quietly { () throws(ClientError) in pinned = try await service.pinnedMessages(in: conversation) }
        await quietly { () throws(ClientError) in retention = try await service.retention(of: conversation) }
        if let other = header?.other {
            await quietly { () throws(ClientError) in person = try await service.person(other) }
        }
        guard isGroup, may?.addMembers == true else { return }
        await quietly { () throws(ClientError) in
            let isAdministrator = try await service.account()?.profile.isAdministrator ?? false
            mayInvite = try await service.policy().invite != .administrators || isAdministrator
            guard mayInvite else { return }
            try await readInvitations()
        }
    }

    /// Loads the next page of media.
    public func loadMoreMedia() async {
        guard hasMoreMedia, let last = media.last?.seq else { return }
        await notice.load { () throws(ClientError) in
            let page = try await service.sharedMedia(
                in: conversation, before: last, limit: ConversationDetailsViewModel.page)
            media += page
            hasMoreMedia = !page.isEmpty
        }
    }

    // MARK: For the actions

    /// Performs an action, and shows its effect.
    @discardableResult
    func act<Value: Sendable>(
        _ work: (any ConversationDetailsService, ConversationID) async throws(ClientError) -> Value
    ) async -> Value? {
        let value = await notice.act { () throws(ClientError) in try await work(service, conversation) }
        await load()
        return value
    }

    func readInvitations() async throws(ClientError) {
        let all = try await service.invitations(all: false)
        invitations = all.filter { $0.conversations.contains { $0.id == conversation } }
    }

    func take(_ retention: Retention) { self.retention = retention }
    func readPins() async {
        await quietly { () throws(ClientError) in pinned = try await service.pinnedMessages(in: conversation) }
    }

    private func isOnline() async -> Bool { (try? await service.connection().isOnline) ?? false }

    private var shownMedia: Int { Set(media.map(\.message)).count }

    private func show(_ media: [SharedMedia], of count: Int) {
        let isFull = Set(media.map(\.message)).count >= count
        if media != self.media { self.media = media }
        if isFull != hasMoreMedia { hasMoreMedia = isFull }
    }

    private func quietly(_ work: () async throws(ClientError) -> Void) async {
        do throws(ClientError) {
            try await work()
        } catch {
            if error.isOffline { isStale = true } else if !Task.isCancelled { notice.show(error) }
        }
    }
}
