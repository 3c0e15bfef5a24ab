import NexusTerminal

/// Notifications of the terminal itself.
enum TerminalSignal {
    static let bell = "\u{07}"
    /// Characters of a notification, at most.
    static let characters = 120

    /// A notification on the desktop (OSC 9, iTerm2's form, which kitty, WezTerm, foot, ghostty and Windows Terminal know too). The text is one
    /// line without control characters, so that it cannot end the sequence.
    static func notification(_ text: String) -> String {
        // A digit and a semicolon at the beginning would be a command of ConEmu.
        let line = String(TerminalText.line(text).prefix(characters))
        return "\u{1B}]9;\(line.first?.isNumber == true ? " " : "")\(line)\u{1B}\\"
    }
}
