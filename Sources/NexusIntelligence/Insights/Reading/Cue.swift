/// The tables of phrases that insights are read by. A word knows in which of them a phrase begins with it, so that each word of a message is
/// looked up once, and not once for each table.
enum Cue: UInt8, CaseIterable, Sendable {
    case promises, requests, needs, wanted, wishes, givers, orders, markers, past, unreal, opinions
    case acceptances, refusals, completions, unfinished, cancellations, reminders, decisions, plans
    case proposals, urgent, calm, keeping, granting, moves, takeovers

    /// Those that the reader's network was trained with.
    static let trained = allCases.filter { $0.rawValue <= Cue.granting.rawValue }

    var bit: UInt32 { 1 << UInt32(rawValue) }
}

extension CueWords {
    private static let tables = [
        promises, requests, needs, wanted, wishes, givers, orders, markers, past, unreal, opinions,
        acceptances, refusals, completions, unfinished, cancellations, reminders, decisions, plans,
        proposals, urgent, calm, keeping, granting, moves, takeovers,
    ]

    /// The table of a cue.
    static func table(_ cue: Cue) -> Phrases { tables[Int(cue.rawValue)] }

    /// The tables in which a phrase begins with a word, as bits, by word.
    private static let firstWords: [String: UInt32] = {
        var words: [String: UInt32] = [:]
        for table in tables {
            for word in table.firstWords { words[word, default: 0] |= table.cue.bit }
        }
        return words
    }()

    /// The tables in which a phrase begins with a word, as bits.
    static func beginning(with word: String) -> UInt32 { firstWords[word] ?? 0 }
}
