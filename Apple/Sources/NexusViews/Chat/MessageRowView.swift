import NexusClient
import NexusCore
import SwiftUI

/// A message with its menu: the user's own on the trailing side.
struct MessageRowView: View {
    let message: MessageRow
    let model: ChatViewModel
    @Binding var sheet: ChatSheet?
    @State private var isDeleting = false

    var body: some View {
        HStack(alignment: .bottom) {
            if message.isMine { Spacer(minLength: 48) }
            if model.selection.isOn { SelectionMark(isSelected: model.selection.contains(message.id)) }
            bubble
            if !message.isMine { Spacer(minLength: 48) }
        }
        .padding(.horizontal)
        .padding(.top, message.isContinuation ? 0 : 8)
    }

    private var bubble: some View {
        MessageBubbleView(message: message, model: model, sheet: $sheet)
            .background(highlight, in: .rect(cornerRadius: 18))
            .contextMenu { menu }
            .onTapGesture { tapped() }
            .confirmationDialog(
                "Delete this message for everyone?", isPresented: $isDeleting, titleVisibility: .visible
            ) {
                Button("Delete for everyone", role: .destructive) { Task { await model.delete(message.id) } }
                Button("Cancel", role: .cancel) {}
            }
    }

    private var menu: some View {
        MessageMenu(message: message, model: model, sheet: $sheet, isDeleting: $isDeleting)
    }

    private var highlight: Color { model.highlighted == message.id ? Color.accentColor.opacity(0.3) : .clear }

    /// A failed message is tried again; while messages are being selected, a tap selects.
    private func tapped() {
        if model.selection.isOn {
            model.toggleSelection(of: message)
        } else if message.status == .failed {
            Task { await model.retry(message.id) }
        }
    }
}

/// Whether a message is selected.
struct SelectionMark: View {
    let isSelected: Bool

    var body: some View {
        Image(systemName: isSelected ? "checkmark.circle.fill" : "circle")
            .accessibilityLabel(isSelected ? "Selected" : "Not selected")
    }
}
