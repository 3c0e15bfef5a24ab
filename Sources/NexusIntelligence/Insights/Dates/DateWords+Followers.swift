/// The words beside a number that tell whether it is a day, an hour, or counts something.
extension DateWords {
    /// Ordinal numbers in words.
    static let ordinals: [String: Int] = [
        "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
        "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15,
        "sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20, "thirtieth": 30,
        "ersten": 1, "zweiten": 2, "dritten": 3, "vierten": 4, "fünften": 5, "sechsten": 6, "siebten": 7, "achten": 8,
        "neunten": 9, "zehnten": 10, "elften": 11, "zwölften": 12, "fünfzehnten": 15, "zwanzigsten": 20,
        "dreißigsten": 30, "primero": 1, "premier": 1,
    ]
    /// Numbers behind a German weekday and a dot are ordinals.
    static let germanWeekdays: Set<String> = [
        "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonnabend", "sonntag",
    ]
    static let hoursInEnglish: [String: Int] = [
        "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
        "eleven": 11, "twelve": 12,
    ]
    /// Signs that make a number an amount.
    static let signsOfAmounts: Set<String> = ["%", "°", "€", "$", "£", "/", "_", "+", "=", "*", "×", "<", ">", "#"]
    /// Words that join two days or hours.
    static let joints: Set<String> = [
        "and", "to", "till", "til", "until", "through", "thru", "or", "und", "bis", "oder", "y", "o", "al", "et", "au",
        "ou", "à",
    ]

    /// Words for what comes at its time.
    static let visits: Set<String> = [
        "come", "comes", "coming", "arrive", "arrives", "arriving", "calls", "visits", "here", "deliver", "delivers",
        "delivery", "kommt", "kommen", "viene", "vienen", "llega", "llegan", "vient", "passe",
    ]
    /// Words behind numbers that are no hours.
    static let measures: Set<String> = [
        "euro", "prozent", "grad", "meter", "liter", "kilo", "stück", "leute", "mann", "personen", "mal", "punkte",
        "seiten", "plätze", "sekunden", "stk", "cent", "tonnen", "kisten", "zeilen", "uhr",
    ]
    /// Words before a span of hours.
    static let spans: Set<String> = ["from", "between", "de", "von", "entre", "desde"]

    // MARK: Behind

    /// Words that go on with a sentence behind "the 3rd", which mostly counts.
    static let behindOrdinals: Set<String> = [
        "at", "by", "and", "or", "if", "so", "to", "in", "for", "please", "then", "but", "instead", "latest",
    ]
    /// Words that go on with a sentence behind an hour.
    static let behindHours: Set<String> = [
        "on", "today", "and", "or", "so", "if", "please", "pls", "plz", "then", "but", "sharp", "in", "for", "this",
        "latest", "tonight", "when", "because", "unless", "anyway", "instead", "with", "he", "she", "they", "we", "it",
        "ok", "okay", "works", "at", "too", "until", "till", "til", "who", "can", "could", "is",
    ]
    /// Words that go on with a sentence behind a day.
    static let followers: Set<String> = [
        "at", "by", "and", "or", "if", "so", "to", "in", "on", "for", "please", "pls", "plz", "then", "but", "i", "im",
        "ill", "id", "ive", "we", "well", "were", "you", "youll", "u", "he", "she", "they", "theyll", "it", "its",
        "there", "this", "that", "thats", "my", "our", "your", "his", "her", "their", "the", "who", "whos", "when",
        "what", "where", "how", "why", "which", "because", "cause", "cos", "as", "since", "with", "without", "before",
        "after", "until", "till", "til", "from", "is", "isnt", "was", "are", "will", "would", "can", "cant", "could",
        "should", "must", "may", "might", "has", "have", "had", "works", "ok", "okay", "instead", "not", "no", "yes",
        "maybe", "latest", "already", "also", "too", "again", "still", "only", "now", "just", "onwards", "though",
        "unless", "while", "once", "via", "between", "sharp", "everyone", "everybody", "all", "anyone", "somebody",
        "someone", "both", "fine", "good", "great", "sounds", "suits", "thanks", "thx", "right", "leaves", "arrives",
        "starts", "ends", "opens", "closes", "stays", "means", "final", "noon", "midday", "lunch", "am", "pm",
        // German
        "ist", "sind", "war", "geht", "gehen", "kommt", "kommen", "läuft", "beginnt", "startet", "muss", "müssen", "da",
        "dort", "hier", "los", "noch", "dann", "schon", "wieder", "hab", "habe", "haben", "hat", "bin", "gibt", "wird",
        "werden", "soll", "sollen", "kann", "können", "will", "wollen", "steht", "ich", "wir", "er", "es", "du", "ihr",
        "keiner", "passt", "dass", "weil", "nicht", "nur", "auch", "bis", "ab", "vor", "nach", "von", "am",
        // Spanish
        "hay", "tenemos", "tiene", "no", "se", "te", "nos", "lo", "me", "sin", "ya", "porque", "cuando", "está", "es",
        "vienen", "viene", "como", "para", "antes", "hasta",
        // French
        "il", "elle", "on", "nous", "vous", "je", "ils", "cest", "est", "sont", "pas", "car", "avant", "après", "donc",
    ]
    /// Nouns that ordinals count.
    static let countedByOrdinals: Set<String> = [
        "floor", "street", "st", "avenue", "ave", "century", "time", "edition", "birthday", "anniversary", "attempt",
        "try", "place", "grade", "year", "years", "yrs", "shift", "round", "period", "row", "line", "quarter", "half",
        "person", "amendment", "tag", "mal", "stock", "platz", "versuch", "termin", "runde", "schicht", "klasse",
        "stunde", "etage",
    ]
    static let people: Set<String> = ["people", "pax", "leute", "gente", "gens", "kids", "kg", "km"]
    /// Words behind a time with a dot that make it one.
    static let departures: Set<String> = [
        "sharp", "departure", "start", "pickup", "kickoff", "today", "tonight", "tomorrow",
    ]
    /// Words behind "after work" that make it a task: "after work on the roof".
    static let tasks: Set<String> = ["on", "with", "from", "to", "by", "is", "was"]
    /// Words that go on with a request.
    static let requests: Set<String> = ["could", "can", "would", "will", "please", "pls", "plz", "then", "por"]

    // MARK: Before

    /// What takes place at a time.
    static let appointments: Set<String> = [
        "booked", "leaves", "leave", "starts", "start", "begins", "opens", "closes", "arrives", "arriving", "departs",
        "lands", "landing", "meeting", "call", "standup", "review", "inspection", "training", "service", "flight",
        "train", "bus", "delivery", "demo", "appointment", "interview", "there", "pickup", "handover",
    ]
    /// Words before "at 23" that make it a level.
    static let levels: Set<String> = [
        "is", "are", "was", "were", "its", "re", "still", "now", "sits", "stands", "queue", "count", "capped", "set",
        "priced", "sold", "starting", "max",
    ]
    /// Words before "from 8" or "by 8" that make it an amount.
    static let changes: Set<String> = [
        "up", "down", "went", "fell", "rose", "dropped", "grew", "increase", "increased", "reduce", "reduced", "raise",
        "raised", "changed", "cut", "over", "short", "off", "late", "delayed", "divide", "divided", "multiplied",
        "ranging",
    ]
    /// Words before a figure that ends its sentence: "gamma 2.2."
    static let beforeFigures: Set<String> = [
        "of", "to", "than", "is", "are", "was", "were", "version", "ph", "k", "gamma", "level", "score",
    ]

    // MARK: The working day

    /// Meals and work, with the minute until which "after" them lasts, if not all day, and after which it has been.
    static let meals: [String: (end: Int?, lastMinute: Int)] = {
        let morning = (end: Int?(12 * 60), lastMinute: 11 * 60)
        let afternoon = (end: Int?(18 * 60), lastMinute: 14 * 60)
        let work = (end: Int?.none, lastMinute: 19 * 60)
        return [
            "breakfast": morning, "frühstück": morning, "desayunar": morning, "desayuno": morning,
            "lunch": afternoon, "lunchtime": afternoon, "mittagessen": afternoon, "mittag": afternoon,
            "mittagspause": afternoon, "déjeuner": afternoon, "comer": (18 * 60, 15 * 60),
            "almuerzo": (18 * 60, 15 * 60), "comida": (18 * 60, 15 * 60), "dinner": (nil, 20 * 60), "work": work,
            "school": work, "feierabend": work, "arbeit": work,
        ]
    }()
    /// Words without which a text has none of these occasions.
    static let occasions: Set<String> = Set(meals.keys).union([
        "home", "go", "goes", "leave", "leaves", "leaving", "clock", "log", "knock", "sign", "thing", "shift", "gehst",
        "geht", "gehen", "heimgehst", "irte", "irnos", "irse", "irme", "salir", "partir", "rentrer", "hora", "heure",
    ])
}
