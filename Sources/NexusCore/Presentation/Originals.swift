/// The messages that the rows of a screen answer: those known, and those that have yet to be looked for. A screen has few of
/// them, so they are searched one by one.
struct Originals: Sendable {
    private struct Entry: Sendable {
        var id: MessageID
        /// `nil` while it is not known.
        var message: Message?
        /// Whether it was reported as missing.
        var wasTold = false
    }

    private var entries: [Entry] = []

    /// The message, if a row replies to it and it is known.
    subscript(id: MessageID) -> Message? { entries.first { $0.id == id }?.message }

    func refers(to id: MessageID) -> Bool { entries.contains { $0.id == id } }

    /// A row replies to that message; `find` looks for it among the rows.
    mutating func refer(to id: MessageID, find: (MessageID) -> Message?) {
        if !refers(to: id) { entries.append(Entry(id: id, message: find(id))) }
    }

    /// Takes a message; returns whether the quotes of it change.
    mutating func take(_ message: Message) -> Bool {
        guard let position = entries.firstIndex(where: { $0.id == message.id }) else { return false }
        if let held = entries[position].message, message.changed < held.changed || message == held { return false }
        entries[position].message = message
        return true
    }

    /// The missing ones, each reported once.
    mutating func takeUntold() -> [MessageID] {
        var untold: [MessageID] = []
        for position in entries.indices where entries[position].message == nil && !entries[position].wasTold {
            entries[position].wasTold = true
            untold.append(entries[position].id)
        }
        return untold
    }

    /// The originals of these messages and posts among the candidates.
    static func answered(by messages: [Message], _ outbox: [OutboxEntry], among candidates: [Message]) -> Originals {
        var originals = Originals()
        let ids = messages.compactMap { $0.replyTo } + outbox.compactMap { $0.replyTo }
        for id in ids { originals.refer(to: id) { id in candidates.last { $0.id == id } } }
        return originals
    }
}

extension OutboxEntry {
    /// The message that a post answers.
    public var replyTo: MessageID? { if case .post(_, let post) = operation.kind { post.replyTo } else { nil } }
}
