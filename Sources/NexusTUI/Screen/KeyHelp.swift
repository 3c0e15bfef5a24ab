/// The keys, for the help screen; docs/terminal.md has the same.
enum KeyHelp {
    struct Section: Sendable {
        var title: String
        var keys: [(key: String, meaning: String)]
    }

    static let sections = [
        Section(
            title: "Everywhere",
            keys: [
                ("Ctrl+K", "Go to a conversation"),
                ("Ctrl+F, /", "Search conversations and messages"),
                ("Esc", "Close the topmost part; in the composer, go to the messages"),
                ("Tab, Shift+Tab", "Next and previous part of the screen"),
                ("Ctrl+O, Ctrl+G", "Open the message of the banner; dismiss it"),
                ("Ctrl+R", "Connect now"),
                ("Ctrl+L, Ctrl+Z", "Draw the screen again; stop"),
                ("?, F1", "Show these keys"),
                ("q, Ctrl+C twice", "Quit"),
            ]),
        Section(
            title: "In a list",
            keys: [
                ("↑ ↓, k j", "Move"), ("Home End, g G", "First and last"),
                ("PgUp PgDn, Ctrl+U D", "A page, half a page"), ("Enter", "Open; on a message: its actions"),
                ("h l, ← →", "To the conversations, to the messages"),
            ]),
        Section(
            title: "Conversations",
            keys: [
                ("n", "New conversation or group"), ("f", "Filter the list"),
                ("p m x u", "Pin, mute, archive, mark unread"),
                ("v t a", "Details, insights, assistant"), ("T A", "Insights of all, Nexus"),
                ("M", "Your reminders"),
            ]),
        Section(
            title: "Messages",
            keys: [
                ("i", "Write"), ("r e", "Reply, react"), ("y", "Copy the text"), ("d", "Delete"),
                ("o", "Open a picture or file; play a voice message, or stop it"),
                ("s", "Save the attachments in this folder"), ("m", "Remind me of it"), ("+", "Attach a file"),
                ("G", "To the newest"),
            ]),
        Section(
            title: "While writing",
            keys: [
                ("Enter", "Send"), ("Alt+Enter, Ctrl+J", "New line; also Shift+Enter where the terminal reports it"),
                ("↑", "In an empty field: edit your last message"), ("Ctrl+P, Ctrl+N", "Your earlier messages"),
                ("Alt+A, F7", "Attach files: Tab completes, Alt+Enter goes on"),
                ("Alt+V, F8", "Record a voice message"), ("Backspace", "At the beginning: remove the last file"),
                ("@", "Mention a member: ↑ ↓, then Tab or Enter"), ("Ctrl+B, Alt+I", "**Bold**, _italic_"),
                ("Ctrl+E, Ctrl+X", "`Code`, ~~struck through~~"),
                ("Ctrl+W, Ctrl+U", "Delete the word, the line before the cursor"),
            ]),
        Section(
            title: "Nexus and the assistant",
            keys: [
                ("Enter", "Ask; on a source: go to its message"), ("Tab, ↑ ↓", "To the sources"),
                ("F2 to F5", "Ready-made questions"),
                ("F6", "What you missed in the conversation"), ("Ctrl+T", "Topics"),
            ]),
        Section(
            title: "Insights",
            keys: [("x d c", "Done, dismiss, confirm"), ("m", "Remind me of it"), ("Enter", "Go to the message")]),
    ]
}
