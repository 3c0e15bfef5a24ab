#if DEBUG
    import NexusClient
    import NexusCore

    extension PreviewServices: AssistantAnswering {
        func ask(
            _ text: String, topic: TopicID?, in conversation: ConversationID?,
            told: @escaping @Sendable (AssistantEvent) async -> Void
        ) async throws(ClientError) -> (topic: TopicID, exchange: AssistantExchange) {
            if isThinking { try? await Task.sleep(for: .seconds(3_600)) }
            throw failure
        }
        func topics(about conversation: ConversationID?) async throws(ClientError) -> TopicList {
            TopicList(topics: [], model: nil)
        }
        func thread(_ topic: TopicID) async throws(ClientError) -> AssistantThread { throw failure }
        func storedTopics(about conversation: ConversationID?) async throws(ClientError) -> [AssistantTopic] { [] }
        func storedThread(_ topic: TopicID) async throws(ClientError) -> AssistantThread? { nil }
        func fetchThreads(about conversation: ConversationID?) async throws(ClientError) {}
        func deleteTopic(_ topic: TopicID) async throws(ClientError) {}
        func summary(
            of conversation: ConversationID, _ range: ConversationSummary.Range
        ) async throws(ClientError) -> ConversationSummary { throw failure }
        func catchUp(
            on conversation: ConversationID, after seq: Seq?
        ) async throws(ClientError) -> ConversationSummary { throw failure }
    }

    extension PreviewServices: InsightsService {
        func insightListing(_ filter: InsightFilter) async throws(ClientError) -> InsightListing {
            var listing = InsightListing()
            listing.rows = insights.map { InsightRow(record: $0) }
            listing.open = insights.count
            listing.isComplete = true
            return listing
        }
        func insights(
            _ filter: InsightFilter, cursor: String?, limit: Int
        ) async throws(ClientError) -> InsightPage { InsightPage(insights: []) }
        func queue(
            _ mutation: InsightMutation, in conversation: ConversationID
        ) async throws(ClientError) -> OperationID { done() }
        func insightFile(
            _ filter: InsightFilter, as format: InsightFile.Format
        ) async throws(ClientError) -> InsightFile { throw failure }
    }

    extension PreviewData {
        static let citation = Citation(
            message: messageID(2, in: group), conversation: group, title: "Launch", seq: 2, sender: ada.id,
            senderName: ada.name, writtenAt: time(6), excerpt: "The date is Friday.", match: 92)

        static let quoted = AssistantExchange(
            number: 1, question: "When is the launch?", askedAt: time(90),
            answer: AssistantAnswer(.quotes, citations: [citation]))

        static let written = AssistantExchange(
            number: 1, question: "When is the launch?", askedAt: time(90),
            answer: AssistantAnswer(
                .written, statements: [AssistantAnswer.Statement("The launch is on Friday.", citations: [0])],
                citations: [citation], model: "local"))

        static let notFound = AssistantExchange(
            number: 1, question: "What does lunch cost?", askedAt: time(90),
            answer: AssistantAnswer(.notFound, citations: []))

        static let insights = [
            InsightRecord(
                id: InsightID(high: 1, low: 1), conversation: group, source: messageID(3, in: group), seq: 3,
                kind: .action, text: "Write the announcement",
                assignee: InsightRecord.Person(id: ben.id, name: ben.name),
                due: InsightRecord.Due(text: "2026-06-05", zone: "UTC"), level: .high,
                sender: InsightRecord.Person(id: ben.id, name: ben.name), writtenAt: time(9),
                excerpt: "I write the announcement.", certainty: .confirmed),
            InsightRecord(
                id: InsightID(high: 1, low: 2), conversation: group, source: messageID(2, in: group), seq: 2,
                kind: .decision, text: "The date is Friday",
                sender: InsightRecord.Person(id: ada.id, name: ada.name), writtenAt: time(6),
                excerpt: "The date is Friday.", certainty: .suggested),
        ]
    }
#endif
