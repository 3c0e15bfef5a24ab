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
    /// Also what nobody waits for any more.
    private var showsAll = false

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
            let likely = chosen.filter { !records[$0].isSuggested }
            return nextDay(likely, records) ?? nextDay(chosen, records) ?? []
        default:
            return chosen.sorted { newestOrder(records[$0], $0) < newestOrder(records[$1], $1) }
        }
    }

    /// The number of open tasks that ``places(in:)`` leaves out because nobody asked for them, they are probably over, or only
    /// suggested.
    public func leftOut(of records: [AnswerRecord]) -> Int {
        guard asksWhoWaits else { return 0 }
        var wider = self
        wider.showsAll = true
        let all = wider.places(in: records).count { records[$0].state == .open }
        return all - places(in: records).count
    }

    /// The records due on the first day from today on that has one, those ahead first; nil if there is none.
    private func nextDay(_ places: [Int], _ records: [AnswerRecord]) -> [Int]? {
        let days = places.compactMap { place in dueDay(of: records[place]).map { (place, $0) } }
        let today = asker.zone.local(asker.now).day
        guard let first = days.map(\.1).filter({ $0 >= today }).min() else { return nil }
        return days.filter { $0.1 == first }.map(\.0)
            .sorted { dueOrder(records[$0], $0) < dueOrder(records[$1], $1) }
    }

    /// The day on which a record is due. A date without a time is that day in every zone, an instant falls on a day of the
    /// asker's zone. Midnight belongs to the day that it ends.
    private func dueDay(of record: AnswerRecord) -> CivilDay? {
        if case .day(let day) = record.due { return day }
        return record.dueEnd.map { asker.zone.local($0.advanced(by: -1)).day }
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
            if asksWhoWaits, !showsAll,
                record.state != .open || record.isSuggested || record.isProbablyOver(at: asker.now)
            {
                return false
            }
            // Nobody asked for what one took on oneself.
            if asksWhoWaits, !showsAll, record.requester == nil { return false }
            return fits(route.assignee, record.assignee, besides: record.requester)
                && fits(route.requester, record.requester, besides: nil)
        case .deadlines, .nextDeadline:
            guard record.due != nil, record.kind == .deadline || record.kind == .task, record.state != .cancelled else {
                return false
            }
            if route.target == .nextDeadline, record.state != .open { return false }
            if let assignee = route.assignee, record.kind == .task || assignee != .asker {
                guard fits(assignee, record.assignee, besides: nil) else { return false }
            }
            return isDueThen(record)
        case .urgent:
            return record.isUrgent && record.state != .cancelled && record.state != .done && isWrittenThen(record)
                && isBySomeAsked(record)
        case .changes: return record.isChanged && isWrittenThen(record) && concernsSomeAsked(record)
        case .messages, .summary, .catchUp: return false
        }
    }

    /// Nobody waits for what is said to be done, or is probably over.
    private var asksWhoWaits: Bool { route.target == .tasks && route.assignee != nil && route.requester != nil }

    private func isBySomeAsked(_ record: AnswerRecord) -> Bool {
        route.members.isEmpty || route.members.contains { members.indices.contains($0) && members[$0] == record.sender }
    }

    /// Whether one of the people in the question wrote it, asked for it or is to do it.
    private func concernsSomeAsked(_ record: AnswerRecord) -> Bool {
        isBySomeAsked(record)
            || route.members.contains { member in
                members.indices.contains(member) && [record.assignee, record.requester].contains(members[member])
            }
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
        guard let day = dueDay(of: record) else {
            // Without a date, a task of today is one that was given today.
            return route.target == .tasks && days.contains(asker.zone.local(record.writtenAt).day)
        }
        return days.contains(day)
    }

    /// Open ones first, then those probably over, those said to be done, the suggested, and those done; each by due date, then newest
    /// first.
    private func order(_ record: AnswerRecord, _ place: Int) -> (Int, Int64, Int64, Int) {
        let rank =
            if record.state == .done {
                4
            } else if record.isSuggested {
                3
            } else if record.state == .saidDone {
                2
            } else {
                record.isProbablyOver(at: asker.now) ? 1 : 0
            }
        return (rank, record.dueEnd?.milliseconds ?? .max, -record.writtenAt.milliseconds, place)
    }

    /// The newest first; those replaced after the others, and the suggested last.
    private func newestOrder(_ record: AnswerRecord, _ place: Int) -> (Int, Int64, Int) {
        let isReplaced = record.isReplaced && route.target == .decisions
        return (record.isSuggested ? 2 : isReplaced ? 1 : 0, -record.writtenAt.milliseconds, place)
    }

    /// Upcoming ones first, soonest first; then overdue ones that are open; then the past, newest first.
    private func dueOrder(_ record: AnswerRecord, _ place: Int) -> (Int, Int64, Int) {
        let end = record.dueEnd ?? .zero
        if record.state == .done { return (3, -end.milliseconds, place) }
        if end >= asker.now { return (0, end.milliseconds, place) }
        return (record.kind == .task ? 1 : 2, -end.milliseconds, place)
    }
}
