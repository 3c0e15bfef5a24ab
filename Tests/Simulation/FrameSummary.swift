import NexusCore

// Frames for the log: one short line each.

extension ClientFrame {
    var summary: String {
        switch self {
        case .operation(let operation): "\(operation.kind.name) \(operation.id)\(operation.kind.detail)"
        case .discover(let since, _): "discover since \(since.map { "\($0.milliseconds)" } ?? "ever")"
        case .changes(let id, let after): "changes of \(id) after \(after)"
        case .page(let request): "page of \(request.conversation) \(request.anchor)"
        case .own(let after): "own after \(after)"
        case .insights(let id, let after): "insights of \(id) after \(after)"
        case .typing(let id, let active): "typing \(active) in \(id)"
        case .activity(let active): "activity \(active)"
        }
    }
}

extension ServerFrame {
    var summary: String {
        switch self {
        case .welcome: "welcome"
        case .ack(let acknowledgement): "ack \(acknowledgement.operation) seq \(acknowledgement.seq)"
        case .refusal(let refused, let refusal): "refusal \(refused): \(refusal.code.text)"
        case .change(let change):
            "change \(change.seq) of \(change.conversation)\(change.members.map { " \($0.user.low):\($0.read)/\($0.delivered)\($0.hasLeft ? " left" : "")" }.joined())"
        case .changes(let changes):
            "changes of \(changes.conversation) \(changes.after)→\(changes.cursor) of \(changes.head)\(changes.isReset ? " reset \(changes.oldest)" : ""), \(changes.messages.count) messages, unread \(changes.unread)"
        case .page(let page): "page of \(page.conversation) \(page.from)…\(page.through) at \(page.head)"
        case .moved(let moved):
            "moved\(moved.conversations.map { " \($0.conversation):\($0.head)\($0.hasLeft ? " left" : "")" }.joined())"
        case .own(let changes): "own \(changes.after)→\(changes.cursor) of \(changes.head)"
        case .typing(let id, let user, let active): "typing \(active) by \(user.low) in \(id)"
        case .presence: "presence"
        case .insights(let id): "insights of \(id)"
        case .reminders: "reminders"
        case .insightRows(let rows):
            "insights of \(rows.conversation) \(rows.after)→\(rows.cursor), \(rows.rows.count) of \(rows.ids.count)"
        case .assistant(let conversation): "assistant \(conversation?.text ?? "")"
        case .lagged: "lagged"
        case .renew: "renew"
        }
    }
}

extension Operation.Kind {
    fileprivate var detail: String {
        switch self {
        case .receipt(_, let read, let delivered): " \(read)/\(delivered)"
        case .removeMember(_, let user): " \(user.low)"
        case .addMembers(_, let users): " \(users.map(\.low))"
        default: ""
        }
    }
}
