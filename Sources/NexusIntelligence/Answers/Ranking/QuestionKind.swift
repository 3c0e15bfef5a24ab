/// What a question asks for, by its question words: English, German, Spanish and French, casual spellings included.
enum QuestionKind: Int, CaseIterable, Sendable {
    case who, when, amount, place, reason, other

    init(of question: String) {
        let words = RetrievalWords.words(of: question).map(Self.folded)
        let line = " " + words.joined(separator: " ") + " "
        func has(_ phrases: [String]) -> Bool { phrases.contains { line.contains(" " + $0 + " ") } }
        // Before "who" and "what": "at what time", "how come".
        if has(Self.clocks) {
            self = .when
        } else if has(Self.amounts) {
            self = .amount
        } else if has(Self.times) {
            self = .when
        } else if has(Self.reasons) {
            self = .reason
        } else if has(Self.places) {
            self = .place
        } else if has(Self.people) {
            self = .who
        } else {
            self = .other
        }
    }

    /// In lower case without accents, "ß" as "ss".
    static func folded(_ word: String) -> String {
        word.decomposedLetters.replacing("ß", with: "ss")
    }

    private static let people = list("who whom whos whose wer wem wen wessen quien quienes qui")
    private static let clocks = ["um wie viel uhr", "um wieviel uhr", "wie viel uhr", "wieviel uhr"]
    private static let times =
        list("when whens wann cuando quand") + [
            "what time", "which day", "what day", "what date", "which date", "how soon", "how late", "welchem tag",
            "welchen tag", "welcher tag", "wie spat", "um wie viel uhr", "um wieviel uhr", "welcher uhrzeit", "que dia",
            "que fecha", "a que hora", "quel jour", "quelle heure", "quelle date", "which weekday", "what weekday",
        ]
    private static let amounts =
        list("wieviel wieviele cuanto cuanta cuantos cuantas combien") + [
            "how much", "how many", "how long", "how often", "how far", "how big", "how old", "how high", "how heavy",
            "how cold", "how hot", "how tall", "wie viel", "wie viele", "wie lange", "wie oft", "wie weit", "wie gross",
            "wie hoch", "wie alt", "wie schwer", "was kostet", "was kostete", "was kosten", "what price",
            "what does it cost",
            "what did it cost", "what percentage", "what number", "which number", "que precio", "quel prix",
            "what temperature",
        ]
    private static let reasons =
        list("why whys warum wieso weshalb weswegen pourquoi") + [
            "how come", "what for", "what caused", "what made", "por que", "para que", "what s the reason",
            "aus welchem grund",
        ]
    private static let places =
        list("where wheres wo wohin woher donde adonde") + [
            "ou", "which room", "what room", "what address", "what place", "welchem raum", "welcher raum", "in welchem",
            "en que sala", "in which", "d ou",
        ]

    private static func list(_ words: String) -> [String] { words.split(separator: " ").map(String.init) }
}

extension String {
    /// Without accents: "cuándo" is "cuando".
    fileprivate var decomposedLetters: String {
        var letters = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar {
            case "á", "à", "â", "ä", "ã": letters.append("a")
            case "é", "è", "ê", "ë": letters.append("e")
            case "í", "ì", "î", "ï": letters.append("i")
            case "ó", "ò", "ô", "ö", "õ": letters.append("o")
            case "ú", "ù", "û", "ü": letters.append("u")
            case "ñ": letters.append("n")
            case "ç": letters.append("c")
            default: letters.append(scalar)
            }
        }
        return String(letters)
    }
}
