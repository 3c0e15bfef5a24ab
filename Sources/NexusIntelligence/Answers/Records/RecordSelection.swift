import NexusCore

/// Selects the records that a question asks for, in the order in which they answer it. Pure.
public struct RecordSelection: Sendable {
    /// The asker, with the time and place of asking.
    public struct Asker: Sendable {
        public var user: UserID
        public var now: Timestamp
        public var zone: WritingZone

        public init(_ user: UserID, now: Timestamp, zone: WritingZone) {
            self.user = user
            self.now = now
            self.zone = zone
        }
    }

    private let route: QuestionRoute
    private let asker: Asker
    /// The router's members.
    private let members: [UserID]

    public init(_ route: QuestionRoute, asker: Asker, members: [UserID]) {
        self.route = route
        self.asker = asker
        self.members = members
    }

    /// The indices of the records in answer order.
    public func places(in records: [AnswerRecord]) -> [Int] {
        let chosen = records.indices.filter { isAsked(records[$0]) }
        switch route.target {
        case .tasks: return chosen.sorted { order(records[$0], $0) < order(records[$1], $1) }
        case .deadlines: return chosen.sorted { dueOrder(records[$0], $0) < dueOrder(records[$1], $1) }
        case .nextDeadline:
            let ahead = chosen.filter { (records[$0].dueEnd ?? .zero) >= asker.now }
                .sorted { dueOrder(records[$0], $0) < dueOrder(records[$1], $1) }
            guard let first = ahead.first, let end = records[first].dueEnd else { return [] }
            let day = asker.zone.local(end.advanced(by: -1)).day
            return ahead.filter { place in
                records[place].dueEnd.map { asker.zone.local($0.advanced(by: -1)).day == day } ?? false
            }
        default:
            return chosen.sorted { (records[$1].writtenAt, $0) < (records[$0].writtenAt, $1) }
        }
    }

    private func isAsked(_ record: AnswerRecord) -> Bool {
        switch route.target {
        case .decisions:
            return record.kind == .decision && record.state != .cancelled && isWrittenThen(record)
                && isBySomeAsked(record)
        case .tasks:
            guard record.kind == .task, record.state != .cancelled, isDueThen(record) else { return false }
            // "What do I owe?" asks for what remains; a list of all tasks ends with the completed ones.
            if route.assignee != nil || route.requester != nil, record.state == .done { return false }
            return fits(route.assignee, record.assignee, besides: record.requester)
                && fits(route.requester, record.requester, besides: nil)
        case .deadlines, .nextDeadline:
            guard record.due != nil, record.kind == .deadline || record.kind == .task, record.state != .cancelled else {
                return false
            }
            if route.target == .nextDeadline, record.state == .done { return false }
            if let assignee = route.assignee, record.kind == .task || assignee != .asker {
                guard fits(assignee, record.assignee, besides: nil) else { return false }
            }
            return isDueThen(record)
        case .urgent:
            return record.isUrgent && record.state != .cancelled && record.state != .done && isWrittenThen(record)
                && isBySomeAsked(record)
        case .changes: return record.isChanged && isWrittenThen(record)
        case .messages, .summary, .catchUp: return false
        }
    }

    private func isBySomeAsked(_ record: AnswerRecord) -> Bool {
        route.members.isEmpty || route.members.contains { members.indices.contains($0) && members[$0] == record.sender }
    }

    /// - Parameter other: the other side of a task, who is not one of the others.
    private func fits(_ party: QuestionRoute.Party?, _ user: UserID?, besides other: UserID?) -> Bool {
        switch party {
        case nil: true
        case .asker: user == asker.user
        case .others: user != asker.user
        case .nobody: user == nil
        case .member(let member): members.indices.contains(member) && members[member] == user
        }
    }

    private func isWrittenThen(_ record: AnswerRecord) -> Bool {
        route.days?.contains(asker.zone.local(record.writtenAt).day) ?? true
    }

    private func isDueThen(_ record: AnswerRecord) -> Bool {
        guard let days = route.days else { return true }
        guard let end = record.dueEnd else {
            // Without a date, a task of today is one that was given today.
            return route.target == .tasks && days.contains(asker.zone.local(record.writtenAt).day)
        }
        return days.contains(asker.zone.local(end.advanced(by: -1)).day)
    }

    /// Open ones first, then by due date, then newest first.
    private func order(_ record: AnswerRecord, _ place: Int) -> (Int, Int64, Int64, Int) {
        (record.state == .done ? 1 : 0, record.dueEnd?.milliseconds ?? .max, -record.writtenAt.milliseconds, place)
    }

    /// Upcoming ones first, soonest first; then overdue ones that are open; then the past, newest first.
    private func dueOrder(_ record: AnswerRecord, _ place: Int) -> (Int, Int64, Int) {
        let end = record.dueEnd ?? .zero
        if record.state == .done { return (3, -end.milliseconds, place) }
        if end >= asker.now { return (0, end.milliseconds, place) }
        return (record.kind == .task ? 1 : 2, -end.milliseconds, place)
    }
}
