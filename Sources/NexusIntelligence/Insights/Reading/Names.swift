import NexusCore

/// The members of a conversation by the names used in it.
struct Names: Sendable {
    private let byWord: [String: UserID]
    /// All of them.
    let members: [UserID]
    /// Names that are words of their own.
    private static let shy: Set<String> = [
        "will", "may", "mark", "grace", "joy", "april", "june", "rose", "art", "bill", "pat", "sue", "hope", "jan",
        "faith", "rich", "drew",
        "page", "miles", "chase", "jack", "rob", "dawn", "summer", "an", "so", "do", "an", "mama", "can", "max",
    ]
    private static let titles: Set<String> = [
        "mr", "mrs", "ms", "dr", "prof", "herr", "frau", "the", "de", "van", "von",
    ]

    init(_ members: [InsightMember]) {
        var table: [String: UserID] = [:]
        var doubled: Set<String> = []
        for member in members {
            for word in Set(member.name.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "-" }.map(String.init))
            where word.count > 1 && !Names.titles.contains(word) {
                if table.updateValue(member.id, forKey: word) != nil { doubled.insert(word) }
            }
        }
        self.members = members.map(\.id)
        byWord = table.filter { !doubled.contains($0.key) }
    }

    /// The member named by the word at a position.
    func member(_ words: [Sentence.Word], at position: Int) -> UserID? {
        guard words.indices.contains(position), let member = byWord[words[position].text] else { return nil }
        let word = words[position]
        if word.isMention || !Names.shy.contains(word.text) { return member }
        let addressed =
            word.isPaused || position == words.count - 1 || byWord[words[position + 1].text] == member
            || ["please", "can", "could", "needs", "has"].contains(words[position + 1].text)
        return word.isCapitalised && addressed ? member : nil
    }

    /// The member whose name begins at `start`, and the end of the name.
    func addressee(_ words: [Sentence.Word], from start: Int) -> (member: UserID, end: Int)? {
        var position = start
        if position < words.count,
            ["hey", "hi", "ok", "okay", "so", "and", "then", "but", "@", "mr", "mrs", "ms", "dr"].contains(
                words[position].text)
        {
            position += 1
        }
        guard let member = member(words, at: position) else { return nil }
        // "Ben Okafor, could you": the whole name is one.
        var end = position + 1
        while end < words.count, !words[end - 1].isPaused, byWord[words[end].text] == member { end += 1 }
        return (member, end)
    }
}
