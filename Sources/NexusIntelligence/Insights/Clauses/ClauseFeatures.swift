import NexusCore

/// What the reader's network knows of a clause besides its meaning: numbers, and words as buckets of a table.
struct ClauseFeatures: Sendable {
    /// Buckets of the table of words.
    static let buckets: UInt32 = 1 << 14
    /// Words of the message before that are looked at.
    static let contextWords = 24

    /// The same number for every clause: ``count``.
    var numbers: [Float]
    /// Buckets of the clause's words, pairs of words and parts of words, each once.
    var own: [UInt16]
    /// Buckets of the words before: of the message that it may answer, and of the sender's last fragment.
    var before: [UInt16]

    static let count = Cue.trained.count + 54

    /// - Parameters:
    ///   - clauses: all clauses of the message, of which `index` is meant.
    ///   - dates: those of the message.
    ///   - ruled: what rules say of the clause alone.
    ///   - context: the messages before.
    init(
        _ clauses: [Clause], _ index: Int, dates: [DueDateMatch], message: InsightMessage, names: Names,
        ruled: Set<ClauseAct>, context: TurnContext
    ) {
        let clause = clauses[index]
        let words = clause.words
        var numbers: [Float] = []
        numbers.reserveCapacity(Self.count)
        func add(_ holds: Bool) { numbers.append(holds ? 1 : 0) }
        for cue in Cue.trained { add(CueWords.table(cue).first(in: words) != nil) }
        add(clause.isQuestion)
        for (low, high) in [(1, 1), (2, 2), (3, 3), (4, 6), (7, 12), (13, .max)] {
            add((low...high).contains(words.count))
        }
        add(names.member(words, at: 0) == nil ? false : names.member(words, at: 0) != message.sender)
        add(words.indices.contains { names.member(words, at: $0).map { $0 != message.sender } ?? false })
        add(words.last.map { _ in names.member(words, at: words.count - 1) != nil } ?? false)
        add(words.contains(where: \.isMention))
        let own = dates.filter { $0.range.overlaps(clause.range) }
        add(!own.isEmpty)
        add(own.contains { $0.lead == .limit })
        add(own.contains { $0.due.iso8601.utf8.count > 10 })
        let text = message.text[clause.range]
        add(text.contains("!"))
        add(text.contains { $0.isEmoji })
        add(text.utf8.contains { $0 >= 48 && $0 <= 57 })
        add(text.contains("http"))
        add(text.contains("…") || text.contains("..."))
        let letters = text.filter(\.isLetter)
        add(letters.count >= 4 && letters.allSatisfy(\.isUppercase))
        add(words[0].isCapitalised)
        add(words[0].text == "i" || words[0].text == "i'll" || words[0].text == "ill")
        add(words.contains { Self.firstPersons.contains($0.text) })
        add(words.contains { Self.secondPersons.contains($0.text) })
        add(words.contains { Self.together.contains($0.text) })
        add(words.contains { Self.thirdPersons.contains($0.text) })
        add(words.contains { Self.negations.contains($0.text) })
        add(clauses.count == 1)
        add(clauses.count == 2)
        add(clauses.count > 4)
        add(index == 0)
        add(index == clauses.count - 1)
        add(message.replyTo != nil)
        // What may be answered.
        let before = context.answered(by: message)
        add(before != nil)
        add(before?.isQuestion ?? false)
        add(before?.names.contains(message.sender) ?? false)
        for cue in [Cue.requests, .needs, .proposals, .decisions, .promises] {
            add((before?.cues ?? 0) & cue.bit != 0)
        }
        let gap = before.map { message.writtenAt.milliseconds - $0.writtenAt.milliseconds } ?? .max
        add(gap < 120_000)
        add(gap < 1_800_000)
        let last = context.fragment(before: message)
        add(last != nil)
        add((last?.cues ?? 0) & (Cue.requests.bit | Cue.promises.bit) != 0)
        for act in Self.ruled { add(ruled.contains(act)) }
        self.numbers = numbers
        self.own = Self.buckets(of: words)
        self.before =
            (before?.words.map { Self.bucket("x", $0) } ?? []) + (last?.words.map { Self.bucket("p", $0) } ?? [])
    }

    /// What rules say, in the order of the features.
    private static let ruled: [ClauseAct] = [
        .commit, .request, .decide, .done, .cancel, .accept, .urgent, .deadline, .refuse,
    ]
    private static let firstPersons: Set<String> = [
        "i", "i'll", "i'm", "im", "i've", "ill", "ich", "yo", "je", "j'ai", "me", "my", "mach", "mache", "kümmer",
    ]
    private static let secondPersons: Set<String> = [
        "you", "u", "ur", "your", "you'll", "ya", "du", "dir", "dich", "sie", "ihr", "euch", "tú", "tu", "te", "vos",
        "usted",
        "ustedes", "vous", "toi",
    ]
    private static let together: Set<String> = [
        "we", "we'll", "us", "let's", "lets", "our", "wir", "uns", "nosotros", "nos", "nous", "on", "vamos",
    ]
    private static let thirdPersons: Set<String> = [
        "he", "she", "they", "him", "her", "them", "he's", "she's", "they're", "er", "es", "man", "él", "ella", "il",
        "elle",
        "ils",
    ]
    private static let negations: Set<String> = [
        "not", "no", "don't", "dont", "never", "can't", "cant", "won't", "wont", "nicht", "kein", "keine", "nie", "pas",
        "jamais", "nunca", "isn't", "didn't", "nope", "nein", "non",
    ]

    // MARK: Words

    private static func buckets(of words: [Sentence.Word]) -> [UInt16] {
        var buckets: Set<UInt16> = []
        var last = "<"
        for word in words.prefix(60) {
            let text = plain(word.text)
            buckets.insert(bucket("w", text))
            buckets.insert(bucket("b" + last, text))
            let edged = Array("_\(text.prefix(24))_".utf8)
            if edged.count > 4 {
                for start in 0...(edged.count - 4) { buckets.insert(bucket("c", edged[start..<(start + 4)])) }
            }
            last = text
        }
        buckets.insert(bucket("b" + last, ">"))
        return buckets.sorted()
    }

    /// A word without apostrophes and with `#` for each digit: "ill" and "i'll" are one.
    static func plain(_ word: String) -> String {
        String(
            decoding: word.utf8.compactMap { byte -> UInt8? in
                byte == UInt8(ascii: "'") ? nil : byte >= 48 && byte <= 57 ? UInt8(ascii: "#") : byte
            }, as: UTF8.self)
    }

    private static func bucket(_ kind: String, _ word: String) -> UInt16 { bucket(kind, Array(word.utf8)[...]) }

    /// FNV-1a, 32 bits, of the kind and the word.
    private static func bucket(_ kind: String, _ word: ArraySlice<UInt8>) -> UInt16 {
        var value: UInt32 = 0x811C_9DC5
        for byte in kind.utf8 { value = (value ^ UInt32(byte)) &* 0x0100_0193 }
        value = (value ^ 0x1F) &* 0x0100_0193
        for byte in word { value = (value ^ UInt32(byte)) &* 0x0100_0193 }
        return UInt16(truncatingIfNeeded: (value ^ value >> 14) % buckets)
    }
}

extension Character {
    fileprivate var isEmoji: Bool {
        guard let scalar = unicodeScalars.first else { return false }
        return scalar.value > 0x238C && (scalar.properties.isEmojiPresentation || scalar.properties.isEmoji)
    }
}
