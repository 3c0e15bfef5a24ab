import NexusClient
import NexusCore
import SwiftUI

/// The screen of a conversation: pins, messages and composer.
struct ChatScreenView: View {
    @Environment(AppModel.self) private var app
    @Environment(Router.self) private var router
    @State private var sheet: ChatSheet?
    let model: ChatViewModel
    let services: any AppServices

    var body: some View {
        VStack(spacing: 0) {
            PinBar(model: model)
            ChatTimelineView(model: model, sheet: $sheet)
            ErrorLine(error: model.error ?? app.playback.error).padding(.horizontal)
            footer
        }
        .navigationTitle(model.title)
        #if !os(macOS)
            .navigationBarTitleDisplayMode(.inline)
        #endif
        .toolbar { toolbar }
        .sheet(item: $sheet) { ChatSheetView(sheet: $0, model: model, services: services).sheetFrame() }
    }

    @ViewBuilder private var footer: some View {
        if model.selection.isOn {
            SelectionBar(model: model, sheet: $sheet)
        } else if let header = model.header, !header.mayWrite {
            ClosedConversationNote(header: header)
        } else if model.header != nil {
            MessageInputView(model: model)
        }
    }

    @ToolbarContentBuilder private var toolbar: some ToolbarContent {
        ToolbarItem(placement: .principal) { if model.header != nil { ChatTitleView(model: model) } }
        ToolbarItemGroup(placement: .primaryAction) {
            Button("Action items", systemImage: "checklist") { sheet = .insights }
            Button("Assistant", systemImage: "brain") { sheet = .assistant }
            Button("Details", systemImage: "info.circle") { router.path.append(.details(model.conversation)) }
        }
    }
}
