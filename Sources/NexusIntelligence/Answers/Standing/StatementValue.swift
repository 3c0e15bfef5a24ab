/// A value that a statement gives and a later one may change: a day, a time of day, an amount, a person.
struct StatementValue: Equatable, Sendable {
    enum Kind: Hashable, Sendable {
        case day, clock, amount, person
    }

    let kind: Kind
    /// The same for the same value in any of the languages: "Thursday" and "Donnerstag".
    let key: String
    /// The words of it in the text.
    let range: Range<String.Index>

    /// The values of a text, in their order.
    ///
    /// - Parameters:
    ///   - sender: the lower-case first name of its writer, whom "I" means.
    ///   - names: the first names of the conversation's senders, in lower case.
    static func values(in text: String, sender: String?, names: Set<String>) -> [StatementValue] {
        let words = words(of: text)
        var values: [StatementValue] = []
        for (place, word) in words.enumerated() {
            let before = place > 0 ? words[place - 1] : nil
            let after = place + 1 < words.count ? words[place + 1] : nil
            func add(_ kind: Kind, _ key: String, from start: Word? = nil, to end: Word? = nil) {
                let range = (start ?? word).range.lowerBound..<(end ?? word).range.upperBound
                values.append(StatementValue(kind: kind, key: key, range: range))
            }
            if let day = days[word.text] {
                add(.day, "day \(day)")
            } else if names.contains(word.text) {
                add(.person, word.text)
            } else if speakers.contains(word.text) {
                if let sender { add(.person, sender) }
            } else if EvidenceKinds.amounts.contains(word.text), !articles.contains(word.text) {
                add(.amount, word.text)
            } else if word.text.first?.isNumber == true {
                let digits = String(word.text.prefix { $0.isNumber })
                if word.text.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil {
                    add(.day, word.text)
                } else if let after, let month = months[after.text] {
                    add(.day, "\(digits) \(month)", to: after)
                } else if let before, let month = months[before.text] {
                    add(.day, "\(digits) \(month)", from: before)
                } else if word.text.hasSuffix("th") || word.text.hasSuffix("st") || word.text.hasSuffix("nd") {
                    add(.day, digits)
                } else if let after, EvidenceKinds.clockTails.contains(after.text) {
                    add(.clock, word.text, to: after)
                } else if word.text.contains(":") || word.text.hasSuffix("am") || word.text.hasSuffix("pm")
                    || before.map({ EvidenceKinds.clockLeads.contains($0.text) }) == true
                {
                    add(.clock, word.text)
                } else {
                    add(.amount, word.text)
                }
            }
        }
        return values
    }

    // MARK: Words

    private struct Word {
        let text: String
        let range: Range<String.Index>
    }

    /// Runs of letters and digits, folded; a mark between digits is part of a number.
    private static func words(of text: String) -> [Word] {
        var words: [Word] = []
        var start: String.Index?
        var position = text.startIndex
        while position < text.endIndex {
            let character = text[position]
            let next = text.index(after: position)
            let joins =
                ":.,-".contains(character) && start != nil && text[text.index(before: position)].isNumber
                && next < text.endIndex && text[next].isNumber
            if character.isLetter || character.isNumber || joins {
                start = start ?? position
            } else if let from = start {
                words.append(
                    Word(text: QuestionKind.folded(text[from..<position].lowercased()), range: from..<position))
                start = nil
            }
            position = next
        }
        if let from = start {
            words.append(
                Word(text: QuestionKind.folded(text[from...].lowercased()), range: from..<text.endIndex))
        }
        return words
    }

    /// Without those short forms that are other words too ("mon", "sun"); today and tomorrow after the days of the week.
    private static let days = folded(
        DateWords.weekdays.filter { !DateWords.shyWeekdays.contains($0.key) }
            .merging(DateWords.today.map { ($0, 7) }) { $1 }
            .merging(DateWords.tomorrow.union(["morgen"]).map { ($0, 8) }) { $1 }
            .merging(["übermorgen": 9]) { $1 })
    /// Beside a number, where none of them is another word.
    private static let months = folded(DateWords.months)
    private static let speakers: Set<String> = ["i", "ich", "yo", "je", "j"]
    /// Articles too.
    private static let articles: Set<String> = ["one", "eine", "uno", "una", "un", "no", "couple", "few"]

    private static func folded(_ numbers: [String: Int]) -> [String: Int] {
        Dictionary(numbers.map { (QuestionKind.folded($0.key), $0.value) }) { first, _ in first }
    }
}
