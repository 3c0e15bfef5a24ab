/// The phrases that insights are read by: English, and the commonest of German, Spanish and French.
enum CueWords {
    /// The speaker takes something on.
    static let promises = Phrases(
        .promises,
        [
            "i'll", "i will", "i shall", "i'm going to", "i am going to", "i'm gonna", "im gonna", "let me", "i can",
            "i need to", "i have to",
            "i must", "i've got to", "i gotta", "ich werde", "ich schicke", "ich mache", "ich kümmere", "ich übernehme",
            "voy a", "me encargo",
            "yo me encargo", "je vais", "je m'en occupe", "je le fais", "i shall do", "i'll go ahead and", "yo la",
            "yo lo",
        ])
    /// Words after a promise that make it none.
    static let idle: Set<String> = [
        "be", "see", "say", "bet", "never", "not", "think", "guess", "miss", "love", "admit", "believe", "remember",
        "hear", "imagine",
        "probably", "maybe", "understand", "know", "always", "hardly", "kill", "die", "only", "feel", "need", "want",
        "live", "wait", "pass",
        "survive", "relate", "tell", "assure",
    ]
    /// Requests.
    static let requests = Phrases(
        .requests,
        [
            "can you", "could you", "would you", "will you", "can you please", "could you please", "can u", "could u",
            "would you mind",
            "kannst du", "könntest du", "könnt ihr", "können sie", "puedes", "podrías", "puede", "tu peux", "peux-tu",
            "pourrais-tu",
            "vous pouvez", "can someone", "can somebody", "can anyone", "can anybody", "could someone",
            "could somebody",
            "could anyone",
            "could anybody", "can one of you", "i need you to", "i want you to", "i'd like you to", "don't forget to",
            "do not forget to",
            "please don't forget to", "remember to", "please remember to", "make sure to", "please make sure",
            "make sure",
            "be sure to",
            "please", "pls", "plz", "bitte", "por favor", "stp", "kindly",
        ])
    /// Needs; the assignee is open or precedes.
    static let needs = Phrases(
        .needs,
        [
            "needs", "need", "needs to", "need to", "has to", "have to", "must", "should", "needs to be", "need to be",
            "has to be",
            "have to be", "must be",
            "is supposed to", "are supposed to", "we've got to", "ought to", "muss", "müssen", "tiene que",
            "tenemos que",
            "il faut", "doit",
        ])
    /// Calls for volunteers.
    static let wanted = Phrases(.wanted, ["need someone to", "need somebody to", "needs someone to"])
    /// "I need the numbers from both of you."
    static let wishes = Phrases(.wishes, ["i need"])
    static let givers = Phrases(.givers, ["from you", "from both", "from each", "from all"])
    /// Words after a name that is given work.
    static let orders = Phrases(
        .orders, ["you'll", "you will", "you take", "you need to", "you have to", "you should"])
    static let markers = Phrases(
        .markers,
        [
            "todo", "to-do", "to do", "action item", "action item for", "action", "action for", "next step", "task for",
            "task", "ai for",
        ])
    static let everybody: Set<String> = [
        "someone", "somebody", "anyone", "anybody", "everyone", "everybody", "we", "one", "jemand", "wir", "alguien",
        "quelqu'un", "on", "you",
        "all", "people", "team", "y'all", "guys", "nobody",
    ]
    /// Past, wishes, hypotheticals and jokes.
    static let past = Phrases(
        .past,
        [
            "yesterday", "last week", "last month", "last year", "last time", "last night", "last friday",
            "last monday",
            "last tuesday", "ago",
            "already", "used to", "i did", "i had to", "we had to", "had to", "i was", "gestern", "letzte woche",
            "ayer",
            "hier",
        ])
    static let unreal = Phrases(
        .unreal,
        [
            "if", "what if", "would have", "should have", "could have", "i wonder", "wonder if", "might", "maybe",
            "perhaps", "at some point",
            "some day", "someday", "one day", "eventually", "not sure", "no promises", "would be nice", "would love",
            "i'd love", "how about",
            "what about", "probably", "lol", "😂", "🤣", "haha", "hahaha", "jk", "kidding", "vielleicht", "quizás",
            "tal vez",
            "peut-être",
            "in theory", "hypothetically", "imagine",
        ])
    static let opinions = Phrases(
        .opinions,
        [
            "should we", "shall we", "should i", "shall i", "do we", "do i", "why", "who", "did", "does", "how",
        ])

    /// Short answers that accept a request.
    static let acceptances = Phrases(
        .acceptances,
        [
            "ok", "okay", "k", "sure", "sure thing", "will do", "on it", "i'm on it", "yes", "yep", "yeah", "yup",
            "absolutely", "certainly",
            "of course", "got it", "noted", "no problem", "np", "no worries", "my pleasure", "happy to", "gladly",
            "definitely", "roger",
            "consider it done", "sounds good", "deal", "can do", "right away", "doing it now", "doing that now",
            "sending now", "calling now",
            "fair enough", "i'll do it", "i'll do that", "i'll take it", "i'll take that", "i'll take that one", "👍",
            "👌",
            "🫡",
            "mache ich", "mach ich", "klar", "alles klar", "gerne", "geht klar", "wird gemacht", "claro", "vale",
            "listo",
            "sí", "oui", "d'accord",
            "je m'en occupe", "bien sûr", "ok boss", "aye", "copy that", "working on it", "looking", "looking into it",
            "thanks for the reminder",
        ])
    static let refusals = Phrases(
        .refusals,
        [
            "no", "nope", "can't", "cannot", "sorry", "not me", "won't", "i'm afraid", "unfortunately", "later maybe",
            "nein", "leider",
        ])
    /// Reports of completion.
    static let completions = Phrases(
        .completions,
        [
            "done", "finished", "completed", "complete", "fixed", "sent", "shipped", "merged", "deployed", "booked",
            "paid",
            "submitted",
            "uploaded", "published", "printed", "ordered", "updated", "signed", "renewed", "approved", "resolved",
            "delivered", "moved",
            "informed", "called", "checked", "exported", "sorted", "reviewed", "closed", "cleaned", "installed",
            "released",
            "added", "spoke",
            "talked", "asked", "bought", "cleared", "scheduled", "replaced", "rewritten", "wrote", "is live", "is up",
            "are up", "is ready",
            "are ready", "are in", "✅", "✔", "erledigt", "fertig", "gemacht", "angepasst", "hecho", "listo",
            "fait", "c'est fait",
            "found it", "said yes", "taken care of",
        ])
    static let unfinished = Phrases(
        .unfinished,
        [
            "not", "isn't", "aren't", "hasn't", "haven't", "almost", "nearly", "when", "once", "until", "will be",
            "needs to be", "must be",
            "has to be", "have to be", "need to be", "to be", "not yet", "can't", "should be", "still", "get", "gets",
            "if",
            "nicht",
        ])
    static let cancellations = Phrases(
        .cancellations,
        [
            "never mind", "nevermind", "forget about", "forget", "no need to", "no need for", "skip", "cancel",
            "cancelled",
            "canceled",
            "not needed", "no longer need", "no longer needed", "don't need", "drop", "scrap", "don't bother",
            "hat sich erledigt", "vergiss",
            "ya no hace falta", "plus besoin", "laisse tomber", "scratch that",
        ])
    static let reminders = Phrases(
        .reminders,
        [
            "reminder", "any update", "any news", "did you", "have you", "still owe", "still waiting", "still need",
            "don't forget", "gentle reminder",
            "what about", "te falta", "friendly reminder", "ping", "status of", "hast du",
        ])

    /// Another date.
    static let moves = Phrases(
        .moves,
        [
            "make it", "moved to", "move it", "move to", "moving to", "push it", "push to", "pushed to", "pushing to",
            "postpone", "postponed", "instead of", "rather than", "let's say", "not before", "won't make", "wont make",
            "reschedule", "rescheduled", "shifted to", "slip to", "slips to", "verschieben", "verschoben", "erst am",
            "lieber am", "mejor el", "se pasa", "pasamos", "aplazado", "reporté", "décalé", "plutôt",
        ])
    /// The speaker does what another was to do.
    static let takeovers = Phrases(
        .takeovers,
        [
            "i'll take over", "ill take over", "taking over", "i'll take this", "i'll take that", "i'll take it",
            "ill take it", "i can take it", "i'll do it instead", "gimme that", "i've got it", "ive got it",
            "i'll cover",
            "ich übernehme", "ich übernehm", "mach ich dann", "lo hago yo", "lo llevo yo", "ya lo hago", "je prends",
            "je reprends",
        ])

    /// Decisions.
    static let decisions = Phrases(
        .decisions,
        [
            "decided then", "final answer", "we decided", "we've decided", "we have decided", "it's decided",
            "it is decided", "that's decided",
            "was decided", "we agreed",
            "we've agreed", "we have agreed", "we settled on", "we've settled", "settled", "we voted", "we've voted",
            "we picked", "we've picked",
            "we chose", "we've chosen", "we're going with", "we are going with", "going with", "let's go with",
            "go with",
            "decision",
            "final decision", "from now on", "new rule", "agreed we", "we won't", "we will not", "we don't",
            "we stick with", "we're sticking with",
            "sticking with", "it's final", "is final", "approved by all", "consensus", "we concluded", "the plan is",
            "wir haben beschlossen",
            "wir haben entschieden", "haben beschlossen", "wir nehmen", "wir machen", "beschlossen", "ab jetzt",
            "quedamos en", "hemos decidido", "decidimos", "on a décidé",
            "nous avons décidé", "on part sur", "i've decided", "i have decided", "we're not going to",
            "we are not going to", "no more",
            "it was agreed", "we go with", "we freeze", "we roll back", "postpone",
        ])
    static let plans = Phrases(.plans, ["we'll", "we will", "we're going to", "we are going to", "we shall"])
    static let proposals = Phrases(.proposals, ["let's", "lets", "let us"])
    /// Words after "let's" and "we'll" that make it no decision.
    static let idlePlans: Set<String> = [
        "see", "hope", "talk", "discuss", "meet", "chat", "say", "face", "pretend", "find", "be", "know", "probably",
        "need", "have", "get",
        "look", "think", "wait", "try", "catch", "call", "sync", "eat", "grab", "celebrate",
    ]

    /// Urgency.
    static let urgent = Phrases(
        .urgent,
        [
            "urgent", "urgently", "asap", "a.s.a.p", "immediately", "emergency", "critical", "right now",
            "drop everything",
            "drop what",
            "top priority", "highest priority", "high priority", "p0", "p1", "sev1", "sev-1", "blocker", "showstopper",
            "is down", "are down",
            "outage", "data leak", "breach", "dringend", "sofort", "urgente", "immer noch kaputt", "time-sensitive",
            "time sensitive", "important",
            "as soon as possible", "production issue", "on fire", "🚨", "🔥",
        ])
    static let calm = Phrases(
        .calm,
        [
            "not urgent", "no rush", "no hurry", "isn't urgent", "not critical", "nothing urgent", "not important",
            "when you have time",
            "false alarm", "not asap", "non-critical", "no emergency", "nicht dringend", "was down", "if anything is",
            "low priority", "most important thing",
        ])
    /// Words before a date that make it one to keep.
    static let keeping = Phrases(
        .keeping,
        [
            "due", "deadline", "expires", "expire", "must", "needs", "need", "needs to", "need to", "has to", "have to",
            "is on", "is next",
            "ends", "closes", "by",
            "before", "until", "no later than", "within", "wants", "needs", "frist", "bis", "fällig", "vence", "antes",
            "avant",
            "submission", "cut-off", "cutoff", "launch is", "expects", "is tomorrow", "is today", "today", "goes live",
            "go live",
        ])
    /// Words before a date up to which something lasts.
    static let enduring: Set<String> = ["until", "till", "til"]
    /// Words that turn the end of a period into a due date.
    static let granting = Phrases(
        .granting,
        [
            "due", "deadline", "expires", "expire", "must", "need", "needs", "need to", "needs to", "has to", "have to",
            "have", "has", "got", "open", "accept", "accepting", "submit", "register", "apply", "vote", "rsvp",
            "sign up",
            "send", "reply",
        ])
}
