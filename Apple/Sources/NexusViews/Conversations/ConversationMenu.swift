import NexusClient
import NexusCore
import SwiftUI

/// The menu of a conversation in the list.
struct ConversationMenu: View {
    let row: ConversationRow
    let model: ConversationListViewModel
    @Binding var deleting: ConversationRow?
    #if os(macOS)
        @Environment(\.openWindow) private var openWindow
    #endif

    var body: some View {
        #if os(macOS)
            Button("Open in new window", systemImage: "macwindow.badge.plus") {
                openWindow(id: ConversationScreen.windowID, value: row.id.text)
            }
        #endif
        if row.isPinned {
            Button("Unpin", systemImage: "pin.slash") { Task { await model.pin(row.id, false) } }
        } else {
            Button("Pin", systemImage: "pin") { Task { await model.pin(row.id) } }
        }
        if row.mutedUntil == nil {
            Button("Mute", systemImage: "bell.slash") { Task { await model.mute(row.id, for: .always) } }
        } else {
            Button("Unmute", systemImage: "bell") { Task { await model.mute(row.id, for: nil) } }
        }
        if row.kind == .group {
            Button("Leave group", systemImage: "rectangle.portrait.and.arrow.right", role: .destructive) {
                Task { await model.leave(row.id) }
            }
        }
        Button("Delete for me", systemImage: "trash", role: .destructive) { deleting = row }
    }
}

/// Asks before a conversation's messages are deleted for the user.
struct DeletingConversation: ViewModifier {
    @Binding var row: ConversationRow?
    let model: ConversationListViewModel

    func body(content: Content) -> some View {
        content.confirmationDialog(
            "Delete all messages of this conversation for you?", isPresented: isPresented, titleVisibility: .visible
        ) {
            Button("Delete for me", role: .destructive) { delete() }
            Button("Cancel", role: .cancel) { row = nil }
        } message: {
            Text("Others keep them. This cannot be undone.")
        }
    }

    private var isPresented: Binding<Bool> {
        Binding(get: { row != nil }, set: { isShown in if !isShown { row = nil } })
    }

    private func delete() {
        guard let row else { return }
        Task { await model.deleteForMe(row.id) }
    }
}
