import NexusCore
import Observation

/// A screen above the root of a tab.
public enum Route: Hashable, Sendable {
    /// A conversation, perhaps at a message.
    case chat(ConversationID, message: MessageID?)
    case details(ConversationID)
    case insights(ConversationID)
    case person(UserID)
    case search
}

/// A tab of the app.
public enum AppTab: String, Hashable, Sendable, CaseIterable {
    case chats, nexus, insights, settings
}

/// Where the user is. Screens change it, and the root shows it.
@Observable @MainActor
public final class Router {
    public var tab = AppTab.chats
    /// The screens above the list of conversations; on iPad and Mac the first one is the root of the second column.
    public var path: [Route] = []
    /// Whether the sheet of a new conversation is open.
    public var isComposing = false

    /// Shows a conversation, and a message in it.
    public func open(_ conversation: ConversationID, message: MessageID? = nil) async {
        isComposing = false
        if tab != .chats {
            tab = .chats
            // One change of the navigation a frame: SwiftUI drops the second.
            await Task.yield()
        }
        path = [.chat(conversation, message: message)]
    }

    /// Begins a message to a person or a group.
    public func compose() {
        tab = .chats
        isComposing = true
    }

    /// Shows the search of all messages.
    public func search() {
        tab = .chats
        path = [.search]
    }

    /// The screens above the first one, for a layout that shows the first one as its root.
    var pushed: [Route] {
        get { Array(path.dropFirst()) }
        set { path = Array(path.prefix(1)) + newValue }
    }

    /// The conversation on the screen.
    var viewed: ConversationID? {
        guard tab == .chats, case .chat(let conversation, _) = path.last else { return nil }
        return conversation
    }
}
