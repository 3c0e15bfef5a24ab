/// The user's pending changes of a conversation's insights, laid over the rows as the server will do it.
struct InsightChanges {
    private(set) var rows: [InsightRow]
    private let state: ConversationState
    private let me: User

    init(_ rows: [InsightRow], of state: ConversationState, me: User) {
        self.rows = rows
        self.state = state
        self.me = me
    }

    mutating func apply(_ mutation: InsightMutation, at time: Timestamp, isWaiting: Bool) {
        switch mutation {
        case .change(let id, let change):
            update(id, at: time, isWaiting) { row, changes in changes.apply(change, to: &row) }
        case .make(let new):
            guard place(of: new.id) == nil else { return }
            var record = InsightRecord(
                id: new.id, conversation: state.id, source: new.message, seq: 0, kind: new.kind, text: new.text ?? "",
                level: new.level, sender: InsightRecord.Person(id: me.id, name: me.name), writtenAt: time,
                excerpt: new.text ?? "", isMade: true, madeBy: InsightRecord.Person(id: me.id, name: me.name))
            let change = InsightChange(
                state: .open, assignee: new.assignee.map { .set($0) } ?? .unchanged,
                due: new.due.map { .set($0) } ?? .unchanged, zone: new.zone)
            apply(change, to: &record)
            rows.append(InsightRow(record: record, isWaiting: isWaiting))
        case .split(let split):
            guard let place = place(of: split.insight), self.place(of: split.id) == nil else { return }
            var part = rows[place].record
            part.id = split.id
            part.text = split.text
            part.isMade = true
            part.events = []
            part.evidence = nil
            part.state = .open
            part.isConfirmed = true
            part.certainty = .confirmed
            rows.append(InsightRow(record: part, isWaiting: isWaiting))
            update(split.insight, at: time, isWaiting) { row, _ in
                row.text = split.rest ?? row.text
                row.certainty = .confirmed
            }
        case .merge(let merge):
            guard let place = place(of: merge.other), self.place(of: merge.insight) != nil else { return }
            let other = rows.remove(at: place).record
            update(merge.insight, at: time, isWaiting) { row, _ in
                row.text = merge.text ?? row.text
                row.assignee = row.assignee ?? other.assignee
                row.due = row.due ?? other.due
                row.certainty = .confirmed
            }
        }
    }

    private func place(of id: InsightID) -> Int? { rows.firstIndex { $0.record.id == id } }

    private mutating func update(
        _ id: InsightID, at time: Timestamp, _ isWaiting: Bool, _ body: (inout InsightRecord, InsightChanges) -> Void
    ) {
        guard let place = place(of: id) else { return }
        var row = rows[place]
        body(&row.record, self)
        row.record.changedBy = InsightRecord.Person(id: me.id, name: me.name)
        row.record.changedAt = time
        row.isWaiting = row.isWaiting || isWaiting
        rows[place] = row
    }

    private func apply(_ change: InsightChange, to record: inout InsightRecord) {
        if let text = change.text { record.text = text }
        switch change.assignee {
        case .unchanged: break
        case .cleared: record.assignee = nil
        case .set(let user):
            record.assignee = InsightRecord.Person(id: user, name: state.member(user)?.name ?? "")
        }
        switch change.due {
        case .unchanged: break
        case .cleared: record.due = nil
        case .set(let text): record.due = InsightRecord.Due(text: text, zone: change.zone ?? "")
        }
        if let level = change.level { record.level = level }
        if change.isUndo, !record.isMade {
            record.isConfirmed = false
            record.state = record.saidBy == nil ? .open : .suggestedDone
            return
        }
        record.certainty = .confirmed
        guard let wanted = change.state else { return }
        if wanted == .open { record.saidBy = nil }
        record.state = wanted
        record.isConfirmed = wanted != .dismissed
    }
}
