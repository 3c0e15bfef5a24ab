/// Kinds of words in a date and beside it, in four languages, each line one: "from 9" and "by 9" are kept for different reasons.
/// Words stand as `ClauseFeatures.plain` writes them.
enum DateSurroundings {
    static let inside = kinds(
        """
        from ab desde depuis dès
        until till til bis hasta jusquà jusquau
        by before vor antes avant spätestens latest later b4
        at um a las la à around gegen hacia vers
        on am el le los den der
        for für para pour zum
        in within dans en innerhalb binnen
        after nach tras après después
        this diese diesen diesem dieser esta este cette ce
        next nächste nächsten nächster nächstes kommende kommenden próxima próximo viene prochain prochaine coming following
        today todays heute hoy aujourdhui
        tonight evening eve abend noche soir night nacht nuit
        tomorrow tomorrows tmrw tmr tomoz morgen mañana demain
        morning früh vormittag vormittags matin
        noon lunch lunchtime midday mittag mittags mediodía midi midnight mitternacht afternoon nachmittag tarde
        week woche semana semaine kw
        weekend wochenende finde
        monday tuesday wednesday thursday friday saturday sunday mon tue tues wed weds thu thur thurs fri sat sun montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag lunes martes miércoles jueves viernes sábado domingo lundi mardi mercredi jeudi vendredi samedi dimanche
        january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec januar februar märz mai juni juli oktober dezember enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre janvier février mars avril juin juillet août septembre octobre novembre décembre
        minutes minute min mins hour hours hrs minuten stunde stunden minutos horas hora heures heure
        days day tage tagen tag días jours
        end eod cob eow ende fin close
        year month jahr monat año mes mois
        ##th #th ##st #st ##nd #nd ##rd #rd
        ##:## #:## ##.## #.## ##h## #h## ##h #h
        am pm #am #pm ##am ##pm #:##pm #:##am uhr oclock
        # ##
        half quarter halb viertel media cuarto demie quart
        one two three four five six seven eight nine ten eleven twelve
        """)
    /// Of the word before; "<" is the clause's beginning.
    static let before = kinds(
        """
        <
        is are was were be its thats ist sind wird es son est sont
        it them him her me us you that this
        to
        come comes coming arrives arrive kommt kommen viene llega
        back
        not no nicht nunca pas never
        out off away closed
        starts start begins opens open goes runs run beginnt empieza commence
        # ## ##:##
        and or und oder y o et ou
        booked moved set confirmed planned due scheduled
        ready done sent finished fertig listo prêt
        there here da dort allí aquí là
        """)
    /// Of the word after; ">" is the clause's end.
    static let after = kinds(
        """
        >
        is are was ist es est
        and or und oder y o et ou
        so then instead please pls dann entonces alors bitte
        with for to at in mit für con para pour avec
        if wenn si unless
        i we ich wir yo je
        # ## ##:##
        not no nicht
        """)

    struct Kinds: Sendable {
        var count: Int
        /// The kinds of a word, as bits.
        var bits: [String: UInt64]

        /// 1 for each kind that one of the words is of, else 0.
        func flags(_ words: some Sequence<String>) -> [Float] {
            let found = words.reduce(0) { $0 | (bits[$1] ?? 0) }
            return (0..<count).map { found & 1 << UInt64($0) == 0 ? 0 : 1 }
        }
    }

    private static func kinds(_ text: String) -> Kinds {
        let lines = text.split(separator: "\n")
        var bits: [String: UInt64] = [:]
        for (kind, line) in lines.enumerated() {
            for word in line.split(separator: " ") { bits[String(word), default: 0] |= 1 << UInt64(kind) }
        }
        return Kinds(count: lines.count, bits: bits)
    }
}
