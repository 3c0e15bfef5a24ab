/// The bot's answers.
enum Answer {
    /// The answer to a message; `nil` if it is not addressed to a bot. No answer begins with "!", or two bots would
    /// talk forever.
    static func to(_ text: String, from name: String) -> String? {
        guard text.hasPrefix("!") else { return nil }
        let words = text.dropFirst().split(separator: " ", maxSplits: 1)
        switch words.first {
        case "ping": return "pong"
        case "hello": return "Hello, \(name)!"
        case "echo" where words.count == 2: return "You said: \(words[1])"
        default: return "I know: ping, hello, echo TEXT. Put an exclamation mark before it."
        }
    }
}
