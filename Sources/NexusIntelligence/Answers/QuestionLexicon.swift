/// The words by which ``ParsedQuestion`` distinguishes complete questions from elliptical ones.
enum QuestionLexicon {
    static let connectives = set("and or but also then so und oder aber auch y e o u pero también et ou mais")
    static let interjections = set(
        "ok okay well hm hmm ah oh yes no thanks thank gut danke ja nein bueno vale gracias sí")
    static let aboutAnother = phrases(
        """
        what about, how about, what of, was ist mit, was war mit, wie ist es mit, wie steht es mit, wie steht s mit, \
        wie sieht es mit, wie sieht s mit, wie wäre es mit, qué hay de, que hay de, qué hay con, qué tal, qué pasa con, \
        qué pasó con, et pour, qu en est il de
        """)
    /// Before a noun they form a question without a verb: "which room?".
    static let nounQuestions = phrases(
        """
        which, what, whose, how many, how much, how long, how often, how far, welche, welcher, welches, welchen, wessen, \
        wie viele, wie viel, wieviele, wieviel, wie lange, was für, qué, cuál, cuáles, cuántos, cuántas, cuánto, cuánta, \
        quel, quelle, quels, quelles, combien de
        """)
    /// Spanish leaves out the subject: with one of these and a verb alone the topic is missing.
    static let spanishAdverbs = set("cuándo cuando dónde cómo")
    static let askers = set(
        "who what where when why how wer was wo wann wie warum quién quien qué que cuándo dónde qui quoi")

    static let determiners = set(
        """
        the a an my our your this that these those every each any some der die das den dem des ein eine einen einem einer \
        mein meine unser unsere unseren dein deine euer eure el la los las un una unos unas mi mis nuestro nuestra nuestros \
        nuestras tu tus del al le les du l
        """)
    static let prepositions = set(
        """
        in on at for from with without to by before after about until till since during of near under over against am an im \
        auf aus bei bis durch für gegen mit nach ohne seit um unter über vom von vor zu zum zur en a de para por con sin \
        desde hasta sobre antes después al del à pour avec chez vers
        """)
    /// Verbs that make any question a clause.
    static let verbs = set(
        """
        is are was were be been s re do does did has have had will would shall should can could may might must isn aren \
        wasn weren don doesn didn hasn haven hadn won wouldn shouldn can couldn ist sind war waren wird werden wurde wurden \
        hat haben hatte hatten kann können konnte soll sollen sollte muss müssen will wollen darf dürfen gibt geht findet \
        es son era fue fueron será serán está están estaba hay ha han había tiene tienen puede pueden debe va est sont \
        sera ont avait va vont
        """)
    static let calendar = set(
        """
        monday tuesday wednesday thursday friday saturday sunday today tomorrow yesterday tonight week weekend month year \
        january february march april may june july august september october november december morning afternoon evening noon \
        montag dienstag mittwoch donnerstag freitag samstag sonntag heute morgen gestern woche wochenende monat jahr januar \
        februar märz juni juli oktober dezember mittag abend lunes martes miércoles jueves viernes sábado domingo hoy mañana \
        ayer semana mes año enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre tarde \
        noche lundi mardi mercredi jeudi vendredi samedi dimanche demain hier semaine next last nächste nächsten nächster \
        próxima próximo
        """)

    /// Pronouns for one person: "what did she say?".
    static let personal = set(
        """
        he him his she her hers himself herself er ihm ihn sie seine seinen seiner seinem él ella su sus elle il lui
        """)
    static let plural = set("they them their theirs ihnen ellos ellas ils elles eux")
    static let possessives = set("his her their seine seinen seiner seinem ihre ihren su sus")
    /// After one of these "that" is no pronoun: "who heard that we moved?".
    static let subjects = set("i you he she it we they")
    static let neuter = set(
        """
        it its itself that this these those there one ones then das dies es dort da damit dafür davon darüber daran dazu \
        eso esto aquello lo allí ahí ça cela
        """)
    /// A pronoun after one of these refers to it: "has anyone finished their report?".
    static let indefinites = set(
        "anyone anybody someone somebody everyone everybody nobody each jeder jemand alle alguien todos cada nadie")
    static let weather = set("raining snowing sunny cold hot warm late dark regnet schneit")

    /// Nouns that belong to the previous topic: "and what is the deadline?".
    static let attributes = set(
        """
        deadline price cost costs date venue address owner status agenda reason name title length size budget result outcome \
        winner author host plan frist preis kosten datum ort adresse grund name titel ergebnis stand termin plazo precio coste \
        costo fecha lugar dirección motivo nombre resultado estado
        """)

    /// Verbs of questions about anything.
    static let genericVerbs = set(
        """
        mean means meant say says said saying think thinks thought know knows known tell tells told happen happens happened \
        happening decide decides decided agree agreed come comes came coming go goes went going get gets got want wants wanted \
        make makes made explain elaborate sagt sagte gesagt meint meinte heißt passiert passierte entschieden kommt kommen kam \
        gemacht macht erklär erklären erzähl dijo dice pasó pasa decidió decidieron explica viene vienen vino
        """)
    /// Other words of questions about anything.
    static let generic = genericVerbs.union(
        set(
            """
            else exactly ok okay please really sure more detail details specific specifically precisely example examples answer \
            day days date time times place reason way thing things again now yet still already anything something everything much \
            many long far soon early late next one ones number right true serious genau genauer bitte wirklich sicher mehr noch \
            sonst uhr uhrzeit tag datum ort grund beispiel nochmal jetzt schon denn viel viele lange oft often exactamente favor \
            más detalle detalles ejemplo día hora fecha lugar motivo razón ya ahora mucho muchos exactement encore plus
            """))

    /// Function words. English ones are ``RetrievalWords``'s, with those that only matter here.
    static let function = verbs.union(determiners).union(prepositions).union(personal).union(plural).union(neuter)
        .union(
            askers
        ).union(connectives).union(
            set(
                """
                who whom whose what which when where why how i you we us me t ll d ve m not let just only wem wen wessen wieso \
                weshalb weswegen welche welcher welches welchen wohin woher wieviel wieviele ich du ihr wir mich dich uns euch mir \
                dir sich nicht kein keine nur mal eigentlich so als wenn dass auch was qué cuál cuáles cuándo cuánto cuánta cuántos \
                cuántas dónde quiénes cómo yo tú nosotros ellos me te se nos sí no si que por quel quelle quels quelles quand où \
                pourquoi comment combien je tu nous vous on ce c qu ne pas est
                """))

    private static func set(_ words: String) -> Set<String> { Set(words.split(separator: " ").map(String.init)) }

    /// Separated by commas, the longest first.
    private static func phrases(_ list: String) -> [[String]] {
        list.split(separator: ",").map { $0.split(separator: " ").map(String.init) }.sorted { $0.count > $1.count }
    }
}
