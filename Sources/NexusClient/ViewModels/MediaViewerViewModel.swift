import NexusCore
import Observation

/// The service of the media viewer's view model.
public protocol MediaViewerService: ChangeService {
    func pictures(in conversation: ConversationID) async throws(ClientError) -> [ConversationPicture]
}

extension NexusClient: MediaViewerService {}

/// The pictures of a conversation on this device, one at a time, in order.
@Observable @MainActor
public final class MediaViewerViewModel {
    public let conversation: ConversationID
    /// Oldest first.
    public private(set) var pictures: [ConversationPicture] = []
    /// The picture on the screen; `nil` until it is loaded, and once there is none left.
    public private(set) var current: ConversationPicture?
    public private(set) var isLoading = true
    /// The last error; it goes by itself after 5 s, and the pictures stay.
    public var error: ClientError? {
        get { notice.error }
        set { notice.show(newValue) }
    }

    @ObservationIgnored private let service: any MediaViewerService
    private let notice: ErrorNotice
    @ObservationIgnored private var wanted: MediaID

    /// - Parameter picture: the one to begin with.
    public init(
        _ conversation: ConversationID, showing picture: MediaID, service: any MediaViewerService,
        clock: any ClientClock = SystemClock()
    ) {
        self.conversation = conversation
        self.service = service
        notice = ErrorNotice(clock)
        wanted = picture
    }

    /// The position of the picture on the screen, from 0; `nil` without one.
    public var index: Int? { current.flatMap { shown in pictures.firstIndex { $0.id == shown.id } } }
    public var hasPrevious: Bool { index.map { $0 > 0 } ?? false }
    public var hasNext: Bool { index.map { $0 < pictures.count - 1 } ?? false }
    /// The message of the picture on the screen, for ``ChatViewModel/jump(to:)``.
    public var message: MessageID? { current?.message }

    /// Keeps the pictures current; returns when the task is cancelled.
    public func observe() async {
        let conversation = conversation
        await service.follow { event in
            guard case .changed(let change) = event else { return false }
            return change.conversations.contains(conversation) || change.outbox || change.own
        } load: {
            await load()
        }
    }

    public func load() async {
        let found = await notice.load { () throws(ClientError) in try await service.pictures(in: conversation) }
        if let found { take(found) }
        isLoading = false
    }

    /// Shows the picture after this one; a no-op at the end.
    public func next() { step(by: 1) }

    /// Shows the picture before this one; a no-op at the beginning.
    public func previous() { step(by: -1) }

    /// Shows a picture of the conversation.
    public func show(_ picture: MediaID) {
        wanted = picture
        if let found = pictures.first(where: { $0.id == picture }) { current = found }
    }

    private func step(by steps: Int) {
        guard let index, pictures.indices.contains(index + steps) else { return }
        show(pictures[index + steps].id)
    }

    /// Keeps the picture on the screen; after its deletion, shows the one that took its place.
    private func take(_ found: [ConversationPicture]) {
        let place = index
        if found != pictures { pictures = found }
        let kept = pictures.first { $0.id == wanted }
        let now = kept ?? place.flatMap { pictures.isEmpty ? nil : pictures[min($0, pictures.count - 1)] }
        if now != current { current = now }
        if kept == nil, let now { wanted = now.id }
    }
}
