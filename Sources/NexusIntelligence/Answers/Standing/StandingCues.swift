/// The words by which a message corrects an earlier one or gives a reason: English, German, Spanish and French, folded.
enum StandingCues {
    /// Whether a message says that something is otherwise than it was said. A question or a proposal replaces nothing.
    static func corrects(_ text: String) -> Bool {
        guard !Passage.asks(text) else { return false }
        let line = line(of: text)
        guard corrections.contains(where: line.contains) || text.lowercased().contains("neu:") else { return false }
        return !hedges.contains(where: line.contains)
    }

    /// Whether a sentence gives a reason. Weaker words, such as "since" of time, do not count.
    static func givesReason(_ text: String) -> Bool {
        let line = line(of: text)
        return reasons.contains(where: line.contains)
    }

    /// Words of corrections, which are of no subject.
    static let words = Set(corrections.flatMap { $0.split(separator: " ").map(String.init) })

    private static func line(of text: String) -> String {
        " " + RetrievalWords.words(of: text).map(QuestionKind.folded).joined(separator: " ") + " "
    }

    private static let corrections = phrases(
        """
        actually, moved, moves to, moving to, move it to, instead, make that, make it, correction, scratch that, \
        change of plan, change of plans, postponed, rescheduled, pushed to, pushed back, brought forward, rather than, \
        no longer, verschoben, verlegt, stattdessen, korrektur, statt, sondern, doch, en vez de, en vez del, en lugar de, en lugar del, correccion, \
        se cambia, cambiado, cambiada, se mueve, aplazado, aplazada, plutot, au lieu de, au lieu du, en fait, finalement, reporte, \
        reportee, deplace, deplacee, repousse, repoussee
        """)
    private static let hedges = phrases(
        """
        if, maybe, perhaps, could we, should we, would, wenn, falls, vielleicht, konnten, sollten, quiza, quizas, tal vez, \
        podriamos, peut etre, pourrait, on pourrait
        """)
    private static let reasons = phrases(
        """
        because, cos, coz, cuz, the reason, due to, thanks to, that s why, so that, weil, wegen, der grund, deshalb, damit, \
        porque, debido a, a causa de, ya que, la razon, parce que, parce qu, puisque, a cause de, a cause du, la raison
        """)

    private static func phrases(_ list: String) -> [String] {
        list.split(separator: ",").map { " " + $0.split(separator: " ").joined(separator: " ") + " " }
    }
}
