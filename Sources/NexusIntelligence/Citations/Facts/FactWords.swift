/// Words that change the meaning of a sentence, in English, German, Spanish and French.
enum FactWords {
    // MARK: Forms

    /// The words of a contraction.
    static func parts(of word: String) -> [String] {
        if let parts = contractions[word] { return parts }
        guard let mark = word.firstIndex(of: "'") else { return [word] }
        let (head, tail) = (String(word[..<mark]), String(word[word.index(after: mark)...]))
        switch tail {
        case "t" where head.hasSuffix("n") && head.count > 1: return [String(head.dropLast()), "not"]
        case "ll": return [head, "will"]
        case "re": return [head, "are"]
        case "ve": return [head, "have"]
        case "m": return [head, "am"]
        case "d": return [head, "would"]
        case "s": return [head, "'s"]
        default: break
        }
        switch head {
        case "n": return ["ne", tail]
        case "j": return ["je", tail]
        case "l", "d", "m", "t", "s", "c", "qu", "jusqu": return [head + "'", tail]
        default: return [word]
        }
    }

    private static let contractions: [String: [String]] = [
        "can't": ["can", "not"], "won't": ["will", "not"], "shan't": ["shall", "not"], "cannot": ["can", "not"],
        "dont": ["do", "not"], "doesnt": ["does", "not"], "didnt": ["did", "not"], "cant": ["can", "not"],
        "isnt": ["is", "not"], "arent": ["are", "not"], "wasnt": ["was", "not"], "werent": ["were", "not"],
        "hasnt": ["has", "not"], "havent": ["have", "not"], "wouldnt": ["would", "not"], "shouldnt": ["should", "not"],
        "let's": ["let", "us"], "lets": ["let", "us"], "gonna": ["going", "to"], "o'clock": ["o'clock"],
        "aujourd'hui": ["aujourd'hui"], "d'ici": ["in"], "twentyfive": ["twenty", "five"],
    ]

    static func stem(_ word: String) -> String { PorterStemmer.stem(base[word] ?? word) }

    /// Irregular English verbs and spellings, by form.
    private static let base: [String: String] = {
        let list = """
            be is are was were been am;have has had;do does did done;go goes went gone;take took taken;send sent;bring brought;buy \
            bought;sell sold;pay paid;say said;tell told;write wrote written;give gave given;get got gotten;make made;come came;see saw \
            seen;know knew known;think thought;find found;leave left;meet met;run ran;begin began begun;drive drove driven;fly flew \
            flown;choose chose chosen;break broke broken;speak spoke spoken;win won;lose lost;build built;hold held;keep kept;lead led;\
            rise rose risen;fall fell fallen;grow grew grown;teach taught;draw drew drawn;eat ate eaten;hear heard;sing sang sung;ship \
            shipped shipping;stop stopped;plan planned planning;cancel cancelled canceled cancelling canceling;book booked;spend spent;\
            feel felt;forget forgot forgotten;forbid forbade forbidden;sit sat;stand stood;shut shut;wake woke;wear wore worn;throw \
            threw thrown;swim swam;catch caught;lend lent;understand understood;agree agreed;refuse refused
            """
        var table: [String: String] = [:]
        for group in list.split(separator: ";") {
            let forms = group.split(separator: " ").map(String.init)
            for form in forms.dropFirst() { table[form] = forms[0] }
        }
        return table
    }()

    /// Past forms: something was done, rather than planned.
    static func isPast(_ word: String) -> Bool {
        word.hasSuffix("ed") || pastForms.contains(word)
    }

    static func isPassive(_ auxiliary: String) -> Bool {
        ["is", "are", "was", "were", "be", "been", "being", "got"].contains(auxiliary)
    }

    private static let pastForms = set(
        """
        did done went gone took taken sent brought bought sold paid said told wrote written gave given got made came saw seen met ran \
        began drove driven flew flown chose chosen broke spoke won lost built held kept led rose fell grew drew ate sang spent forgot
        """)

    // MARK: Grammar

    /// Words of grammar that carry no fact of their own.
    static let silent = set(
        """
        a about again am an and are as at be been being but by can could d did do does done for from had has have he her here him \
        his how i if in into is it its ll may me might must my of on or our out re s 's shall she should so than that the their \
        them then there these they this those to us ve was we were what when where which who whom whose why will with would you \
        your now also too just yes ja sí oui now still already yet please bitte let going need needs der die das den dem des ein eine \
        einen einem einer und oder ist sind war waren wird werden wurde wurden hat haben hatte kann soll muss ich du er sie es wir ihr \
        mich dich uns am an auf aus bei bis durch für im in mit seit um von vom vor zu zum zur schon auch noch dass el la los las un \
        una y o de del al en con por para que es son está están fue ha han yo se lo le su sus mi ya más le les l' d' un une des du et \
        ou est sont a ont je tu il elle nous vous on ce c' s' m' t' qu' qui à au aux dans pour par sur avec
        """)

    static func isContent(_ token: FactToken) -> Bool {
        token.kind == .word && !silent.contains(token.text) && !negations.contains(token.text)
            && !hedges.contains(token.text) && token.text.contains(where: \.isLetter)
    }

    static let negations = set(
        """
        not never no none nobody nothing nowhere neither nor without unable hardly barely nicht kein keine keinen keinem keiner nie \
        niemals niemand nichts ohne weder nunca jamás nadie nada ninguno ninguna ningún sin tampoco ni ne pas jamais rien aucun \
        aucune sans
        """)
    /// "Without" negates what follows it, not its whole clause.
    static let excluding = set("without ohne sin sans")
    /// Stems of verbs that negate what they govern: "refused to sign".
    static let revoking = Set(
        """
        cancel refuse reject decline fail deny avoid stop forbid postpone prevent forget withdraw revoke absagen abgesagt \
        verschoben cancelado aplazado annulé reporté
        """.split(separator: " ").map { stem(String($0)) })
    static let origins = set("from von de desde depuis")
    /// Negations that mean something else in another language.
    static let foreign: [String: Set<Language>] = [
        "sin": [.spanish], "nie": [.german], "ni": [.spanish, .french], "nada": [.spanish], "pas": [.french],
        "ne": [.french], "personne": [.french], "once": [.spanish], "sept": [.french], "hier": [.french],
    ]
    /// With a negation they deny nothing.
    static let idioms: [[String]] = [
        ["no", "problem"], ["no", "worries"], ["no", "doubt"], ["not", "only"], ["no", "later"], ["why", "not"],
        ["nicht", "nur"], ["kein", "problem"], ["no", "solo"], ["no", "sólo"], ["pas", "de", "problème"],
        ["not", "forget"], ["nicht", "vergessen"], ["no", "olvides"], ["no", "matter"],
    ]

    /// Hedges: possibility, opinion, condition.
    static let hedges = set(
        """
        might may could would should maybe perhaps possibly probably likely unlikely if unless whether suppose guess think believe \
        hope wish assume unsure doubt seems seem apparently tentatively tentative propose proposed suggest suggested \
        vielleicht eventuell wahrscheinlich vermutlich könnte könnten sollte sollten würde falls glaube denke hoffe quizás quizá \
        probablemente podría deberíamos creo espero si peut probablement pourrait devrait crois pense thinks believes \
        hopes assumes guesses proposes suggests proposal idea consider considering considers rumour rumor almost nearly supposedly allegedly \
        reportedly hopefully beinahe casi presque want wants wanted
        """)
    /// Reports of a question or a wish rather than of a fact.
    static let requests = set(
        """
        ask asks asked asking wonder wonders wondered wants want wanted requested needs need \
        fragt fragte gefragt möchte pregunta preguntó pide pidió demande demandé invite invited invites offered
        """)
    static let reports = set(
        """
        say says said write writes wrote tell tells told report reports reported mention mentions mentioned announce announces \
        announced confirm confirms note notes noted state states stated think thinks thought believes believe according sagt \
        sagte schreibt schrieb meint meinte berichtet dice dijo escribió dit écrit
        """
    ).union(requests).union(hedges)

    // MARK: People

    static let firstPerson = set("i me we us ich mich mir wir uns yo nosotros nosotras je nous let")
    static let firstSingular: [Language: Set<String>] = [
        .english: set("i me my myself"), .german: set("ich mich mir mein meine meinen"), .spanish: set("yo mi me mis"),
        .french: set("je me moi mon ma mes"),
    ]
    static let secondPerson = set("you du ihr euch tú usted ustedes tu vous")
    static let thirdPerson = set(
        "he she they somebody someone everyone everybody him them er il elle ils ella él ellos")
    static let collective = set("team group people company family everyone everybody they we")
    static let objectPrepositions = set(
        "to for with from about at without of against an für mit von bei über para con a de sobre à pour avec chez")
    static let agents = set("by von por par durch")
    static let joiners = set("and & und y et e or")
    static let auxiliaries = set(
        "is are was were will would can could shall should has have had does did do must may might wird hat ist va ha")
    /// First words of a sentence that are not names.
    static let starters = set(
        """
        according currently overall additionally finally later however meanwhile both all some other others each another please \
        first next last once after before since until during because
        """)
    /// Names that are common words.
    static let shyNames = set(
        "will may mark grace joy april june rose art bill hope faith rich drew chase dawn summer max")

    static func set(_ words: String) -> Set<String> { Set(words.split(separator: " ").map(String.init)) }

    // MARK: Languages

    enum Language { case english, german, spanish, french }

    private static let signs: [(Language, Set<String>)] = [
        (.english, set("the is are of to and will on at for it we he she they was i not has have with")),
        (.german, set("der die das und ist nicht am um wir ich zu den dem wird im ein eine mit für hat auf kein")),
        (.spanish, set("el la los las de que y es en para una se con por del al está lo su yo")),
        (.french, set("le la les des est et du que pour ne pas une à je nous il elle on dans au sur l' d'")),
    ]

    /// The language that most of a text's words of grammar belong to.
    static func language(of tokens: [FactToken]) -> Language {
        var best: (language: Language, count: Int) = (.english, 0)
        for (language, words) in signs {
            let count = tokens.count { words.contains($0.text) }
            if count > best.count { best = (language, count) }
        }
        return best.language
    }
}
