import Testing

@testable import NexusIntelligence

@Suite("Stems of English words")
struct PorterStemmerTests {
    @Test(
        "are those of the examples in Porter's paper, step by step",
        arguments: [
            "caresses caress", "ponies poni", "ties ti", "cats cat", "feed feed", "agreed agre", "plastered plaster",
            "bled bled", "motoring motor", "sing sing", "conflated conflat", "troubled troubl", "sized size",
            "hopping hop", "tanned tan", "falling fall", "hissing hiss", "fizzed fizz", "failing fail", "filing file",
            "happy happi", "sky sky", "relational relat", "conditional condit", "rational ration", "digitizer digit",
            "vietnamization vietnam", "operator oper", "feudalism feudal", "decisiveness decis", "hopefulness hope",
            "callousness callous", "sensitiviti sensit", "sensibiliti sensibl", "triplicate triplic",
            "formative form", "electriciti electr", "goodness good", "revival reviv", "allowance allow",
            "adjustable adjust", "irritant irrit", "replacement replac", "adjustment adjust", "adoption adopt",
            "communism commun", "effective effect", "bowdlerize bowdler", "probate probat", "rate rate",
            "cease ceas", "controll control", "roll roll",
        ])
    func examples(pair: String) {
        let words = pair.split(separator: " ").map(String.init)
        #expect(PorterStemmer.stem(words[0]) == words[1])
    }

    @Test(
        "are the words themselves if these are short or have other letters",
        arguments: ["", "s", "is", "straßes", "it's", "Ponies", "v2s"])
    func unchanged(word: String) {
        #expect(PorterStemmer.stem(word) == word)
    }
}
