import NexusClient

/// Stores the composer's text a moment after the last key, and takes over drafts from the user's other devices.
@MainActor
final class DraftKeeper {
    /// Milliseconds after the last key until a draft is stored.
    static let pause: Int64 = 300

    private var waiting: Task<Void, Never>?
    private var unstored: (chat: ChatViewModel, text: String)?
    /// Texts on their way.
    private var sending = 0
    /// The draft that the composer took over or gave.
    private var known: (chat: ObjectIdentifier, text: String)?

    /// The composer's text has changed.
    func write(_ text: String, to chat: ChatViewModel) {
        waiting?.cancel()
        unstored = (chat, text)
        waiting = Task { [weak self] in
            guard (try? await Task.sleep(for: .milliseconds(Self.pause))) != nil else { return }
            await self?.store()?.value
        }
    }

    /// A text is being sent: a waiting draft is out of date, and what the model's draft is until ``sent(_:)`` is not the user's.
    func forget() {
        waiting?.cancel()
        unstored = nil
        sending += 1
    }

    func sent(_ chat: ChatViewModel) {
        sending -= 1
        known = (ObjectIdentifier(chat), chat.draft)
    }

    /// Stores what waits, at once.
    @discardableResult
    func store() -> Task<Void, Never>? {
        guard let (chat, text) = unstored else { return nil }
        unstored = nil
        known = (ObjectIdentifier(chat), text)
        return chat.draft == text ? nil : Task { await chat.write(text) }
    }

    /// The model's draft if the composer should show it: it changed elsewhere, and the user has not typed since.
    func taken(from chat: ChatViewModel, editor: String, isEditing: Bool) -> String? {
        guard sending == 0, unstored?.chat !== chat else { return nil }
        let before = known?.chat == ObjectIdentifier(chat) ? known?.text ?? "" : ""
        let text = chat.draft
        guard text != before else { return nil }
        known = (ObjectIdentifier(chat), text)
        return editor == before && !isEditing ? text : nil
    }
}
