import Foundation

/// The words of a question for ``QuestionRouter``: in lower case, without accents, contractions taken apart ("what's" and
/// "whats" are "what s").
struct QuestionTokens: Sendable {
    struct Token: Equatable, Sendable {
        enum Role: Equatable, Sendable {
            case word
            /// A member, by index.
            case member(Int)
            /// The asker, by a name or by "I", "mir", "mis".
            case asker
            /// A conversation's title, by index.
            case place(Int)
            /// A part of a day or a range of days.
            case day
        }

        var text: String
        var isCapitalised: Bool
        var role = Role.word
    }

    /// Longer questions are read up to here.
    static let limit = 200

    var tokens: [Token]

    init(_ question: String) {
        var tokens: [Token] = []
        for part in question.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).prefix(Self.limit) {
            let isCapitalised = part.first?.isUppercase == true
            let folded = Self.fold(String(part))
            for piece in Self.contractions[folded] ?? [folded] {
                tokens.append(Token(text: piece, isCapitalised: isCapitalised))
            }
        }
        self.tokens = tokens
    }

    static func fold(_ text: String) -> String {
        text.lowercased().replacingOccurrences(of: "ß", with: "ss")
            .folding(options: .diacriticInsensitive, locale: nil)
    }

    /// Casual spellings of a word that are written apart elsewhere.
    private static let contractions: [String: [String]] = {
        let pairs = """
            whats=what s;wats=what s;wat=what;whos=who s;whens=when s;wheres=where s;whatve=what ve;ive=i ve;im=i m;\
            id=i d;ill=i ll;dont=don t;doesnt=doesn t;didnt=didn t;havent=haven t;hasnt=hasn t;isnt=isn t;gotta=got to;\
            gonna=going to;wanna=want to;hafta=have to;needa=need to;u=you;ur=your;theres=there s;lets=let s;tdl=to do;\
            todo=to do;todos=to do;tldr=tl dr;whatd=what did;didja=did you;plz=please;pls=please;tmrw=tomorrow;\
            tmr=tomorrow;thx=thanks;gibts=gibt es;hats=hat es;ists=ist es;wers=wer es;hab=habe;q=que;k=que;xa=para;\
            jai=j ai;aujourdhui=aujourd hui;quoi=quoi;quest=qu est;dois=dois;tdos=to do;wk=week;asap=urgent;cant=can t;wont=won t;gings=ging es;gehts=geht es;wirds=wird es;habs=habe es;gabs=gab es;wars=war es;bins=bin es;hey=hey;smth=something;sth=something;sthg=something;ppl=people;abt=about;rn=right now;wd=would;shd=should;shoulda=should have;dya=do you;cuz=because;aint=isn t
            """
        return Dictionary(
            pairs.split(separator: ";").map { pair in
                let sides = pair.split(separator: "=")
                return (String(sides[0]), sides[1].split(separator: " ").map(String.init))
            }, uniquingKeysWith: { first, _ in first })
    }()

    /// Whether the words at a place match those of a phrase.
    func starts(with phrase: [String], at place: Int) -> Bool {
        place + phrase.count <= tokens.count
            && phrase.indices.allSatisfy {
                tokens[place + $0].text == phrase[$0] && tokens[place + $0].role == .word
            }
    }

    // MARK: Names

    private static let honorifics: Set<String> = [
        "mr", "mrs", "ms", "dr", "dra", "prof", "herr", "hr", "frau", "fr", "don", "dona", "senor", "senora", "mme",
        "m",
        "the", "de", "van", "von", "la", "el", "le",
    ]

    /// Marks the members who are named: by their whole name, or by a part that no other member has.
    mutating func markMembers(_ names: [String], asker: String?) {
        let parts = names.map { QuestionTokens($0).tokens.map(\.text) }
        let own = asker.map { QuestionTokens($0).tokens.map(\.text) }
        let byLength = parts.indices.sorted { parts[$0].count > parts[$1].count }
        for member in byLength where !parts[member].isEmpty {
            let role = parts[member] == own ? Token.Role.asker : .member(member)
            for place in tokens.indices where starts(with: parts[member], at: place) {
                guard parts[member].count > 1 || !isOrdinary(place) else { continue }
                tokens.replaceSubrange(
                    place..<place + parts[member].count,
                    with: [Token(text: parts[member].joined(separator: " "), isCapitalised: true, role: role)])
                break
            }
        }
        var owners: [String: Int] = [:]
        var shared: Set<String> = []
        for (member, words) in parts.enumerated() {
            for word in Set(words) where word.count > 1 && !Self.honorifics.contains(word) {
                if owners.updateValue(member, forKey: word) != nil { shared.insert(word) }
            }
        }
        for place in tokens.indices where tokens[place].role == .word && !isOrdinary(place) {
            let text = tokens[place].text
            // "Bobs Aufgaben": the German genitive.
            let name = owners[text] == nil && text.hasSuffix("s") && text.count > 3 ? String(text.dropLast()) : text
            guard let member = owners[name], !shared.contains(name) else { continue }
            tokens[place].role = parts[member] == own ? .asker : .member(member)
        }
        // "Frau Lüthi", "Mr Singh".
        for place in tokens.indices.dropFirst().reversed()
        where Self.honorifics.contains(tokens[place - 1].text) && tokens[place - 1].text.count > 1 {
            if case .member = tokens[place].role, tokens[place - 1].role == .word,
                !["the", "de", "la", "el", "le", "van", "von"].contains(tokens[place - 1].text)
            {
                tokens.remove(at: place - 1)
            }
        }
    }

    /// Whether a word is an ordinary one here, even if a member has that name: "will", "may", "beat".
    private func isOrdinary(_ place: Int) -> Bool {
        let token = tokens[place]
        guard RouteCues.general.contains(token.text) || RouteCues.ordinaryNames.contains(token.text) else {
            return false
        }
        return !token.isCapitalised || place == 0
    }

    /// Marks the conversations that are named: titles of two words or more, others after "in" or "from".
    mutating func markPlaces(_ titles: [String]) {
        let parts = titles.map { QuestionTokens($0).tokens.map(\.text) }
        for title in parts.indices.sorted(by: { parts[$0].count > parts[$1].count }) where !parts[title].isEmpty {
            let place = tokens.indices.first { place in
                guard starts(with: parts[title], at: place) else { return false }
                if parts[title].count > 1 { return true }
                return place > 0 && RouteCues.placePrepositions.contains(tokens[place - 1].text)
            }
            guard let place else { continue }
            tokens.replaceSubrange(
                place..<place + parts[title].count,
                with: [Token(text: titles[title], isCapitalised: true, role: .place(title))])
        }
    }
}
