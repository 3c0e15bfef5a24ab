/// A request for everything of one kind in a conversation, as opposed to a question about one thing.
public enum AssistantIntent: Equatable, Sendable {
    case summary
    case actions
    case decisions
    case deadlines
    case catchUp
    /// An ordinary question.
    case question

    private static let signs: [(AssistantIntent, Set<String>)] = [
        (.actions, stems("action actions todo todos task tasks aufgaben tareas tâches")),
        (.decisions, stems("decision decisions decided decide agreed entscheidungen beschlossen decisiones décisions")),
        (.deadlines, stems("deadline deadlines due fristen plazos échéances")),
        (.summary, stems("summarize summarise summary recap overview zusammenfassung zusammenfassen resumen résumé")),
    ]

    /// Words that do not turn a request into a question about something.
    private static let general = stems(
        """
        extract list show find give get tell please any all every open make made take taken reach reached item items thread \
        conversation chat discussion talk group here so far point points key main everything there happen happened what which were \
        upcoming next soon coming pending outstanding remaining need needs
        """)

    /// Classifies a question.
    public init(_ text: String) {
        let words = RetrievalWords.words(of: text)
        let line = words.joined(separator: " ")
        if ["catch me up", "catch up", "what did i miss", "what have i missed", "what is new", "what s new"].contains(
            line)
        {
            self = .catchUp
            return
        }
        let said = Set(RetrievalWords.stems(of: text))
        for (intent, signs) in Self.signs
        where !said.isDisjoint(with: signs) && said.subtracting(signs).isSubset(of: Self.general) {
            self = intent
            return
        }
        self = .question
    }

    private static func stems(_ words: String) -> Set<String> { Set(RetrievalWords.stems(of: words)) }
}
