import NexusClient
import NexusCore
import SwiftUI

/// A conversation: owns its model as long as it is on the screen.
struct ChatView: View {
    @Environment(\.scenePhase) private var scenePhase
    @State private var model: ChatViewModel
    private let message: MessageID?
    private let services: any AppServices

    /// - Parameter message: to show and highlight.
    init(_ conversation: ConversationID, message: MessageID? = nil, services: any AppServices) {
        _model = State(initialValue: ChatViewModel(conversation, service: services))
        self.message = message
        self.services = services
    }

    var body: some View {
        ChatScreenView(model: model, services: services)
            .task { await model.observe() }
            .task(id: message) { if let message { await model.jump(to: message) } }
            .onChange(of: scenePhase, initial: true) { model.setAttended(scenePhase == .active) }
    }
}
