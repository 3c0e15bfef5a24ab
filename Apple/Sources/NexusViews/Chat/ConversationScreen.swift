import NexusClient
import NexusCore
import SwiftUI

/// A conversation on its own, for a window of a Mac.
public struct ConversationScreen: View {
    /// The name of such windows.
    public static let windowID = "conversation"

    private let model: AppModel
    private let conversation: ConversationID?
    /// The window's own screens, apart from those of the main window.
    @State private var router = Router()

    /// - Parameter conversation: the identifier's text.
    public init(_ model: AppModel, conversation: String) {
        self.model = model
        self.conversation = ConversationID(conversation)
    }

    public var body: some View {
        NavigationStack(path: $router.path) {
            if let conversation {
                ChatView(conversation, services: model.services)
                    .navigationDestination(for: Route.self) { RouteView(route: $0, model: model) }
            } else {
                ContentUnavailableView("Choose a conversation", systemImage: "bubble.left.and.bubble.right")
            }
        }
        .inApp(model, router: router)
    }
}
