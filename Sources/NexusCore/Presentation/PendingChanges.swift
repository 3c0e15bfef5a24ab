/// Edits and deletions of the outbox, laid over the messages they are of.
struct PendingChanges: Equatable, Sendable {
    /// What is to become of a message; an outbox holds few of these, so they are searched one by one.
    private struct Pending: Equatable, Sendable {
        var message: MessageID
        var text: String?
        var isDeleted = false
        var refusal: Refusal?
    }

    private var all: [Pending] = []

    init(_ outbox: [OutboxEntry] = []) {
        for entry in outbox {
            var refusal: Refusal?
            if case .failed(let reason) = entry.state { refusal = reason }
            switch entry.operation.kind {
            case .edit(_, let message, let text): add(message, text: text, isDeleted: false, refusal)
            case .delete(_, let messages):
                for message in messages { add(message, text: nil, isDeleted: true, refusal) }
            default: break
            }
        }
    }

    /// The messages that look otherwise for it.
    var messages: [MessageID] { all.map { $0.message } }

    func apply(to row: inout MessageRow) {
        guard let pending = all.first(where: { $0.message == row.id }) else { return }
        if row.refusal == nil { row.refusal = pending.refusal }
        if pending.isDeleted {
            row.hasPendingChange = !row.isDeleted
            row.isDeleted = true
            row.text = ""
            row.quote = nil
            row.attachments = []
        } else if let text = pending.text, !row.isDeleted {
            row.hasPendingChange = row.text != text
            row.text = text
        }
    }

    /// What was refused changes nothing but says why.
    private mutating func add(_ message: MessageID, text: String?, isDeleted: Bool, _ refusal: Refusal?) {
        let position = all.firstIndex { $0.message == message } ?? all.count
        if position == all.count { all.append(Pending(message: message)) }
        if let refusal {
            all[position].refusal = refusal
        } else if isDeleted {
            all[position].isDeleted = true
        } else {
            all[position].text = text
        }
    }
}
