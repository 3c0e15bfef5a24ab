/// Edits, deletions and reactions of the outbox, laid over the messages they are of.
struct PendingChanges: Equatable, Sendable {
    /// The pending changes of a message; an outbox has few, so they are searched linearly.
    private struct Pending: Equatable, Sendable {
        var message: MessageID
        var text: MentioningText?
        var isDeleted = false
        var refusal: Refusal?
        var reactions: [Wish] = []
        var isPinned: Bool?
    }

    /// The user's pending reaction, added or removed.
    private struct Wish: Equatable, Sendable {
        var emoji: String
        var on: Bool
    }

    private var all: [Pending] = []

    init(_ outbox: [OutboxEntry] = []) {
        for entry in outbox {
            var refusal: Refusal?
            if case .failed(let reason) = entry.state { refusal = reason }
            switch entry.operation.kind {
            case .edit(_, let message, let text, let mentions):
                add(message, text: MentioningText(text, mentions), isDeleted: false, refusal)
            case .react(_, let message, let emoji, let on):
                // A refused one is reported and dropped.
                if refusal == nil { all[place(of: message)].reactions.append(Wish(emoji: emoji, on: on)) }
            case .pin(_, let message, let on): if refusal == nil { all[place(of: message)].isPinned = on }
            case .delete(_, let messages):
                for message in messages { add(message, text: nil, isDeleted: true, refusal) }
            default: break
            }
        }
    }

    /// The affected messages.
    var messages: [MessageID] { all.map { $0.message } }

    /// Applies pending changes to a row.
    ///
    /// - Parameter me: the user.
    func apply(to row: inout MessageRow, by me: UserID, _ name: (UserID) -> String) {
        guard let pending = all.first(where: { $0.message == row.id }) else { return }
        if let isPinned = pending.isPinned, isPinned != (row.pinnedBy != nil) {
            row.pinnedBy = isPinned ? name(me) : nil
        }
        if row.refusal == nil { row.refusal = pending.refusal }
        if pending.isDeleted {
            row.hasPendingChange = !row.isDeleted
            row.isDeleted = true
            row.text = ""
            row.mentions = []
            row.quote = nil
            row.attachments = []
            row.reactions = []
            row.pinnedBy = nil
            row.forwardedFrom = nil
        } else if let text = pending.text, !row.isDeleted {
            let shown = text.shown(name)
            row.hasPendingChange = row.text != shown.text || row.mentions != shown.mentions
            row.text = shown.text
            row.mentions = shown.mentions
        }
    }

    /// Applies the user's pending reactions to the existing ones.
    func apply(to reactions: inout [Reaction], of message: MessageID, by me: UserID) {
        guard let pending = all.first(where: { $0.message == message }) else { return }
        for wish in pending.reactions { _ = reactions.set(wish.emoji, by: me, on: wish.on) }
    }

    private mutating func place(of message: MessageID) -> Int {
        if let position = all.firstIndex(where: { $0.message == message }) { return position }
        all.append(Pending(message: message))
        return all.count - 1
    }

    /// A refused change has no effect but shows its reason.
    private mutating func add(_ message: MessageID, text: MentioningText?, isDeleted: Bool, _ refusal: Refusal?) {
        let position = place(of: message)
        if let refusal {
            all[position].refusal = refusal
        } else if isDeleted {
            all[position].isDeleted = true
        } else {
            all[position].text = text
        }
    }
}
