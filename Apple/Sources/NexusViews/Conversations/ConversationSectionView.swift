import NexusClient
import NexusCore
import SwiftUI

/// Conversations under one heading, each with its swipes and its menu.
struct ConversationSectionView: View {
    @Environment(Router.self) private var router
    let section: ConversationListViewModel.Section
    let model: ConversationListViewModel
    @Binding var deleting: ConversationRow?

    var body: some View {
        Section {
            ForEach(section.rows, id: \.id) { row in
                Button {
                    open(row)
                } label: {
                    ConversationRowView(row: row, presence: model.presence(in: row))
                }
                .buttonStyle(.plain)
                .swipeActions(edge: .leading) { ReadButton(row: row, model: model) }
                .swipeActions(edge: .trailing) { ArchiveButton(row: row, model: model) }
                .contextMenu { ConversationMenu(row: row, model: model, deleting: $deleting) }
            }
        } header: {
            if let title { Text(title) }
        }
    }

    private func open(_ row: ConversationRow) { Task { await router.open(row.id) } }

    private var title: LocalizedStringKey? {
        switch section.kind {
        case .pinned: "Pinned"
        case .found: "Found"
        case .recent, .archived: nil
        }
    }
}

/// Marks a conversation as read or unread.
struct ReadButton: View {
    let row: ConversationRow
    let model: ConversationListViewModel

    var body: some View {
        if row.unread > 0 || row.isMarkedUnread {
            Button("Mark as read", systemImage: "envelope.open") { Task { await model.markRead(row.id) } }
        } else {
            Button("Mark as unread", systemImage: "envelope.badge") { Task { await model.markUnread(row.id) } }
        }
    }
}

/// Archives a conversation, or restores it.
struct ArchiveButton: View {
    let row: ConversationRow
    let model: ConversationListViewModel

    var body: some View {
        if row.isArchived {
            Button("Restore", systemImage: "tray.and.arrow.up") { Task { await model.archive(row.id, false) } }
        } else {
            Button("Archive", systemImage: "archivebox") { Task { await model.archive(row.id) } }
        }
    }
}
