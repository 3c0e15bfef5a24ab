import Foundation
import NexusClient
import NexusCore
import SwiftUI

/// The menu of a message. VoiceOver offers the same as actions.
struct MessageMenu: View {
    let message: MessageRow
    let model: ChatViewModel
    @Binding var sheet: ChatSheet?
    @Binding var isDeleting: Bool

    var body: some View {
        TextAloneButton(message: message, model: model)
        ForEach(model.actions(for: message), id: \.self) { action in item(action) }
    }

    @ViewBuilder private func item(_ action: MessageAction) -> some View {
        switch action {
        case .retry: button("Try again", "arrow.clockwise") { await model.retry(message.id) }
        case .discard: button("Discard", "trash", .destructive) { await model.discard(message.id) }
        case .cancelUpload: button("Cancel upload", "xmark.circle", .destructive) { await model.discard(message.id) }
        case .react: reactions
        case .reply: button("Reply", "arrowshape.turn.up.left") { model.reply(to: message) }
        case .copyText: button("Copy", "doc.on.doc") { Clipboard.copy(message.text) }
        case .select: button("Select", "checkmark.circle") { model.toggleSelection(of: message) }
        case .forward: button("Forward", "arrowshape.turn.up.right") { sheet = .forward(message) }
        case .edit: button("Edit", "pencil") { model.edit(message) }
        case .pin: button("Pin", "pin") { await model.pin(message.id, true) }
        case .unpin: button("Unpin", "pin.slash") { await model.pin(message.id, false) }
        case .history: button("Earlier versions", "clock.arrow.circlepath") { sheet = .versions(message) }
        case .details: button("Receipts", "checkmark.message") { sheet = .receipts(message) }
        case .report: button("Report", "exclamationmark.bubble", .destructive) { sheet = .report(message) }
        case .delete: button("Delete for everyone", "trash", .destructive) { isDeleting = true }
        case .deleteForMe: button("Delete for me", "trash", .destructive) { await model.deleteForMe([message.id]) }
        }
    }

    private var reactions: some View {
        Menu("React", systemImage: "face.smiling") {
            ForEach(MessageMenu.emoji, id: \.self) { emoji in
                Button(emoji) { Task { await model.react(emoji, to: message) } }
            }
        }
    }

    private func button(
        _ title: LocalizedStringKey, _ image: String, _ role: ButtonRole? = nil, _ action: @escaping () async -> Void
    ) -> some View {
        Button(title, systemImage: image, role: role) { Task { await action() } }
    }

    private static let emoji = ["👍", "❤️", "😂", "😮", "😢", "🎉"]
}
