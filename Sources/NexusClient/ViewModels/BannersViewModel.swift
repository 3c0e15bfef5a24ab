import NexusCore
import Observation

/// The service of the banners' view model. ``NexusClient`` implements it; tests and previews may replace it.
public protocol BannerService: Sendable {
    func events() -> AsyncStream<ClientEvent>
    /// The banner for a message that arrived; nil if the user is not told of it, and for the conversation on the screen.
    func banner(for message: Message) async throws(ClientError) -> Banner?
}

extension NexusClient: BannerService {}

/// The banners of messages in other conversations: one at a time for four seconds, three more wait.
@Observable @MainActor
public final class BannersViewModel {
    /// A place to go to: a conversation, perhaps with a message to highlight.
    public struct Destination: Hashable, Sendable {
        public var conversation: ConversationID
        public var message: MessageID?

        public init(_ conversation: ConversationID, message: MessageID? = nil) {
            self.conversation = conversation
            self.message = message
        }
    }

    /// The banner on the screen.
    public private(set) var shown: Banner?
    /// Where a tapped banner or notification leads. It stays until the navigation takes it with ``takeDestination()``, so a tap
    /// that starts the app is not lost.
    public private(set) var destination: Destination?
    /// The conversation on the screen: it shows no banners, and opening it removes those that wait.
    public var viewed: ConversationID? {
        didSet {
            guard let viewed, viewed != oldValue else { return }
            queue.opened(viewed, at: clock.now())
            update()
        }
    }

    private let service: any BannerService
    private let clock: any ClientClock
    @ObservationIgnored private(set) var queue = BannerQueue()
    @ObservationIgnored private var timer: Task<Void, Never>?

    public init(_ service: any BannerService, clock: any ClientClock = SystemClock()) {
        self.service = service
        self.clock = clock
    }

    deinit { timer?.cancel() }

    /// Shows banners while the app is there; returns when the task is cancelled.
    public func observe() async {
        for await event in service.events() {
            switch event {
            case .arrived(let message):
                // A message whose banner cannot be made is in its conversation.
                guard let banner = try? await service.banner(for: message) else { continue }
                queue.add(banner, viewed: viewed, at: clock.now())
                update()
            case .signedOut: clear()
            case .changed(let change):
                for conversation in change.removed { queue.opened(conversation, at: clock.now()) }
                if !change.removed.isEmpty { update() }
            default: break
            }
        }
        clear()
    }

    /// The user tapped the banner: ``destination`` leads to its message.
    public func tap() {
        guard let banner = shown else { return }
        destination = Destination(banner.conversation, message: banner.message)
        queue.opened(banner.conversation, at: clock.now())
        update()
    }

    /// The user dismissed the banner.
    public func dismiss() {
        queue.dismiss(at: clock.now())
        update()
    }

    /// The user tapped a notification of the system.
    public func open(_ destination: Destination) { self.destination = destination }

    /// Hands the destination over to the navigation, once.
    public func takeDestination() -> Destination? {
        defer { if destination != nil { destination = nil } }
        return destination
    }

    private func clear() {
        queue = BannerQueue()
        update()
    }

    private func update() {
        if shown != queue.shown { shown = queue.shown }
        timer?.cancel()
        timer = nil
        guard let pause = queue.nextTick(at: clock.now()) else { return }
        timer = Task { [weak self, clock] in
            guard (try? await clock.sleep(milliseconds: pause)) != nil, !Task.isCancelled else { return }
            self?.tick()
        }
    }

    private func tick() {
        queue.tick(at: clock.now())
        update()
    }
}
