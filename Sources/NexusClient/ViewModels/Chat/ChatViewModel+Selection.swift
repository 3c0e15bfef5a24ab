import NexusCore

/// Selecting several messages.
extension ChatViewModel {
    /// Selects a message, or no longer; the last one ends the selection.
    public func toggleSelection(of message: MessageRow) { selection.toggle(message) }

    public func endSelection() { selection.end() }

    /// The selected messages, in their order.
    public var selected: [MessageRow] {
        guard selection.isOn else { return [] }
        return rows.compactMap { row in
            guard let message = row.message, selection.contains(message.id), !message.isDeleted else { return nil }
            return message
        }
    }

    /// Whether the selected messages can be forwarded, and deleted for the user: unsent ones can only be discarded.
    public var maySelectedBeForwarded: Bool {
        let selected = selected
        return !selected.isEmpty && selected.allSatisfy { $0.seq != nil }
    }

    /// Whether the user may delete the selected messages for everyone.
    public var maySelectedBeDeleted: Bool {
        guard let header, maySelectedBeForwarded else { return false }
        return selected.allSatisfy { header.mayDelete($0) }
    }

    /// The selected messages as text for the clipboard: one alone is its text, several have sender and time. Ends the
    /// selection.
    ///
    /// - Parameter time: the words for a time.
    public func copySelected(time: (Timestamp) -> String) -> String {
        let text = ChatViewModel.text(of: selected, time: time)
        selection.end()
        return text
    }

    static func text(of messages: [MessageRow], time: (Timestamp) -> String) -> String {
        if messages.count == 1 { return messages[0].text }
        return messages.map { message in
            let parts = ([message.text] + message.attachments.map(\.name)).filter { !$0.isEmpty }
            return "\(message.senderName), \(time(message.writtenAt))\n" + parts.joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    /// Forwards the selected messages; ends the selection once that is queued.
    public func forwardSelected(to conversations: [ConversationID]) async {
        let messages = selected.map(\.id)
        guard !messages.isEmpty else { return }
        if await forward(messages, to: conversations) { selection.end() }
    }

    /// Deletes the selected messages for everyone; ends the selection once that is queued.
    public func deleteSelected() async {
        let messages = selected.map(\.id)
        guard !messages.isEmpty else { return }
        if await act({ service throws(ClientError) in _ = try await service.delete(messages) }) { selection.end() }
    }

    /// Deletes the selected messages for the user alone; ends the selection once that is queued.
    public func deleteSelectedForMe() async {
        let messages = selected.map(\.id)
        guard !messages.isEmpty else { return }
        if await act({ service throws(ClientError) in _ = try await service.deleteForMe(messages) }) {
            selection.end()
        }
    }
}
