import NexusCore

/// What the reader knows of a date besides what its clause does.
struct DateFeatures: Sendable {
    static let count =
        17 + DateSurroundings.inside.count + DateSurroundings.before.count + DateSurroundings.after.count

    /// As many as ``count``.
    let numbers: [Float]

    /// - Parameters:
    ///   - dates: those of the message, of which `index` is meant.
    ///   - clause: the one that has it.
    ///   - isKept: what rules say of it.
    ///   - lasts: whether rules say that it only ends a period.
    init(
        _ dates: [DueDateMatch], _ index: Int, in clause: Clause, of message: InsightMessage, isKept: Bool, lasts: Bool
    ) {
        let date = dates[index]
        var numbers: [Float] = []
        func add(_ holds: Bool) { numbers.append(holds ? 1 : 0) }
        for lead in [DueDateMatch.Lead.limit, .point, .bare] { add(date.lead == lead) }
        let today = message.zone.local(message.writtenAt).day
        var ahead = 0
        switch date.due {
        case .day(let day):
            ahead = day.number - today.number
            add(false)
        case .instant(let time, _):
            ahead = message.zone.local(time).day.number - today.number
            add(true)
        }
        add(ahead == 0)
        add(ahead == 1)
        add((2...7).contains(ahead))
        add(ahead > 7)
        numbers.append(Float(min(60, max(0, ahead))) / 60)
        add(dates.count == 1)
        add(index == 0)
        add(index == dates.count - 1)
        let before = clause.words.filter { $0.range.upperBound <= date.range.lowerBound }
        let after = clause.words.filter { $0.range.lowerBound >= date.range.upperBound }
        numbers.append(min(1, Float(before.count) / 10))
        numbers.append(min(1, Float(after.count) / 10))
        add(before.isEmpty && after.isEmpty)
        add(isKept)
        add(lasts)
        let inside = clause.words.filter { $0.range.overlaps(date.range) }
        numbers += DateSurroundings.inside.flags(inside.map { ClauseFeatures.plain($0.text) })
        numbers += DateSurroundings.before.flags([before.last.map { ClauseFeatures.plain($0.text) } ?? "<"])
        numbers += DateSurroundings.after.flags([after.first.map { ClauseFeatures.plain($0.text) } ?? ">"])
        self.numbers = numbers
    }
}
