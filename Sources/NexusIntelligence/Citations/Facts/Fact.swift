/// A number, time or date that a sentence states.
enum Fact: Equatable {
    case amount(Amount)
    /// Minutes after midnight or noon; `isLate` distinguishes them where that is written.
    case time(minute: Int, isLate: Bool?)
    /// 0 is Monday.
    case weekday(Int)
    case month(Int)
    /// A day by its distance from today, or "next week", "last Friday", "weekend".
    case relative(String)
    case partOfDay(String)
    /// A date that can be read in two ways: "3/4".
    case literal(String)

    struct Amount: Equatable {
        /// Possible values: "1.000" is a thousand in some languages and one in others.
        var values: [Double]
        var unit: String?
        /// "in" two weeks, two weeks "ago".
        var direction: String?
        /// "a week": one that is hardly ever meant as a number.
        var isSoft = false
    }

    /// Facts of one kind can contradict each other.
    enum Kind: Hashable { case number, time, weekday, month, relative, partOfDay, literal }

    var kind: Kind {
        switch self {
        case .amount: .number
        case .time: .time
        case .weekday: .weekday
        case .month: .month
        case .relative: .relative
        case .partOfDay: .partOfDay
        case .literal: .literal
        }
    }

    var isOfCalendar: Bool { kind != .number && kind != .literal }

    /// Whether a statement may state the other fact if a source states this one.
    func supports(_ said: Fact) -> Bool {
        switch (self, said) {
        case (.amount(let source), .amount(let said)):
            guard source.values.contains(where: said.values.contains), source.direction == said.direction else {
                return false
            }
            return said.unit == nil || said.unit == source.unit
        case (.time(let minute, let isLate), .time(let saidMinute, let saidLate)):
            return minute == saidMinute && (saidLate == nil || saidLate == isLate)
        // "at 10 am" for "10".
        case (.time(let minute, let isLate), .amount(let said)):
            let hours = [minute / 60, minute / 60 + (isLate == true ? 12 : 0)]
            return minute % 60 == 0 && said.unit == nil && hours.contains { said.values.contains(Double($0)) }
        case (.relative(let source), .relative(let said)): return source == said
        // "Friday" for "next Friday".
        case (.relative(let source), .weekday(let said)): return source.hasSuffix(" \(said)")
        default: return self == said
        }
    }

    /// Whether a wrong statement may have been derived from a source with this fact.
    func competes(with said: Fact) -> Bool {
        guard !supports(said) else { return false }
        switch (self, said) {
        case (.amount(let source), .amount(let said)):
            return !source.isSoft && (source.unit == said.unit || source.unit == nil || said.unit == nil)
        case (.weekday, .relative), (.relative, .weekday): return true
        default: return kind == said.kind
        }
    }
}
