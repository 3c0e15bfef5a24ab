/// The screens on which one device shows the same account: the tabs of a browser, the windows of an app.
public struct Screens: Equatable, Sendable {
    public struct Screen: Equatable, Sendable {
        /// The conversation that is open on it.
        public var viewed: ConversationID?
        /// Whether it is visible.
        public var isVisible: Bool

        public init(viewed: ConversationID?, isVisible: Bool) {
            self.viewed = viewed
            self.isVisible = isVisible
        }
    }

    public var all: [Screen]

    public init(_ all: [Screen] = []) { self.all = all }

    /// Whether the app is in the foreground.
    public var isActive: Bool { all.contains { $0.isVisible } }

    /// Whether a conversation is visible to the user.
    public func shows(_ conversation: ConversationID) -> Bool {
        all.contains { $0.isVisible && $0.viewed == conversation }
    }
}

extension SyncEngine {
    /// The banner for a new message, unless its conversation is visible.
    public func banner(for message: Message, on screens: Screens) -> Banner? {
        screens.shows(message.conversation) ? nil : banner(for: message)
    }
}
