import NexusCore

extension WireSamples {
    static let topicID = TopicID(high: 0x0199_0000_0000_7000, low: 0x8000_0000_0000_0077)
    static let topic = AssistantTopic(
        id: topicID, conversation: group, title: "When is the \"launch\"?", changedAt: now, count: 2)
    static let citation = Citation(
        message: message, conversation: group, title: "Launch 🚀", seq: 5, sender: ada, senderName: "Ada",
        writtenAt: before, excerpt: "…on Friday at 10", match: 87, kind: "deadline", note: "by 2026-10-23",
        state: .edited)
    static let recordCitation = Citation(
        message: message, conversation: group, title: "Launch 🚀", seq: 5, sender: ada, senderName: "Ada",
        writtenAt: before, excerpt: "Bob, please book the room.", kind: "action", note: "Bob, by 2026-10-23",
        reason: "Task of Bob")
    static let goneCitation = Citation(
        message: earlier, conversation: group, title: "", seq: 2, sender: bob, senderName: "", writtenAt: before,
        excerpt: "", state: .gone)
    static let exchange = AssistantExchange(
        number: 2, question: "and where?", readAs: "When is the launch? and where?", askedAt: now,
        answer: AssistantAnswer(
            .written, statements: [AssistantAnswer.Statement("In Zürich.", citations: [0])],
            citations: [citation, goneCitation], model: "llama3.1", notice: "A notice."))
    static let plainExchange = AssistantExchange(
        number: 1, question: "When?", askedAt: before, answer: AssistantAnswer(.notFound, citations: []))
    static let summary = ConversationSummary(
        messages: 812, through: 900, read: 140,
        statements: [AssistantAnswer.Statement("The launch is on Friday at 10.", citations: [0])],
        points: [citation], model: "llama3.1")
    static let plainSummary = ConversationSummary(
        messages: 2, through: 5, read: 2, points: [citation],
        notice: "The language model took too long. These are quotes.")
}
