import NexusClient
import NexusCore
import SwiftUI

/// What opens above a chat.
enum ChatSheet: Identifiable {
    case insights, assistant, forwardSelected
    case forward(MessageRow)
    case receipts(MessageRow)
    case versions(MessageRow)
    case report(MessageRow)
    case media(Attachment)

    var id: String {
        switch self {
        case .insights: "insights"
        case .assistant: "assistant"
        case .forwardSelected: "forward"
        case .forward(let message): "forward/\(message.id)"
        case .receipts(let message): "receipts/\(message.id)"
        case .versions(let message): "versions/\(message.id)"
        case .report(let message): "report/\(message.id)"
        case .media(let attachment): "media/\(attachment.media)"
        }
    }
}

/// The content of a sheet above a chat.
struct ChatSheetView: View {
    let sheet: ChatSheet
    let model: ChatViewModel
    let services: any AppServices

    var body: some View {
        NavigationStack {
            switch sheet {
            case .insights: ConversationActionItemsSheet(model.conversation, services: services)
            case .assistant: AIAssistantView(model.conversation, services: services)
            case .forward(let message): ForwardView(services: services) { await model.forward([message.id], to: $0) }
            case .forwardSelected: ForwardView(services: services) { await forwardSelected(to: $0) }
            case .receipts(let message): MessageDetailsView(message: message, model: model)
            case .versions(let message): MessageHistoryView(message: message, model: model)
            case .report(let message): ReportView(message: message, model: model)
            case .media(let attachment): MediaViewerView(attachment, in: model.conversation, services: services)
            }
        }
    }

    private func forwardSelected(to conversations: [ConversationID]) async -> Bool {
        await model.forwardSelected(to: conversations)
        return !model.selection.isOn
    }
}
