/// A banner of a message above the screen.
public struct Banner: Equatable, Sendable {
    /// Characters of a banner's text, at most.
    public static let textCharacters = 50

    public var conversation: ConversationID
    public var message: MessageID
    public var sender: UserID
    public var senderName: String
    /// A group's title.
    public var title: String?
    public var text: String

    public init(
        conversation: ConversationID, message: MessageID, sender: UserID, senderName: String, title: String?,
        text: String
    ) {
        self.conversation = conversation
        self.message = message
        self.sender = sender
        self.senderName = senderName
        self.title = title
        self.text = Excerpt.of(text, characters: Banner.textCharacters)
    }
}

/// Which banner is on the screen and which wait: one at a time, first in, first out, a few at most.
public struct BannerQueue: Equatable, Sendable {
    /// Banners that wait behind the one shown; one more pushes the oldest of them out.
    public static let waitingLimit = 3
    /// Milliseconds that a banner stays.
    public static let life: Int64 = 4_000

    public private(set) var shown: Banner?
    public private(set) var waiting: [Banner] = []
    private var shownAt = Timestamp.zero

    public init() {}

    /// Adds a banner, unless its conversation is the one on the screen.
    public mutating func add(_ banner: Banner, viewed: ConversationID?, at now: Timestamp) {
        guard banner.conversation != viewed else { return }
        if !shown.hasValue {
            shown = banner
            shownAt = now
            return
        }
        waiting.append(banner)
        if waiting.count > BannerQueue.waitingLimit { waiting.removeFirst() }
    }

    /// The conversation has been opened: its banners have done their work.
    public mutating func opened(_ conversation: ConversationID, at now: Timestamp) {
        waiting.removeAll { $0.conversation == conversation }
        if shown?.conversation == conversation { next(at: now) }
    }

    /// The user dismissed the banner.
    public mutating func dismiss(at now: Timestamp) { next(at: now) }

    /// Removes a banner after its time.
    public mutating func tick(at now: Timestamp) {
        if shown.hasValue, remaining(at: now) <= 0 { next(at: now) }
    }

    /// Milliseconds until `tick` has something to do.
    public func nextTick(at now: Timestamp) -> Int64? {
        shown.hasValue ? max(1, remaining(at: now)) : nil
    }

    /// A clock that was set back ends the banner rather than keeping it for hours.
    private func remaining(at now: Timestamp) -> Int64 {
        now < shownAt ? 0 : BannerQueue.life - now.since(shownAt)
    }

    private mutating func next(at now: Timestamp) {
        shown = waiting.isEmpty ? nil : waiting.removeFirst()
        shownAt = now
    }
}

extension SyncEngine {
    /// The banner for a message that arrived, unless its conversation is on the screen.
    public func banner(for message: Message) -> Banner? {
        guard decision(for: message).tells, let state = conversations[message.conversation] else {
            return nil
        }
        return Banner(
            conversation: message.conversation, message: message.id, sender: message.sender,
            senderName: state.member(message.sender)?.name ?? "", title: state.record.info.title,
            text: message.summary { state.member($0)?.name ?? "" })
    }
}
