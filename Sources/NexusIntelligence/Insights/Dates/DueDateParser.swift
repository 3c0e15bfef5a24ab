import NexusCore

/// Finds due dates in messages: "by Friday 5 pm", "EOD tomorrow", "in two weeks", "3 March", relative to the time and
/// zone of writing. Purely rule-based; the result depends on the text, the time and the zone alone.
///
/// Ambiguities are resolved as a reader would: a weekday is the next one; "next Tuesday" is that of next week; a day
/// and month without a year are the next such day; a bare hour is in working hours. Remaining ambiguities ("3/4") and
/// past dates are left out.
public struct DueDateParser: Sendable {
    /// Dates further ahead than this many days are not believed.
    static let horizon = 3_660

    private let zone: WritingZone

    public init(zone: WritingZone) { self.zone = zone }

    /// All dates of a text, in their order; none overlaps another.
    public func matches(in text: String, writtenAt: Timestamp) -> [DueDateMatch] {
        let tokens = DateToken.read(text)
        guard tokens.contains(where: \.mayTellTime) else { return [] }
        let reader = DateReader(tokens: tokens, now: writtenAt, zone: zone)
        var matches: [DueDateMatch] = []
        var position = 0
        while position < reader.tokens.count {
            guard reader.tokens[position].mayBegin, let found = reader.expression(at: position) else {
                position += 1
                continue
            }
            let range = reader.tokens[position].range.lowerBound..<reader.tokens[found.end - 1].range.upperBound
            if let due = reader.resolve(found) {
                matches.append(DueDateMatch(due: due, lead: found.lead, range: range))
            }
            position = found.end
        }
        return matches
    }

    /// The most likely due date of a text: its first limit, or else its first date.
    public func dueDate(in text: String, writtenAt: Timestamp) -> DueDateMatch? {
        let all = matches(in: text, writtenAt: writtenAt)
        return all.first { $0.lead == .limit } ?? all.first
    }
}
