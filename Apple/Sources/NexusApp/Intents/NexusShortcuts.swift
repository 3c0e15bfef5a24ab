import AppIntents

/// The phrases that Siri and Spotlight know without set-up.
struct NexusShortcuts: AppShortcutsProvider {
    static var appShortcuts: [AppShortcut] {
        AppShortcut(
            intent: SendMessageIntent(),
            phrases: ["Send a message with \(.applicationName)", "Write a message in \(.applicationName)"],
            shortTitle: "Send a message", systemImageName: "paperplane")
        AppShortcut(
            intent: AskNexusIntent(), phrases: ["Ask \(.applicationName)", "Ask \(.applicationName) a question"],
            shortTitle: "Ask Nexus", systemImageName: "sparkles")
    }
}
