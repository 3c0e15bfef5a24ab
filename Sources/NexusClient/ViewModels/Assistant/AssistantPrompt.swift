/// A question that a screen offers as a button.
public struct AssistantPrompt: Hashable, Sendable {
    /// The button's text.
    public var title: String
    /// The name of an SF symbol.
    public var icon: String
    /// The question.
    public var message: String

    public init(_ title: String, icon: String, message: String) {
        self.title = title
        self.icon = icon
        self.message = message
    }

    /// About one conversation.
    public static let ofConversation = [
        AssistantPrompt("Summarize thread", icon: "doc.text.fill", message: "Summarize thread"),
        AssistantPrompt("Action items", icon: "checklist", message: "Extract action items"),
        AssistantPrompt("Decisions", icon: "checkmark.circle.fill", message: "What decisions were made?"),
        AssistantPrompt("Deadlines", icon: "calendar", message: "Any deadlines?"),
    ]

    /// About all conversations.
    public static let ofEverything = [
        AssistantPrompt(
            "Decisions of this week", icon: "checkmark.circle.fill", message: "What did we decide this week?"),
        AssistantPrompt(
            "Who waits for me?", icon: "checklist", message: "Who is waiting for something from me?"),
        AssistantPrompt("Next deadline", icon: "calendar", message: "When is the next deadline?"),
    ]
}
