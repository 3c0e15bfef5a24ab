/// Finds the message that gives the reason of a statement: soon after it in its exchange, in words of a reason or as the answer to a
/// question why.
struct ReasonFinder {
    /// Messages after a statement that may give its reason.
    static let reach = 3

    let index: ExchangeIndex

    /// The reason of a statement that gives none itself.
    func reason(of place: Int) -> Int? {
        let text = index.passages[place].text
        guard !Passage.asks(text), !StandingCues.givesReason(text) else { return nil }
        let after = index.neighbourhood.around(place, radius: Self.reach).filter { $0 > place }
        for later in after {
            let next = index.passages[later]
            if Passage.asks(next.text) {
                guard QuestionKind(of: next.text) == .reason else { continue }
                let answers = index.neighbourhood.around(later, radius: Self.reach).filter { $0 > later }
                return answers.first {
                    index.passages[$0].sender != next.sender && !Passage.asks(index.passages[$0].text)
                }
            }
            if StandingCues.givesReason(next.text) { return later }
        }
        return nil
    }

    /// The sentence of a message that gives the reason; nil if no sentence says that it does.
    static func sentence(of text: String, among sentences: [Range<String.Index>]) -> Range<String.Index>? {
        sentences.first { StandingCues.givesReason(String(text[$0])) }
    }
}
