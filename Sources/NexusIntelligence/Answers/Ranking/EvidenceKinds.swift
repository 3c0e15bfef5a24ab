/// Which kinds of evidence a message holds: a person, a day or time, an amount, a place, a reason.
struct EvidenceKinds: Sendable {
    private(set) var hasPerson = false
    private(set) var hasTime = false
    private(set) var hasAmount = false
    private(set) var hasPlace = false
    private(set) var hasReason = false

    /// - Parameter names: the first names of the conversation's senders, in lower case.
    init(_ text: String, names: Set<String>) {
        let words = RetrievalWords.words(of: text).map(QuestionKind.folded)
        for (place, word) in words.enumerated() {
            if names.contains(word) || Self.speakers.contains(word) { hasPerson = true }
            if Self.times.contains(word) { hasTime = true }
            if Self.amounts.contains(word) { hasAmount = true }
            if Self.places.contains(word) { hasPlace = true }
            if Self.reasons.contains(word) { hasReason = true }
            guard let first = word.first, first.isNumber else { continue }
            let isClock =
                word.hasSuffix("am") || word.hasSuffix("pm") || word.hasSuffix("h") && word.count <= 5
                || word.hasSuffix("th") || word.hasSuffix("st") || word.hasSuffix("nd") || word.hasSuffix("rd")
            if isClock { hasTime = true } else { hasAmount = true }
            if place > 0, Self.clockLeads.contains(words[place - 1]) { hasTime = true }
            if place + 1 < words.count, Self.clockTails.contains(words[place + 1]) { hasTime = true }
        }
        if text.firstMatch(of: /\d[:.h]\d\d/) != nil { hasTime = true }
    }

    /// Whether it holds what a kind of question asks for; true for questions that ask for none.
    func answers(_ kind: QuestionKind) -> Bool {
        switch kind {
        case .who: hasPerson
        case .when: hasTime
        case .amount: hasAmount
        case .place: hasPlace
        case .reason: hasReason
        case .other: true
        }
    }

    private static let speakers = set(
        """
        i i'm im ill ive me my we us our ich mich mir mein meine wir uns unser yo me mi nosotros je j moi mon nous ima \
        somebody someone nobody jemand niemand alguien nadie quelqu personne
        """)
    private static let times = set(
        """
        monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun today tomorrow \
        tmrw tmr tomoz 2moro tonight yesterday noon midnight morning afternoon evening lunch weekend january february march \
        april june july august september october november december jan feb apr jun jul aug sep sept oct nov dec montag \
        dienstag mittwoch donnerstag freitag samstag sonnabend sonntag heute morgen ubermorgen gestern abend fruh mittag \
        mittags nachmittag woche januar februar marz mai juni juli oktober dezember lunes martes miercoles jueves viernes \
        sabado domingo hoy manana ayer tarde noche mediodia enero febrero marzo abril mayo junio julio agosto septiembre \
        octubre noviembre diciembre lundi mardi mercredi jeudi vendredi samedi dimanche demain hier soir matin midi semaine \
        janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre week month year monat jahr semana mes \
        ano mois o'clock oclock eod asap uhr hours minutes
        """)
    static let amounts = set(
        """
        one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty hundred \
        thousand million dozen half quarter double twice none zero couple few quid euros euro pounds dollars bucks percent \
        eine zwei drei vier funf sechs sieben acht neun zehn elf zwolf zwanzig dreissig hundert tausend halbe dutzend \
        prozent franken uno una dos tres cuatro cinco seis siete ocho nueve diez doce quince veinte treinta cien ciento mil \
        media docena un deux trois quatre cinq six sept huit neuf dix onze douze vingt trente cent mille moitie demi
        """)
    private static let places = set(
        """
        in at on under behind inside near beside above below outside upstairs downstairs to from room shelf drawer box shed \
        im in am an auf unter hinter neben bei zum zur vom aus draussen oben unten en sobre bajo detras dentro junto cerca al \
        del desde dans sur sous derriere chez au aux pres
        """)
    private static let reasons = set(
        """
        because cause cos coz cuz since as so due thanks reason weil da denn wegen deshalb damit grund porque pues como por \
        causa car parce puisque comme cause
        """)
    static let clockLeads = set("at by um bis gegen a las la vers before after until till vor nach from ab")
    static let clockTails = set("am pm uhr h oclock o horas heures hrs")

    private static func set(_ words: String) -> Set<String> { Set(words.split(separator: " ").map(String.init)) }
}
