/// The words of dates: English first, and those of German, Spanish and French that cannot be taken for others.
enum DateWords {
    static let weekdays: [String: Int] = {
        let names = [
            ["monday", "mon", "mondays", "montag", "lunes", "lundi"],
            ["tuesday", "tue", "tues", "dienstag", "martes", "mardi"],
            ["wednesday", "wed", "weds", "mittwoch", "miércoles", "miercoles", "mercredi"],
            ["thursday", "thu", "thur", "thurs", "donnerstag", "jueves", "jeudi"],
            ["friday", "fri", "freitag", "viernes", "vendredi"],
            ["saturday", "sat", "samstag", "sonnabend", "sábado", "sabado", "samedi"],
            ["sunday", "sun", "sonntag", "domingo", "dimanche"],
        ]
        return table(names, from: 0)
    }()
    /// Weekdays that are words of their own: only after "by", "on", "next" and their like.
    static let shyWeekdays: Set<String> = ["mon", "wed", "sat", "sun", "mondays"]

    static let months: [String: Int] = {
        let names = [
            ["january", "jan", "januar", "enero", "janvier"],
            ["february", "feb", "februar", "febrero", "février", "fevrier"],
            ["march", "mar", "märz", "maerz", "marzo", "mars"],
            ["april", "apr", "abril", "avril"],
            ["may", "mai", "mayo"],
            ["june", "jun", "juni", "junio", "juin"],
            ["july", "jul", "juli", "julio", "juillet"],
            ["august", "aug", "agosto", "août", "aout"],
            ["september", "sep", "sept", "septiembre", "septembre"],
            ["october", "oct", "oktober", "okt", "octubre", "octobre"],
            ["november", "nov", "noviembre", "novembre"],
            ["december", "dec", "dezember", "dez", "diciembre", "décembre", "decembre"],
        ]
        return table(names, from: 1)
    }()
    /// Months that are words of their own: never alone.
    static let shyMonths: Set<String> = ["march", "mar", "may", "mars", "mai", "jun", "jan", "dec"]

    static let numbers: [String: Double] = [
        "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
        "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fourteen": 14, "fifteen": 15, "twenty": 20, "thirty": 30,
        "forty": 40, "sixty": 60, "ninety": 90, "few": 3, "einem": 1, "einer": 1, "zwei": 2, "drei": 3, "vier": 4,
        "dos": 2, "tres": 3, "deux": 2, "trois": 3, "una": 1, "une": 1, "un": 1, "eine": 1, "einen": 1, "fünf": 5,
        "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "vierzehn": 14, "cuatro": 4, "cinco": 5, "seis": 6,
        "siete": 7, "ocho": 8, "diez": 10, "quince": 15, "quatre": 4, "cinq": 5, "huit": 8, "dix": 10, "quinze": 15,
    ]

    static let units: [String: DateUnit] = [
        "minute": .minute, "minutes": .minute, "min": .minute, "mins": .minute, "minuten": .minute, "minutos": .minute,
        "hour": .hour, "hours": .hour, "hr": .hour, "hrs": .hour, "h": .hour, "stunde": .hour, "stunden": .hour,
        "std": .hour, "hora": .hour, "horas": .hour, "heure": .hour, "heures": .hour,
        "day": .day, "days": .day, "tag": .day, "tage": .day, "tagen": .day, "día": .day, "dia": .day, "días": .day,
        "dias": .day, "jour": .day, "jours": .day,
        "week": .week, "weeks": .week, "wk": .week, "wks": .week, "woche": .week, "wochen": .week, "semanas": .week,
        "semaines": .week, "semana": .week, "semaine": .week, "fortnight": .fortnight,
        "month": .month, "months": .month, "monat": .month, "monate": .month, "monaten": .month, "monats": .month,
        "mes": .month, "meses": .month, "mois": .month, "quartal": .quarter,
        "trimestre": .quarter, "jahr": .year, "jahren": .year, "jahres": .year,
        "año": .year, "años": .year, "ans": .year, "année": .year,
        "quarter": .quarter, "quarters": .quarter, "year": .year, "years": .year,
    ]

    static let limits: Set<String> = [
        "by", "before", "until", "till", "til", "due", "deadline", "latest", "bis", "vor", "antes", "para", "avant",
        "vorm", "spätestens", "hasta", "tardar", "pour", "jusquà", "jusquau", "dici", "tard",
    ]
    static let points: Set<String> = [
        "on", "at", "for", "around", "from", "after", "eta", "à", "am", "ab", "um", "nach", "gegen", "el", "le", "vers",
        "después", "despues", "dès",
    ]
    /// Fillers within an expression.
    static let fillers: Set<String> = [
        "the", "is", "of", "date", "sometime", "later", "about", "approximately", "roughly", "del", "zum", "den", "dem",
        "de", "el", "le", "la", "las", "au", "du", "al", "am", "um", "early", "latest",
    ]
    /// Words after which a day lies behind.
    static let past: Set<String> = [
        "last", "past", "previous", "since", "ago", "seit", "letzten", "letzte", "letzter", "vorigen", "pasado",
        "pasada", "dernier", "dernière", "depuis", "desde",
    ]

    static let tomorrow: Set<String> = [
        "tomorrow", "tmrw", "tmr", "tomorow", "tommorow", "tommorrow", "mañana", "demain",
    ]
    static let today: Set<String> = ["today", "heute", "heut", "hoy", "aujourdhui", "tonight", "tonite"]

    /// Words for the present week, month or weekday, and for those after it.
    static let thisPeriod: Set<String> = [
        "this", "diese", "diesen", "dieser", "dieses", "esta", "este", "cette", "ce",
    ]
    static let nextPeriod: Set<String> = [
        "next", "nächste", "nächsten", "nächster", "nächstes", "naechste", "naechsten", "próxima", "próximo",
        "proxima", "proximo",
    ]
    /// Words for the week or month after the present one, but for the weekday or weekend ahead.
    static let comingPeriod: Set<String> = [
        "coming", "kommende", "kommenden", "kommender", "kommendes", "kommendem",
    ]
    /// Words before a weekday that is the first one ahead.
    static let comingWeekday: Set<String> = comingPeriod.union(["próxima", "próximo", "proxima", "proximo"])
    /// All words that relate a week, month or weekday to the present one.
    static let relations: Set<String> = thisPeriod.union(nextPeriod).union(comingPeriod)
    /// Words between a weekday and its week: "Thursday of next week".
    static let ofPeriods: Set<String> = ["of", "in", "the", "de", "la", "der"]
    /// Several periods, which no single day ends: "in the coming weeks".
    static let plurals: Set<String> = [
        "weeks", "wks", "wochen", "semanas", "semaines", "months", "monate", "monaten", "meses", "quarters", "years",
        "jahren", "años", "ans",
    ]
    /// Words for the end, the beginning and the middle of a period.
    static let edges: [String: String] = [
        "end": "end", "ende": "end", "fin": "end", "final": "end", "finales": "end", "start": "start",
        "beginning": "start", "anfang": "start", "principios": "start", "primeros": "start", "début": "start",
        "debut": "start", "middle": "mid", "mid": "mid", "mitte": "mid", "mediados": "mid", "mi": "mid",
    ]

    /// The end of each part of the day, in minutes.
    static let partsOfDay: [String: Int] = [
        "morning": 12 * 60, "afternoon": 18 * 60, "evening": 21 * 60, "lunch": 12 * 60, "lunchtime": 12 * 60,
        "noon": 12 * 60, "midday": 12 * 60, "midnight": 24 * 60, "mittag": 12 * 60, "mediodía": 12 * 60,
        "midi": 12 * 60, "mitternacht": 24 * 60, "medianoche": 24 * 60, "minuit": 24 * 60, "mittagessen": 12 * 60,
        "almuerzo": 12 * 60, "déjeuner": 12 * 60,
    ]
    /// Parts of the day that need no "tomorrow" or "this" beside them.
    static let lonePartsOfDay: Set<String> = [
        "noon", "midday", "midnight", "lunch", "lunchtime", "mittag", "mediodía", "mitternacht", "medianoche", "minuit",
        "midi", "mittagessen", "almuerzo", "déjeuner",
    ]

    /// Zones by their common abbreviations, as names of the tz database, daylight saving time included.
    static let zones: [String: String] = [
        "utc": "UTC", "gmt": "UTC", "z": "UTC", "cet": "Europe/Berlin", "cest": "Europe/Berlin", "eet": "Europe/Athens",
        "bst": "Europe/London", "et": "America/New_York", "est": "America/New_York", "edt": "America/New_York",
        "ct": "America/Chicago", "cst": "America/Chicago", "cdt": "America/Chicago", "mt": "America/Denver",
        "pt": "America/Los_Angeles", "pst": "America/Los_Angeles", "pdt": "America/Los_Angeles", "jst": "Asia/Tokyo",
    ]

    private static func table(_ names: [[String]], from first: Int) -> [String: Int] {
        var table: [String: Int] = [:]
        for (index, group) in names.enumerated() {
            for name in group { table[name] = index + first }
        }
        return table
    }
}

/// Units of time.
enum DateUnit: Sendable { case minute, hour, day, workingDay, week, fortnight, month, quarter, year }
