import NexusIntelligence

/// The records that the labels of a chat file amount to.
struct ChatLabels {
    struct Action {
        var item: String
        /// The messages that state it: the request or promise.
        var source: Int
        var evidence: String
        var assignee: String?
        var due: String?
        var isOpen = true
        var isDone = false
    }

    /// Action items that were not refused.
    private(set) var actions: [Action] = []
    private(set) var decisions: [Int] = []
    /// Days by message: of deadlines, and of action items with a date.
    private(set) var deadlines: [Int: Set<String>] = [:]
    private(set) var urgent: Set<Int> = []
    /// Decisions that a later one replaces.
    private(set) var replaced: Set<Int> = []
    /// Messages with what was moved, reassigned, cancelled or replaced, and those that say so.
    private(set) var changed: Set<Int> = []

    init(_ file: ChatFile) {
        var refused: Set<String> = []
        var decided: [String: Int] = [:]
        func change(_ item: String?, _ body: (inout Action) -> Void) {
            guard let index = actions.firstIndex(where: { $0.item == item }) else { return }
            body(&actions[index])
        }
        for message in file.messages {
            for label in message.labels {
                if [.move, .reassign, .cancel].contains(label.kind) {
                    changed.insert(message.number)
                    if let action = actions.first(where: { $0.item == label.item }) { changed.insert(action.source) }
                }
                switch label.kind {
                case .request, .commit:
                    guard let item = label.item else { continue }
                    let named = label.to == "all" ? nil : label.to
                    actions.append(
                        Action(
                            item: item, source: message.number, evidence: label.evidence ?? message.text,
                            assignee: label.kind == .commit ? message.sender : named, due: label.due))
                    if let due = label.due { deadlines[message.number, default: []].insert(String(due.prefix(10))) }
                case .accept:
                    change(label.item) {
                        $0.assignee = $0.assignee ?? message.sender
                        $0.due = label.due ?? $0.due
                    }
                    if let item = label.item, refused.remove(item) != nil {
                        change(item) { $0.assignee = message.sender }
                    }
                    if let due = label.due { deadlines[message.number, default: []].insert(String(due.prefix(10))) }
                case .refuse: label.item.map { _ = refused.insert($0) }
                case .reassign:
                    label.item.map { _ = refused.remove($0) }
                    change(label.item) { $0.assignee = label.to ?? $0.assignee }
                case .move:
                    change(label.item) { $0.due = label.due ?? $0.due }
                    if let due = label.due { deadlines[message.number, default: []].insert(String(due.prefix(10))) }
                case .done: change(label.item) { ($0.isOpen, $0.isDone) = (false, true) }
                case .cancel: change(label.item) { $0.isOpen = false }
                case .decide:
                    decisions.append(message.number)
                    if let item = label.item { decided[item] = message.number }
                    if let earlier = label.replaces.flatMap({ decided[$0] }), earlier != message.number {
                        replaced.insert(earlier)
                        changed.formUnion([earlier, message.number])
                    }
                case .deadline:
                    if let due = label.due { deadlines[message.number, default: []].insert(String(due.prefix(10))) }
                case .urgent: urgent.insert(message.number)
                case .remind, .propose, .assent, .advice, .figure, .help, .past: break
                }
            }
        }
        actions.removeAll { refused.contains($0.item) }
    }
}
