import NexusIntelligence

extension ChatLabels {
    /// The messages that answer a question for records, by the labels.
    ///
    /// - Parameters:
    ///   - list: as in ``ChatFile/Question/Sources``.
    ///   - today: the local day of asking, `2026-03-03`.
    func messages(of list: String, asker: String, today: String, in file: ChatFile) -> Set<Int> {
        func sender(_ action: Action) -> String { file.messages[action.source - 1].sender }
        let open = actions.filter { $0.isOpen && !$0.isDone }
        switch list {
        case "actions": return Set(open.filter { $0.assignee == asker }.map(\.source))
        case "owed": return Set(open.filter { sender($0) == asker && $0.assignee != asker }.map(\.source))
        case "waiting":
            return Set(open.filter { $0.assignee == asker && sender($0) != asker }.map(\.source))
        case "open": return Set(open.map(\.source))
        case "allActions": return Set(actions.map(\.source))
        case "decisions": return Set(decisions).subtracting(replaced)
        case "deadlines": return Set(deadlines.keys)
        case "urgent": return urgent
        case "changed": return changed
        case "deadline":
            let done = Set(actions.filter { !$0.isOpen }.map(\.source))
            let ahead = deadlines.filter { !done.contains($0.key) }
                .flatMap { message, days in days.filter { $0 >= today }.map { (day: $0, message: message) } }
            guard let first = ahead.map(\.day).min() else { return [] }
            return Set(ahead.filter { $0.day == first }.map(\.message))
        default:
            guard list.hasPrefix("actions ") else { return [] }
            let name = String(list.dropFirst("actions ".count))
            return Set(open.filter { $0.assignee == name }.map(\.source))
        }
    }
}
