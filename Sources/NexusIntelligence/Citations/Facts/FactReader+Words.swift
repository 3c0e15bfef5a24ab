extension FactReader {
    static let numbers: [String: Double] = {
        let lists = [
            """
            zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen \
            nineteen
            """,
            """
            null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn \
            neunzehn
            """,
            """
            cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho \
            diecinueve
            """,
            "zéro - deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
        ]
        var table: [String: Double] = [
            "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
            "ninety": 90,
            "zwanzig": 20, "dreißig": 30, "vierzig": 40, "fünfzig": 50, "sechzig": 60, "siebzig": 70, "achtzig": 80,
            "neunzig": 90, "veinte": 20, "treinta": 30, "cuarenta": 40, "cincuenta": 50, "sesenta": 60, "setenta": 70,
            "ochenta": 80, "noventa": 90, "vingt": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60,
            "hundert": 100, "tausend": 1_000, "cien": 100, "mil": 1_000, "mille": 1_000, "couple": 2, "pair": 2,
            "twice": 2, "zweimal": 2, "thrice": 3,
        ]
        for list in lists {
            for (value, word) in list.split(separator: " ").enumerated() where word != "one" {
                table[String(word)] = Double(value)
            }
        }
        return table
    }()
    static let ordinals: [String: Double] = [
        "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
        "tenth": 10,
        "zweite": 2, "dritte": 3, "vierte": 4, "segundo": 2, "segunda": 2, "tercero": 3, "tercera": 3, "deuxième": 2,
        "troisième": 3,
    ]
    static let articles = FactWords.set("a an one ein eine einen einem einer un una une")
    static let collections: [String: Double] = [
        "dozen": 12, "dozens": 12, "hundred": 100, "thousand": 1_000, "million": 1_000_000, "dutzend": 12, "docena": 12,
        "douzaine": 12, "hundert": 100, "tausend": 1_000, "couple": 2, "pair": 2, "millones": 1_000_000,
        "millionen": 1_000_000,
    ]
    static let multipliers: [String: Double] = [
        "k": 1_000, "thousand": 1_000, "million": 1_000_000, "m": 1_000_000, "mio": 1_000_000, "hundred": 100,
        "dozen": 12, "tausend": 1_000, "mil": 1_000, "mille": 1_000, "millionen": 1_000_000, "millones": 1_000_000,
        "billion": 1_000_000_000, "bn": 1_000_000_000,
    ]
    static let currencies: [String: String] = [
        "€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR", "$": "USD", "usd": "USD", "dollar": "USD",
        "dollars": "USD", "dólares": "USD", "£": "GBP", "gbp": "GBP", "pound": "GBP", "pounds": "GBP", "pfund": "GBP",
        "chf": "CHF", "franken": "CHF", "¥": "JPY", "yen": "JPY",
    ]
    static let units: [String: String] = {
        var table: [String: String] = [:]
        let list = """
            % percent prozent;second seconds sec secs sekunde sekunden segundos secondes;minute minutes min mins minuten minuto minutos;\
            hour hours hr hrs h stunde stunden hora horas heure heures;day days tag tage tagen día días jour jours;week weeks wk wks woche \
            wochen semana semanas semaine semaines;month months monat monate monaten mes meses mois;quarter quarters quartal;year years \
            jahr jahre jahren año años an ans;kg kilo kilos kilogram kilograms;g gram grams gramm;t ton tons tonne tonnes;km kilometre \
            kilometres kilometer kilometers;m metre metres meter meters metros;cm centimetre centimetres;mm;mile miles;l litre litres liter \
            liters litros;gb gigabyte gigabytes;mb megabyte megabytes;tb terabyte;kb kilobyte;degree degrees grad;people persons guests \
            leute personen personas personnes;times mal veces fois;ms
            """
        for group in list.split(separator: ";") {
            let names = group.split(separator: " ").map(String.init)
            for name in names { table[name] = names[0] }
        }
        return table
    }()
    static let periods = FactWords.set("second minute hour day week month quarter year")
    static let partsOfDay: [String: String] = [
        "morning": "morning", "vormittag": "morning", "vormittags": "morning", "matin": "morning",
        "afternoon": "afternoon", "nachmittag": "afternoon", "nachmittags": "afternoon", "evening": "evening",
        "abend": "evening", "abends": "evening", "soir": "evening", "tonight": "evening", "night": "night",
        "nacht": "night", "noche": "night", "nuit": "night",
    ]
    static let days: [String: Int] = [
        "today": 0, "tonight": 0, "heute": 0, "hoy": 0, "aujourd'hui": 0, "tomorrow": 1, "morgen": 1, "mañana": 1,
        "demain": 1, "yesterday": -1, "gestern": -1, "ayer": -1, "hier": -1, "übermorgen": 2,
    ]
    static let namedPeriods: [String: String] = [
        "week": "week", "woche": "week", "semana": "week", "semaine": "week", "month": "month", "monat": "month",
        "mes": "month", "mois": "month", "year": "year", "jahr": "year", "año": "year", "année": "year",
        "quarter": "quarter", "quartal": "quarter", "weekend": "weekend", "wochenende": "weekend",
    ]
    static let next = FactWords.set(
        "next nächste nächsten nächster nächstes kommende kommenden próxima próximo prochaine prochain")
    static let this = FactWords.set("this diese diesen dieser dieses esta este cette ce")
    static let last = FactWords.set("last past letzte letzten letzter letztes pasada pasado dernière dernier vorige")
}
