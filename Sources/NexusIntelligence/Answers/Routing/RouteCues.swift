/// The words by which ``QuestionRouter`` recognises what a question asks for, in English, German, Spanish and French:
/// without accents, contractions apart. `a/b` is a choice, `a?` may be missing.
enum RouteCues {
    /// Cues of each target; the first target with a cue wins.
    static let targets: [(QuestionRoute.Target, [Phrase])] = [
        (.catchUp, phrases(catchUp)), (.summary, phrases(summary)), (.changes, phrases(changes)),
        (.urgent, phrases(urgent)), (.tasks, phrases(tasks)), (.deadlines, phrases(deadlines)),
        (.decisions, phrases(decisions)),
    ]

    private static let catchUp = """
        catch me/us up, catch up, bring me up to speed, get me up to speed, \
        up to date, fill me in, get me in the loop, loop me in, did i miss, have i missed, i ve missed, i missed, \
        what/anything s? is? new, anything new, any news, whats new, any updates/update, update me, the latest news, \
        what s? is? the latest, s going on, is going on, s happening, s been happening, been going on, what happened, what s happened, \
        has happened, while i was away/gone/out/off/asleep/offline/sleeping, do i need to know, should i know, must i know, \
        i should know, i need to know, anything/something important, missed here, \
        habe ich verpasst, hab ich verpasst, ich verpasst, was verpasst, gibt es neues/neuigkeiten, gibt s neues, was neues, ist neu, \
        was war los, war hier? so? los, ist passiert, ist los, bring/bringt? mich/uns? auf den neuesten/aktuellen/neusten? stand, auf stand, auf dem laufenden, \
        was lief, ist so? gelaufen, lief hier?, neuigkeiten, muss ich wissen, sollte ich wissen, \
        me perdi, me he perdido, he perdido, ponme/ponganme/poneme al dia/corriente/tanto, ponerme al dia/corriente, \
        hay de nuevo, de nuevo, novedades, alguna novedad, ha pasado, que paso, que pasa, paso por aqui, tengo que saber, debo saber, \
        j ai rate/manque/loupe, ai je rate/manque/loupe, quoi de neuf, du nouveau/neuf, des nouvelles, mets moi au courant/jour/parfum, \
        au courant, s est il? passe, s est passe, se passe t? il?, dois savoir, y a t il du nouveau
        """

    private static let summary = """
        summarize/summarise/summarized/summary/summaries/recap/rundown/sum/overview/digest/gist, tl dr, key/main/important points, \
        in a nutshell, in short, boil it down, zusammenfassung/zusammenfassen/zusammengefasst/zusammenfasst, \
        uberblick/kurzfassung/ubersicht, fass/fasse/fasst, zusammen, resumen/resumir/resumeme/resumenos/resume/resumido/resumelo, \
        sintesis, puntos clave/principales, resume/resumer/recapitulatif/synthese/recapitule/recapituler, points cles/principaux, \
        worum ging/geht/gings es? s?, de que va, de que se hablo, de quoi ca? parle
        """

    private static let changes = """
        change/changed/changes/changing, moved, was/were/been/got/get/getting pushed, pushed back, postponed/rescheduled/delayed, \
        shifted, replaced/overturned/reversed/revised/superseded, cancelled/canceled/scrapped, \
        called off, brought forward, put off, is? different now?, not valid anymore, swapped, \
        umgestossen/umgeschmissen/geandert/anderte/anderungen/anderung/geanderte/andert, verschoben/verlegt/vertagt/verschobene/vorgezogen, \
        abgesagt/gestrichen/ersetzt/umgeplant, ist/wurde/hat? jetzt? anders, anders geworden/als, umgeworfen, \
        cambiado/cambio/cambios/cambiaron/cambia/cambiaba, aplazado/pospuesto/movido/movio/reprogramado/atrasado/adelantado, \
        aplazo/pospuso/movieron/aplazaron/cancelado/cancelo/sustituido/reemplazado/retrasado, \
        changements/changement/changees, reporte/reportes/decale/decales/deplace/deplaces/reportee/decalee, \
        annule/annules/annulee/remplace/remplaces/modifie/modifies
        """

    private static let urgent = """
        urgent/urgently/urgency/urgencies/emergency/emergencies/pressing/urgente/urgentes/urgents, needs/need/needing immediate? \
        attention, right now, on fire, any fires, burning, is burning, immediate, time critical, can t wait, cannot wait, top priority, \
        priorities, priority, high priority, most important, dringend/dringende/dringendes/dringender/dringendste/eilig/eiliges/eilige/eilt, \
        notfall/notfalle/akut/akutes, brennt/brennts, pressiert, sofort, nicht warten, emergencia/emergencias/urgencia/urgencias, \
        corre prisa, prisa, no puede esperar, urgence/urgences/presse/pressant, ne peut pas attendre, tout de suite
        """

    private static let tasks = """
        task/tasks/chore/chores/assignment/assignments/duties, action items/item/points/point/actions?, actions, to dos/do, to do list, \
        do list, open items/item/points/issues/loops/things/ends/stuff/threads, loose ends, outstanding, pending, unfinished, undone, \
        s left, is left, left open, have/got left, left on me/him/her, s still on me, on me, still open, what s open, open, still missing from, i missing, on my/his/her/their/our? plate, \
        s plate, my plate, on my list/desk/side, s list, my list, on the hook, on the hook for, assigned, in charge of, responsible for, \
        supposed to, expected to, have/has/had to do/finish/deliver/complete/handle/take?, have/has i/he/she/they got open/outstanding/to?, doing for me, do for me, got to do/finish/deliver, \
        need/needs/needed to do/finish/deliver/complete/handle/take?, must i/he/she/we/they? do, should/shall/can i do/tackle/work, \
        take care of, get done, be done, getting done, to finish, i do next, work on, should be doing, my turn, up to me, \
        expected/expect/expecting of/from me, owe/owes/owed/owing, promise/promises/promised/promising/vow/vowed, \
        sign/signed up for, commit/commits/committed/commitment/commitments, take/took/taken/taking on, down for, dealt with, dealing with, hand/handed/handing/turn/turned/turning in, volunteer/volunteered, \
        agree/agreed to do, say/said i/he/she/they d/would/will/ll? do?, waiting for/on, wait for/on, waits for/on, \
        waiting, depending on me, depends on me, rely on me, relying on me, blocked by/on, blocking, hanging on, \
        wants/want/wanted/need/needs/needed anything/something/things? from me, from me, of me, asked me, ask me, told me to do, \
        deliver to me, i asked, i ask, did i ask, i requested, i assigned, i delegated, i handed out, my requests, my asks, \
        gave out, i gave, who does what, who s doing what, who is doing what, doing what, follow ups/up, still have to, still has to, still need to, \
        still needs to, got on, unassigned, no owner, without an? owner, nobody has taken/claimed, not assigned, up for grabs, \
        aufgabe/aufgaben/auftrage/pendenzen/pendenz/pendent, zu tun, zu erledigen, zu machen, erledigen/erledigt/abarbeiten/abliefern/abzuliefern/abgeben, \
        muss/musst/mussen/sollen/soll/sollte/sollten ich/er/sie/wir? noch? alles? machen/tun, noch machen/tun, \
        aussteht/ausstehen/offen/offene/offenen/offenes/ausstehend/ausstehende/ausstehenden, fehlt/fehlen noch, noch fehlt, \
        schulde/schuldet/schulden/schuldig, versprochen/versprach/zugesagt/zusagen/ubernommen/ubernimmt, wartet/warten/warte auf, \
        wartet/warten/warte, von mir, bei mir, bin ich dran, ist dran, meine liste, meiner liste, auf dem zettel/tisch/schirm, \
        zustandig, wer macht was, zu tun habe, steht bei mir noch? an, steht fur mich, liegt bei mir, auf mich, ich gebeten, \
        ich beauftragt, verteilt, delegiert, von mir gewollt, tun muss, machen muss, muss/soll/sollte/darf ich/i/er/sie, muss/soll/sollte, ich noch muss, ich muss, was muss ich, \
        tarea/tareas/pendiente/pendientes/quehaceres/deberes, por hacer, sin hacer, tengo/tiene/tienen/tenemos que hacer/terminar/entregar, \
        tengo/tiene/tienen que, hay que hacer, queda/quedan/falta/faltan por hacer, me/le/nos/te/les toca/tocan/tocaba, \
        me/le/nos/les queda/quedan, me/le/nos/les falta/faltan, debo/debe/deben/debemos/debia/deuda/debiendo, \
        prometi/prometio/prometido/prometieron, comprometi/comprometio/comprometido/comprometieron, \
        espera/esperan/esperando de?, esperando, de mi, a mi cargo, mi lista, mis pendientes, encargue/encargado/encargo/encargos, \
        pedi/pidio/pidieron/pedido, quien hace que, sin asignar, sin dueno, nadie ha cogido/tomado, \
        tache/taches/corvees, a faire, reste/restent a? faire?, dois/doit/devons/doivent, dois je, je dois faire?, \
        promis/promise/engage/engages, attend/attends/attendent/attendre, en attente, ma liste, me doit/doivent, j ai demande, \
        m a demande, m ont demande, qui fait quoi, non attribuees/attribue, de moi, charge de, en cours
        """

    private static let deadlines = """
        deadline/deadlines/due/dues/cutoff, due dates/date, cut off, coming up, upcoming, comes next, appointments/appointment, \
        important dates, dates/schedule/calendar/agenda/timeline/milestones, overdue, \
        frist/fristen/fallig/fallige/falligkeiten/abgabe/abgaben/abgabetermin/abgabetermine/abgabefrist/stichtag/stichtage, \
        termin/termine, steht/stehen an/bevor, was kommt auf, kommt auf uns/mich zu,  stehen an, steht noch? als? nachstes? an, steht diese/nachste? woche? an, ansteht, \
        als nachstes an, demnachst, uberfallig/uberfallige, bis wann, plazo/plazos/vence/vencen/vencimiento/vencimientos/vencido, \
        fecha/fechas limite/limites/tope/topes/importantes/entrega?, fechas, fechas por delante, fecha de entrega, entrega/entregas/entregar, citas/cita, \
        agenda, proximas fechas, fechas vienen, para cuando, echeance/echeances/delai/delais/butoir, date/dates limite/limites/butoir/importantes?, \
        a rendre, rendez vous, rdv, pour quand, calendrier, viene ahora, proximo compromiso
        """

    private static let decisions = """
        decide/decided/decides/deciding/decision/decisions/decisons, agree/agreed/agreement/agreements, \
        settle/settled/settling, conclude/concluded/conclusion/conclusions, resolution/resolutions/resolved, ruled, ruling/rulings/verdict, \
        land/landed on, did we land, go/went with, sign/signed off on, final call/calls/answer, outcome/outcomes, \
        end up with, chose/chosen, entschieden/entscheidung/entscheidungen/entscheiden/entschied/entscheide/entscheid, \
        beschlossen/beschluss/beschlusse/beschliessen, geeinigt/einigung/einigungen, \
        abgemacht/ausgemacht/abmachung/abmachungen/festgelegt/vereinbart/festlegung/festlegungen/festgehalten/geklart/vereinbarung/vereinbarungen/abgesprochen/verblieben, \
        decidido/decidimos/decidieron/decidio/decidir/decisiones/decidida/decididas, acordado/acordamos/acordaron/acuerdo/acuerdos/acordo, \
        quedado/quedamos/quedaron/quedo en?, resuelto/resolvimos/resolvio/resolucion, definido/definimos/definieron/definio/definir/acordasteis/decidisteis/quedasteis, \
        decidee/decides/decidees/decidons, convenu/convenus/tranche/actee/acte/choisi/entendu/arrete/arretees/arretons/valide/validees, mis d accord, d accord
        """

    /// Which of two readings: singular and next, so that the first date is the answer.
    static let next = phrases(
        """
        next deadline, next due, next thing due, next fixed date, the deadline, s due next, is due next, due next, nearest deadline, first deadline, \
        next appointment, next date, date to keep, soonest, nachste frist, nachster? termin, nachste/nachster/nachsten deadline/abgabe/termin/stichtag/abgabetermin/abgabefrist, \
        als nachstes fallig, die frist, proximo plazo, proxima fecha/entrega/cita, siguiente plazo/fecha/entrega, el plazo, la fecha limite, \
        prochaine echeance/date/deadline, prochain delai/rendez/rdv, l echeance, la deadline, el deadline
        """)

    /// Cues of ``QuestionRoute/Target/catchUp`` that may be of days to come.
    static let present = phrases("going on, happening, ist/geht los, que pasa, que hay, se passe")

    /// Cues of ``QuestionRoute/Target/catchUp`` that are of the past.
    static let missed = phrases(
        """
        miss/missed, happened, been going/happening, verpasst, ist passiert, war, lief, gelaufen, perdi/perdido, ha pasado, \
        paso, rate/manque/loupe, s est passe
        """)

    /// The cues of one word: no topics, whichever kind they are of.
    static let single: Set<String> = Set(targets.flatMap(\.1).filter { $0.count == 1 }.flatMap { $0[0] })

    // MARK: Parties

    static let askerWords: Set<String> = [
        "i", "me", "my", "mine", "myself", "ich", "mir", "mich", "mein", "meine", "meinen", "meiner", "meines", "yo",
        "mi", "mis",
        "conmigo", "je", "j", "moi", "mes", "mon", "ma",
    ]
    /// Spanish verbs with the asker as their subject.
    static let askerVerbs: Set<String> = [
        "tengo", "debo", "prometi", "debia", "hago", "soy", "estoy", "puedo", "pedi", "encargue", "espero", "dije",
        "asumi", "dois", "ai",
    ]
    static let nominative: Set<String> = ["i", "ich", "yo", "je", "j"]
    static let oblique: Set<String> = ["me", "mir", "mich", "moi", "m", "mi"]
    static let owing: Set<String> = [
        "owe", "owes", "owed", "owing", "schulde", "schuldet", "schulden", "schuldig", "debe", "deben", "debo", "doit",
        "doivent", "dois",
        "debemos",
    ]
    static let waiting: Set<String> = [
        "wait", "waits", "waiting", "warte", "wartet", "warten", "espera", "esperan", "esperando", "espero", "attend",
        "attends",
        "attendent", "attendre", "attente",
    ]
    static let asking: Set<String> = [
        "asked", "ask", "requested", "assigned", "delegated", "handed", "requests", "asks", "gebeten", "beauftragt",
        "verteilt", "delegiert",
        "pedi", "pidio", "pidieron", "pedido", "encargue", "encargado", "demande", "told",
    ]
    /// Verbs of promising: to the asker, if "me" is their object.
    static let promising: Set<String> = [
        "promise", "promised", "promises", "promising", "versprochen", "versprach", "zugesagt", "prometio", "prometido",
        "prometieron",
        "promis", "doing", "do",
    ]
    static let wanting: Set<String> = [
        "want", "wants", "wanted", "need", "needs", "needed", "will", "wollen", "wollte", "braucht", "brauchen",
        "gewollt", "quiere",
        "quieren", "necesita", "necesitan", "veut", "veulent", "besoin", "expect", "expects", "expected", "expecting",
        "erwartet",
        "depends", "depending", "rely", "relying", "blocked", "blocking", "espera", "esperan",
    ]
    static let unassigned = phrases(
        """
        unassigned, no owner, without an? owner, nobody has taken/claimed, not assigned, up for grabs, niemand ubernommen, nicht zugewiesen, \
        sin asignar, sin dueno, nadie ha cogido/tomado, non attribuees/attribue
        """)

    // MARK: Other words

    /// May stand between the words of a cue.
    static let adverbs: Set<String> = [
        "still", "yet", "now", "already", "actually", "really", "just", "also", "even", "all", "currently", "again",
        "ever", "anyone",
        "anything", "something", "noch", "denn", "eigentlich", "mal", "alles", "schon", "jetzt", "aktuell", "bitte",
        "so", "no", "heut",
        "was", "etwas", "aun", "todavia", "ya", "ahora", "algo", "todo", "encore", "deja", "maintenant", "tout", "s",
        "lol", "und", "auch",
    ]

    /// Words that do not make a request for records a question about something.
    static let general: Set<String> = Set(
        (QuestionLexicon.function.map(QuestionTokens.fold)
            + """
            estoy while wahrend mientras pendant extract list lists show find give get tell say said please any all every everything anything something nothing open opened make made take \
            taken reach reached item items thread conversation conversations chat chats discussion discussions talk group channel room team \
            here so far point points key main happen happened happening upcoming next soon coming pending outstanding remaining need needs \
            still left yet now currently current right already just really actually exactly again else more other others another anyone \
            anybody someone somebody everyone everybody people folks guys man colleagues teammates nobody none thing things stuff together \
            quick quickly brief briefly short lately recently recent new latest last final finally overall total big important major \
            get got getting have having had has want wants like know see look check check remind hey hi hello ok okay nexus assistant \
            on off up out of for about around across within from been being am re ve ll d s t m o gone go going do does did doing done \
            today one ones few ahead here there where per each me us our ours your yours you yourself outstanding finish complete deliver handle \
            meeting call minutes notes log status progress date dates time times day days week weeks weekend month quick question \
            until end eod eow sorted order way case anyway also maybe perhaps there own ago back \
            schedule scheduled plan planned plans set lined follow following \
            assign assigned agree agreed \
            alle alles allen aller etwas was irgendwas irgendetwas irgendwelche irgendeine jemand jemandem jemanden anderen andere anderer leute \
            leuten noch schon denn eigentlich bitte mal gerade aktuell aktuelle aktuellen bisher bislang hier gruppe kanal verlauf unterhaltung \
            gesprach liste zeig zeige nenn gib sag mach erstelle her offen offene immer wieder neu neue neues neuen letzte letzten wichtig wichtige \
            wichtiges wichtigsten kurz zusammen gib es gab gibts was welche welcher los alle uns unser unsere euch jetzt zurzeit momentan diese \
            diesem dieser dieses worden wurden wurde wird werden haben hat hast habe sein ist muss musst mussen soll sollen sollte kann machen tun \
            gemacht getan erledigen fertig insgesamt uberhaupt demnachst nachste nachster nachsten nachstes kommt kommen steht stehen an fur ab \
            team runde genau so und oder leute jungs mein meine termin termine datum wochen tage erstmal eben halt ganz sache sachen dinge \
            algo todo toda todos todas nada alguien gente otros otras demas chat grupo canal conversacion hilo aqui hasta ahora lista listar dime \
            muestra muestrame hay dame cuales cual cosas cosa por favor aun todavia ya mas nuevo nueva nuevos importante importantes proximo \
            proxima proximos proximas siguiente se ha han he hemos sido fue fueron esta estan tiene tienen tengo que quien quienes hacer hecho \
            equipo actualmente actual ultimo ultima ultimos ultimas alguno alguna algunas algunos haz hazme pueden puedes me mi mis le les lo \
            nos hoy dia dias semana mes cuando cuanto donde saber fecha fechas tema temas asi sobre entre pues oye entonces al final \
            tout toute tous toutes rien quelque chose quelqu un quelques gens autres groupe canal fil discussion conversation ici jusqu maintenant \
            liste donne montre dis moi plait il elle y a t en est ont ete etait sont fait faire encore deja toujours prochain prochaine prochains \
            prochaines nouveau nouveaux nouvelle important importants importante importantes recemment dernier derniere derniers dernieres \
            equipe les des du au aux pour sur avec dans ai as avons avez je ce cette ces ca cela quand points choses svp s il vous plait \
            actuellement y date dates jour jours semaine mois bref \
            ich du er sie wir ihr i is as auf bei zu von mit worre worden net ned nit bzw \
            lol haha lmao bro mate dude bruh pal dear tbh ngl btw fyi um uh cheers thanks thank merci danke gracias overnight \
            worauf woran wozu wovon womit wofur worum woher weiss wissen liegt liege gelten gilt getroffen gefallen treffen trafen braucht \
            brauchen will wollen wollte heut heute tut tun bleibt bleiben hangt stehe habts habt hob hamma ham mer wat dat \
            tomaron tomado tomar tomo hicieron hizo vienen viene venir sin pido quedo pase pasan pasado esperando espera esperan algun sea \
            necesita necesitan quiere quieren falta prises pris prise aurait reste attends attend attendent besoin veut veulent \
            fais peux pouvez peut nous quelles depuis jusque \
            waiting wait waits owe owes owed asked ask requested requests request expect expects expected ought supposed dealt deal sorted \
            state standing stands side part whole entire issue topic subject matter forget forgotten forgot missing miss both either rest \
            kind sort slept sleeping asleep away absent off work committee family club crew staff company board council department office \
            class came come comes up stand eu avait geschlafen weg abwesend urlaub durmiendo fuera familia famille tengo remain remains job jobs
            moment among along sprint finished given gave giving keep kept ruled rule questions selber selbst geworden geplant anders sigue siguen \
            delante haciendo tia tio lo y abgemacht bis daher cosas cuales dans along turn turned hand handed out
            """.split(whereSeparator: \.isWhitespace).map(String.init)))

    /// Members' names that are ordinary words when they are not capitalised.
    static let ordinaryNames: Set<String> = [
        "will", "may", "mark", "grace", "joy", "april", "june", "rose", "art", "bill", "pat", "sue", "hope", "jan",
        "faith", "rich",
        "drew", "page", "miles", "chase", "jack", "rob", "dawn", "summer", "can", "max", "beat", "big", "do", "an",
        "mama", "sol", "luz",
        "paz", "mar", "angel", "gut", "lang", "gross", "wolf", "kurz", "neu", "will",
    ]

    static let placePrepositions: Set<String> = [
        "in", "from", "of", "on", "im", "aus", "vom", "en", "de", "del", "dans", "du", "within", "channel", "group",
        "chat", "gruppe", "grupo",
        "groupe", "kanal", "canal", "summarize", "summarise", "resume",
    ]

    // MARK: Phrases

    /// Alternatives for each word.
    typealias Phrase = [Set<String>]

    /// Separated by commas; the longest first.
    static func phrases(_ list: String) -> [Phrase] {
        list.split(separator: ",").flatMap { phrase -> [Phrase] in
            var variants: [Phrase] = [[]]
            for word in phrase.split(whereSeparator: \.isWhitespace) {
                let isOptional = word.hasSuffix("?")
                let choices = Set((isOptional ? word.dropLast() : word).split(separator: "/").map(String.init))
                let longer = variants.map { $0 + [choices] }
                variants = isOptional ? longer + variants : longer
            }
            return variants.filter { !$0.isEmpty }
        }
        .sorted { $0.count > $1.count }
    }
}
