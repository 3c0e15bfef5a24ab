import NexusCore

/// A task in the words of a clause: a verb and its object.
struct TaskTitle: Sendable {
    /// Words of a longer title are left out.
    static let limit = 300

    let names: Names

    /// The title without the dates of the clause, and the message whose words it borrows.
    ///
    /// - Parameter answered: the message that it answers: how that begins explains a pronoun.
    func title(
        of read: ClauseReader.Read, in text: String, answering answered: TurnContext.Turn?
    ) -> (text: String, borrowsFrom: MessageID?) {
        var words = read.clause.words[...]
        var last = words.count
        // What leads up to the task, again and again: "hey oskar, can you please".
        while words.count > 1 {
            last = words.count
            if names.member(read.clause.words, at: words.startIndex) != nil
                || Self.leads.contains(words[words.startIndex].text)
            {
                words.removeFirst()
            } else if let end = Self.cues.lazy.compactMap({ $0.end(read.clause.words, at: words.startIndex) }).max(),
                end < read.clause.words.endIndex
            {
                words = read.clause.words[end...]
            }
            if words.count == last { break }
        }
        while words.count > 1, let tail = words.last,
            Self.tails.contains(tail.text) || names.member(read.clause.words, at: words.endIndex - 1) != nil
        {
            words.removeLast()
        }
        guard let first = words.first, let end = words.last else { return (trimmed(text[read.clause.range]), nil) }
        var title = ""
        var position = first.range.lowerBound
        for date in read.dates where date.range.lowerBound >= position && date.range.upperBound <= end.range.upperBound
        {
            title += text[position..<date.range.lowerBound]
            position = date.range.upperBound
        }
        if position < end.range.upperBound { title += text[position..<end.range.upperBound] }
        title = trimmed(title[...])
        if title.isEmpty { title = trimmed(text[read.clause.range]) }
        var borrowsFrom: MessageID?
        // "Fix it" says nothing alone.
        if let answered, !answered.beginning.isEmpty, words.count <= 4,
            words.contains(where: { Self.pronouns.contains($0.text) })
        {
            title += " (\(answered.beginning))"
            borrowsFrom = answered.message
        }
        title = title.prefix(1).uppercased() + title.dropFirst().prefix(Self.limit)
        return (title, borrowsFrom)
    }

    private func trimmed(_ text: Substring) -> String {
        var words = text.split { $0.isWhitespace }
        while let last = words.last, Self.loose.contains(last.lowercased().filter { $0.isLetter || "-&,".contains($0) })
        {
            words.removeLast()
        }
        while let first = words.first, [",", "-", "–", ":", "•", "*"].contains(first) { words.removeFirst() }
        // What follows a date that was left out joins what was before it.
        var joined = words.reduce(into: "") { joined, word in
            joined += (joined.isEmpty || word == "," || word == ";" ? "" : " ") + word
        }
        while let last = joined.last, ",;:-–.?!… ".contains(last) { joined.removeLast() }
        return joined
    }

    private static let cues = [CueWords.requests, CueWords.promises, CueWords.orders, CueWords.markers]
    private static let leads: Set<String> = [
        "hey", "hi", "ok", "okay", "so", "and", "then", "but", "also", "oh", "well", "yes", "yeah", "yep", "sure",
        "right",
        "please", "pls", "plz", "kindly", "just", "btw", "und", "dann", "aber", "bitte", "ja", "also", "y", "pero",
        "sí", "si",
        "porfa", "et", "mais", "oui", "bon", "alors", "can", "could", "would", "will", "you", "u", "i'll", "ill", "i",
        "gonna",
        "gotta", "mal", "noch",
    ]
    private static let tails: Set<String> = [
        "please", "pls", "plz", "thanks", "thx", "ty", "bitte", "danke", "porfa", "gracias", "stp", "svp", "merci",
        "ok", "yeah",
        "by", "until", "before", "on", "at", "bis", "para", "avant", "and",
    ]
    private static let loose: Set<String> = [
        "by", "on", "at", "until", "before", "bis", "am", "um", "para", "el", "le", "avant", "and", "-", "&", ",",
    ]
    private static let pronouns: Set<String> = [
        "it", "that", "this", "them", "one", "es", "das", "eso", "esto", "lo", "ça", "cela", "le",
    ]
}
