/// Edits and deletions of the outbox, laid over the messages they are of.
struct PendingChanges: Equatable, Sendable {
    private var texts: [MessageID: String] = [:]
    private var deleted: Set<MessageID> = []
    private var refusals: [MessageID: Refusal] = [:]

    init(_ outbox: [OutboxEntry] = []) {
        for entry in outbox {
            if case .failed(let refusal) = entry.state {
                for message in entry.operation.kind.messagesChanged { refusals[message] = refusal }
                continue
            }
            switch entry.operation.kind {
            case .edit(_, let message, let text): texts[message] = text
            case .delete(_, let messages): deleted.formUnion(messages)
            default: break
            }
        }
    }

    /// The messages that look otherwise for it.
    var messages: Set<MessageID> { deleted.union(texts.keys).union(refusals.keys) }

    func apply(to row: inout MessageRow) {
        if row.refusal == nil { row.refusal = refusals[row.id] }
        if deleted.contains(row.id) {
            row.hasPendingChange = !row.isDeleted
            row.isDeleted = true
            row.text = ""
        } else if let text = texts[row.id], !row.isDeleted {
            row.hasPendingChange = row.text != text
            row.text = text
        }
    }
}

extension Operation.Kind {
    /// The messages that it edits or deletes.
    var messagesChanged: [MessageID] {
        switch self {
        case .edit(_, let message, _): [message]
        case .delete(_, let messages): messages
        default: []
        }
    }
}
