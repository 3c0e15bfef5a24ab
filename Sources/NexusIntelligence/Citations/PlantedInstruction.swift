/// Detects likely prompt injections by their words. A heuristic and never the only defence: suspected messages are
/// quoted with their sender and not repeated as fact.
enum PlantedInstruction {
    private static let verbs: Set<String> = [
        "ignore", "disregard", "forget", "override", "bypass", "ignoriere", "ignorieren", "vergiss", "ignora", "olvida",
        "ignorez", "oubliez", "oublie", "ignorar",
    ]
    private static let objects: Set<String> = [
        "above", "previous", "prior", "preceding", "earlier", "instructions", "instruction", "rules", "prompt",
        "prompts",
        "guidelines", "anweisungen", "anweisung", "regeln", "instrucciones", "anteriores", "instrucoes", "consignes",
        "precedentes",
    ]
    /// Folded phrases that are rare between colleagues.
    private static let phrases = [
        "system prompt", "developer message", "new instructions", "you are now", "as an ai", "dear ai",
        "dear assistant",
        "attention ai", "note to ai", "hey ai", "to the ai", "ai assistant", "language model", "begin quoted messages",
        "end quoted messages", "instructions for the assistant", "instruction for the assistant", "assistant must",
        "the assistant should", "assistant should", "jailbreak", "developer mode", "do anything now",
        "when summarizing",
        "when you summarize", "when asked", "in your answer", "in your reply", "in your response", "your next reply",
        "reply only with", "respond only with", "answer only with", "respond with json", "output only",
        "cite this message",
        "cite message", "end of messages", "end of quoted", "pretend to be", "pretend you are", "repeat after me",
        "reveal your", "print your", "im start", "im end", "inst inst", "system override",
    ]
    private static let roles: Set<String> = ["system", "assistant", "developer", "user", "human", "ai", "tool"]

    static func isSuspected(in text: String) -> Bool {
        let words = folded(text)
        for (place, word) in words.enumerated() where verbs.contains(word) {
            if words[(place + 1)..<min(place + 8, words.count)].contains(where: objects.contains) { return true }
        }
        let line = " " + words.joined(separator: " ") + " "
        if phrases.contains(where: { line.contains(" \($0) ") }) { return true }
        return text.split(whereSeparator: \.isNewline).contains(where: isRoleMarker) || holdsTemplate(text)
    }

    /// `system: …`, `### Assistant`, `"role": "system"`.
    private static func isRoleMarker(_ line: Substring) -> Bool {
        let trimmed = line.drop { $0.isWhitespace || $0 == "#" || $0 == "*" || $0 == ">" || $0 == "[" || $0 == "<" }
        let isMarked =
            trimmed.startIndex > line.startIndex && !line.prefix { $0.isWhitespace || "#*[<".contains($0) }.isEmpty
        let word = trimmed.prefix { $0.isLetter }
        guard roles.contains(word.lowercased()) else { return false }
        guard let next = trimmed.dropFirst(word.count).first else { return isMarked }
        return next == ":" || next == "]" || next == ">" || next == "|" || next == "*"
    }

    private static func holdsTemplate(_ text: String) -> Bool {
        let folded = text.lowercased()
        return ["<|", "|>", "[inst]", "[/inst]", "</s>", "<<sys>>", "\"role\"", "<start_of_turn>", "\"statements\""]
            .contains { folded.contains($0) }
    }

    /// Lower-case words with full-width letters narrowed, invisible characters removed and lookalike letters mapped to
    /// Latin ones.
    private static func folded(_ text: String) -> [String] {
        var plain = String.UnicodeScalarView()
        for scalar in QuoteFence.visible(text).unicodeScalars {
            switch scalar.value {
            case 0x200C, 0x200D: break
            case 0xFF01...0xFF5E: plain.append(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
            default: plain.append(lookalikes[scalar] ?? scalar)
            }
        }
        return RetrievalWords.words(of: String(plain))
    }

    /// Letters of other scripts that look like Latin ones (Unicode TR 39), as far as they make English words.
    private static let lookalikes: [Unicode.Scalar: Unicode.Scalar] = [
        "а": "a", "е": "e", "о": "o", "р": "p", "с": "c", "у": "y", "х": "x", "і": "i", "ѕ": "s", "ԁ": "d", "ո": "n",
        "ο": "o", "α": "a", "ι": "i", "ν": "v", "é": "e", "è": "e", "í": "i", "ó": "o", "ñ": "n", "ç": "c", "õ": "o",
    ]
}
