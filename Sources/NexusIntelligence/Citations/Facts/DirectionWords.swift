/// Words with an opposite: raise and lower, accept and refuse.
enum DirectionWords {
    /// The sides of a pair. Words of a strong pair must be in the source, those of a weak one only must not oppose it.
    struct Side: Hashable {
        let pair: Int
        let isFirst: Bool
        let isStrong: Bool

        var opposite: Side { Side(pair: pair, isFirst: !isFirst, isStrong: isStrong) }
    }

    static func sides(of token: FactToken) -> [Side] { token.kind == .word ? table[token.stem] ?? [] : [] }

    /// "unplanned" for "planned" and the reverse.
    static func prefixed(_ stem: String) -> [String] {
        let prefixes = ["un", "in", "im", "dis", "non", "ir", "il", "mis"]
        let shorter = prefixes.filter { stem.hasPrefix($0) && stem.count > $0.count + 3 }.map {
            String(stem.dropFirst($0.count))
        }
        return shorter + prefixes.map { $0 + stem }
    }

    private static let table: [String: [Side]] = {
        var table: [String: [Side]] = [:]
        var pair = 0
        for (list, isStrong) in [(strong, true), (weak, false)] {
            for line in list.split(separator: "\n") {
                let halves = line.split(separator: "|", omittingEmptySubsequences: false)
                pair += 1
                for (number, half) in halves.enumerated() {
                    for word in half.split(separator: " ") {
                        let side = Side(pair: pair, isFirst: number == 0, isStrong: isStrong)
                        table[FactWords.stem(String(word)), default: []].append(side)
                    }
                }
            }
        }
        return table
    }()

    private static let strong = """
        raise raised increase rise grow erhöhen erhöht steigen steigt subir sube aumentar augmenter augmente|lower lowered reduce \
        decrease decline drop fall cut shrink senken gesenkt sinken sinkt bajar baja reducir baisser baisse réduire
        all every everyone everybody alle todos tous|some few half einige algunos
        accept accepted approve approved agree annehmen angenommen genehmigt akzeptiert aceptar acepta aceptó accepter accepte \
        accepté|reject refuse refused decline deny denied veto disagree ablehnen abgelehnt lehnt rechazar rechaza rechazó refuser refuse \
        refusé
        double doubled triple verdoppelt duplicar|halve halved halbiert
        cancel abgesagt absagen cancelar cancelado annuler annulé|confirm confirmed reinstate bestätigt confirmar confirmado confirmé
        postpone delay delayed verschoben verschieben aplazar aplazado reporter retarder|advance hasten vorgezogen adelantar avancer
        win gewonnen gewinnen ganar ganó gagner|lose verloren verlieren perder perdió perdre
        hire hired eingestellt contratar embaucher|fire fired dismiss resign quit gekündigt despedir licencier
        buy bought purchase kaufen gekauft comprar compró acheter|sell verkaufen verkauft vender vendió vendre
        allow allowed permit erlaubt permitido autorisé|forbid ban banned prohibit verboten prohibido interdit
        enable enabled activate aktiviert|disable disabled deactivate deaktiviert
        open opened öffnet geöffnet abrir abre abierto ouvrir ouvert|close closed shut schließt geschlossen cerrar cierra cerrado fermer \
        fermé
        pass passed succeed bestanden aprobado réussi|fail failed durchgefallen gescheitert fracasado échoué
        lend lent|borrow borrowed
        join joined|leave quit
        add added hinzufügen añadir ajouter|remove removed delete entfernen quitar supprimer
        start begin started beginnt startet empezar empieza comenzar commencer commence|stop end finish endet terminar termina finir
        arrive arrived ankommen llegar arriver|depart departed abreisen
        always immer siempre toujours|sometimes rarely seldom manchmal rara
        free gratis kostenlos|paid charged
        public|private
        decide decided entschieden beschlossen decidido décidé|undecided
        promise promised guaranteed|
        pay bezahlt bezahlen pagar payer|owe
        sign signed unterschrieben firmado signé|
        """
    private static let weak = """
        because due wegen porque|despite although trotz aunque malgré
        before vor vorher antes avant|after nach nachher después après
        earlier früher|later später
        early temprano tôt früh|late tarde tard spät
        up hoch|down runter
        more mehr más|less fewer weniger menos moins
        above over|below under
        maximum most höchstens|minimum least mindestens
        with mit con avec|without ohne sin sans
        first erste erster primero premier|last letzte letzter último dernier
        on|off
        full voll lleno|empty leer vacío
        cheap cheaper günstiger|expensive teurer dearer
        fast faster schneller|slow slower langsamer
        bigger larger größer|smaller kleiner
        better besser mejor|worse schlechter schlimmer peor
        true wahr|false wrong falsch
        done finished fertig|pending open unfinished outstanding
        keep behalten|discard replace
        inside indoors drinnen|outside outdoors draußen
        like love|dislike hate
        include inclusive|exclude exclusive
        possible möglich|impossible unmöglich
        online|offline
        north|south
        east|west
        """
}
