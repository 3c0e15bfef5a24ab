import NexusClient
import NexusCore
import SwiftUI

/// The messages of a chat. It opens at the newest or at the first unread one without an animation, stays at the end when the
/// reader is there, and tells the model what is visible.
struct ChatTimelineView: View {
    @Environment(\.accessibilityReduceMotion) private var reducesMotion
    @State private var position: ChatRow.ID?
    @State private var visible: Set<ChatRow.ID> = []
    /// Until the first rows are placed, nothing is animated and no older page is loaded.
    @State private var isInitialLoad = true
    /// The change with which the screen began: it is not followed.
    @State private var firstChange = 0
    let model: ChatViewModel
    @Binding var sheet: ChatSheet?

    var body: some View {
        ScrollView {
            LazyVStack(spacing: 2) {
                top
                ForEach(model.rows) { row in
                    ChatRowView(row: row, model: model, sheet: $sheet)
                        .onAppear { appeared(row) }
                        .onDisappear { disappeared(row) }
                }
            }
            .scrollTargetLayout()
        }
        .scrollPosition(id: $position, anchor: .bottom)
        .scrollDismissesKeyboard(.interactively)
        .overlay { placeholder }
        .overlay(alignment: .bottomTrailing) { JumpToNewestButton(model: model, isAtEnd: isAtEnd, jump: jumpToNewest) }
        .onChange(of: model.opening, initial: true) { open() }
        .onChange(of: model.lastChange.number) { follow() }
        .onChange(of: model.highlighted) { show(model.highlighted) }
    }

    @ViewBuilder private var top: some View {
        if model.isLoadingOlder {
            ProgressView("Loading earlier messages")
        } else if model.hasOlder {
            Button("Earlier messages") { loadOlder() }.buttonStyle(.bordered)
        }
    }

    @ViewBuilder private var placeholder: some View {
        if model.isLoading {
            ProgressView("Loading messages")
        } else if model.rows.isEmpty, model.header != nil {
            ContentUnavailableView("No messages yet", systemImage: "bubble.left")
        }
    }

    private var isAtEnd: Bool { !model.hasNewer && model.rows.last.map { visible.contains($0.id) } != false }

    private func appeared(_ row: ChatRow) {
        visible.insert(row.id)
        model.setVisible(visible)
        if !isInitialLoad, row.id == model.rows.first?.id { loadOlder() }
        if row.id == model.rows.last?.id, model.hasNewer { Task { await model.loadNewer() } }
    }

    private func disappeared(_ row: ChatRow) {
        visible.remove(row.id)
        model.setVisible(visible)
    }

    private func loadOlder() { Task { await model.loadOlder() } }

    /// Places the first rows.
    private func open() {
        guard let opening = model.opening else { return }
        switch opening {
        case .newest: position = model.rows.last?.id
        case .firstUnread(let row): position = row
        }
        firstChange = model.lastChange.number
        isInitialLoad = false
    }

    /// Stays at the end if the reader is there, or has just written.
    private func follow() {
        guard !isInitialLoad, model.lastChange.number > firstChange, let last = model.rows.last else { return }
        let isOwn = last.message?.isMine == true && last.message?.seq == nil
        guard isOwn || position == nil || isAtEnd || wasAtEnd else { return }
        move(to: last.id, isAnimated: model.lastChange.isAnimated)
    }

    /// Whether the row before the last one was visible: the last one has only just come.
    private var wasAtEnd: Bool { model.rows.dropLast().last.map { visible.contains($0.id) } ?? true }

    private func show(_ message: MessageID?) {
        guard let message else { return }
        move(to: .message(message), isAnimated: !isInitialLoad)
    }

    private func jumpToNewest() {
        Task {
            await model.jumpToNewest()
            move(to: model.rows.last?.id, isAnimated: true)
            await model.returnedToBottom()
        }
    }

    private func move(to row: ChatRow.ID?, isAnimated: Bool) {
        guard position != row else { return }
        if isAnimated, !reducesMotion {
            withAnimation { position = row }
        } else {
            position = row
        }
    }
}
