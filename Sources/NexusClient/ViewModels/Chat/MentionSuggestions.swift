import Foundation
import NexusCore

/// Members to mention while the user types a name after "@".
public struct MentionSuggestions: Equatable, Sendable {
    /// Members offered at once, at most.
    static let limit = 8
    /// Characters of a typed name, at most.
    private static let nameLimit = 40

    /// The position of the "@", in characters.
    public var start: Int
    /// The position after the typed name, in characters.
    public var end: Int
    public var people: [ChatHeader.Person]

    /// The suggestions for a text; `nil` without a typed name or a match.
    ///
    /// - Parameter caret: in characters; `nil` for the end.
    init?(for text: String, caret: Int? = nil, among members: [ChatHeader.Person]) {
        let end = min(max(caret ?? text.count, 0), text.count)
        guard let typed = MentionSuggestions.typedName(in: Array(text.prefix(end))) else { return nil }
        let people = MentionSuggestions.matching(typed.name, among: members.filter { !$0.isMe })
        guard !people.isEmpty else { return nil }
        self.start = typed.start
        self.end = end
        self.people = Array(people.prefix(MentionSuggestions.limit))
    }

    /// The text with the name of a picked member, and the caret behind it.
    func text(_ text: String, picking person: ChatHeader.Person) -> (text: String, caret: Int) {
        let follows = text.dropFirst(end)
        let name = "@\(person.name)" + (follows.first?.isWhitespace == true ? "" : " ")
        return (String(text.prefix(start)) + name + follows, start + name.count)
    }

    /// The name at the end of a text, after an "@" that begins a word.
    static func typedName(in text: [Character]) -> (start: Int, name: String)? {
        guard let start = text.suffix(nameLimit + 1).lastIndex(of: "@") else { return nil }
        let name = text[(start + 1)...]
        guard name.allSatisfy({ $0.isLetter || $0.isNumber || ".'’ _-".contains($0) }) else { return nil }
        if start > 0 {
            let before = text[start - 1]
            if before.isLetter || before.isNumber || before == "_" { return nil }
        }
        return (start, String(name))
    }

    /// The members whose name, or a word of it, begins with the typed text.
    static func matching(_ typed: String, among people: [ChatHeader.Person]) -> [ChatHeader.Person] {
        let wanted = folded(typed)
        guard !wanted.hasPrefix(" ") else { return [] }
        return people.filter { person in
            let name = folded(person.name)
            return name.hasPrefix(wanted)
                || name.split { $0.isWhitespace || $0 == "-" }.contains { $0.hasPrefix(wanted) }
        }
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
