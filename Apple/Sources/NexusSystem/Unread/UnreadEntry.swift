import Foundation
import NexusClient
import NexusCore
import WidgetKit

/// The unread conversations at one time.
public struct UnreadEntry: TimelineEntry, Equatable, Sendable {
    public struct Row: Equatable, Sendable, Identifiable {
        public var id: ConversationID
        public var title: String
        /// The last message; nil if there is none to show.
        public var text: String?
        public var count: Int
    }

    /// The widget's name, by which the app asks for new entries.
    public static let widget = "unread"
    #if os(macOS)
        public static let families: [WidgetFamily] = [.systemSmall, .systemMedium]
    #else
        /// The lock screen shows the number.
        public static let families: [WidgetFamily] = [
            .systemSmall, .systemMedium, .accessoryInline, .accessoryRectangular,
        ]
    #endif

    public var date: Date
    /// In the order of the list of conversations.
    public var rows: [Row]
    /// Messages in all of them.
    public var total: Int
    public var isSignedIn: Bool

    public init(date: Date, conversations: [ConversationRow]?) {
        self.date = date
        isSignedIn = conversations != nil
        let unread = (conversations ?? []).filter { $0.isListed && $0.badge > 0 }
        total = unread.reduce(0) { $0 + $1.badge }
        rows = unread.map { row in
            let isShown = !row.lastIsDeleted && !row.lastIsFolded && row.lastText?.isEmpty == false
            return Row(id: row.id, title: row.title, text: isShown ? row.lastText : nil, count: row.badge)
        }
    }

    /// Reads the store; without a user, or before the first unlock, there is nothing to show.
    public static func read(from service: any UnreadService, at date: Date) async -> UnreadEntry {
        UnreadEntry(date: date, conversations: try? await service.conversations())
    }
}

/// What the widget asks of the SDK.
public protocol UnreadService: Sendable {
    func conversations() async throws(ClientError) -> [ConversationRow]
}

extension NexusClient: UnreadService {}
