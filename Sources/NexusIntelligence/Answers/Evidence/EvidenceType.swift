/// What an answer must contain: a person for "who", a date for "when", an amount for "how much". English, German, Spanish
/// and French.
enum EvidenceType: Sendable, CaseIterable {
    case person, time, amount, place, reason

    /// The type that a question asks for; nil if it asks for none of them.
    init?(asking question: QuestionTokens) {
        let words = question.tokens.map(\.text)
        let line = " " + words.joined(separator: " ") + " "
        for (type, phrases) in Self.questions where phrases.contains(where: { line.contains($0) }) {
            self = type
            return
        }
        return nil
    }

    /// The first type with a phrase in the question decides.
    private static let questions: [(EvidenceType, [String])] = [
        (
            .reason,
            phrases(
                "why, how come, what for, warum, wieso, weshalb, woran, por que, pourquoi, reason, grund, what caused")
        ),
        (
            .time,
            phrases(
                """
                when, what time, what day, which day, which date, what date, until what, how late, how early, how soon, wann, welchem tag, \
                welcher tag, um wie viel uhr, wie spat, welches datum, cuando, que hora, que dia, que fecha, quand, quelle heure, quel jour
                """)
        ),
        (
            .amount,
            phrases(
                """
                how much, how many, how long, how big, how high, how far, how often, how old, how large, how heavy, how deep, price, cost, costs, \
                rate, limit, wie viel, wie viele, wieviel, wie lange, wie hoch, wie oft, wie gross, wie weit, kostet, kosten, cuanto, cuanta, \
                cuantos, cuantas, combien, coute, what temperature, what number, which number, was kostet, welche nummer, que numero
                """)
        ),
        (.place, phrases("where, wo, wohin, woher, donde, adonde, ou est, ou sont, ou, which room, what room")),
        (.person, phrases("who, whose, whom, wer, wem, wen, wessen, quien, quienes, qui")),
    ]

    /// Whether a text contains it.
    ///
    /// - Parameter names: folded names of people.
    func isIn(_ text: String, names: Set<String>) -> Bool {
        let words = QuestionTokens(text).tokens.map(\.text)
        switch self {
        case .amount: return words.contains { $0.contains(where: \.isNumber) || Self.numbers.contains($0) }
        case .time:
            return words.contains { word in
                Self.times.contains(word) || word.first?.isNumber == true && word.count <= 5
            }
        case .person: return words.contains { names.contains($0) || Self.speakers.contains($0) }
        case .place: return words.contains(where: Self.places.contains)
        case .reason: return words.contains(where: Self.reasons.contains)
        }
    }

    private static func phrases(_ list: String) -> [String] {
        list.split(separator: ",").map { " " + $0.split(separator: " ").joined(separator: " ") + " " }
    }

    private static func set(_ words: String) -> Set<String> {
        Set(words.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    private static let numbers = set(
        """
        one two three four five six seven eight nine ten eleven twelve dozen twenty thirty forty fifty hundred thousand half none nobody \
        eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf zwanzig dreissig hundert tausend halb keine \
        uno una dos tres cuatro cinco seis siete ocho nueve diez doce veinte treinta cien mil medio media \
        un une deux trois quatre cinq six sept huit neuf dix douze vingt trente cent mille demi
        """)
    private static let times: Set<String> =
        Set(DateWords.weekdays.keys.map(QuestionTokens.fold)).union(DateWords.months.keys.map(QuestionTokens.fold))
        .union(
            set(
                """
                today tomorrow tonight yesterday noon midnight morning afternoon evening weekend week month soon now later am pm oclock quarter \
                half before after eod heute morgen gestern abend mittag frueh fruh nachmittag woche monat uhr gleich spater viertel \
                hoy manana ayer tarde noche mediodia semana mes luego ahora pronto aujourd demain hier matin soir midi semaine mois
                """))
    private static let speakers = set(
        "i im ill ive me my mine ich mir mich mein meine yo mi me je j moi mon ma we wir nosotros nous")
    private static let places = set(
        """
        in at on under behind beside next near above below inside outside by upstairs downstairs room floor street road im am auf unter hinter \
        neben bei uber zimmer raum keller strasse en detras debajo encima junto sala calle piso dans sous derriere chez sur salle rue a
        """)
    private static let reasons = set(
        """
        because cause cos cuz since due so therefore bc reason thanks weil wegen denn da deshalb darum porque pues por debido como parce car \
        puisque grace cause
        """)
}
