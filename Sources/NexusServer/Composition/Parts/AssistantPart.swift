import NexusCore

/// The assistant's answers and the summaries of conversations.
struct AssistantPart: ServerPart {
    private let context: ServerContext
    private let service: AssistantService

    init(_ context: ServerContext, _ search: SearchPart, _ insights: InsightsPart, _ languageModel: LanguageModelPart) {
        self.context = context
        let summaries = SummaryService(
            database: context.database, blocks: search.blocks, threads: search.threads,
            writer: SummaryWriter(gateway: languageModel.gateway), serverZone: insights.serverZone, now: context.now)
        service = AssistantService(
            database: context.database, meaning: search.meaning, blocks: search.blocks, threads: search.threads,
            summaries: summaries,
            writer: AssistantWriter(
                gateway: languageModel.gateway, database: context.database, threads: search.threads),
            now: context.now,
            changed: { [nodes = context.nodes] user, conversation in
                nodes.tell(.assistant(conversation), to: [user])
            })
    }

    var name: String { "assistant" }

    func register(in registration: Registration) {
        AssistantRoutes(assistant: service, limit: .questions(context.rateLimits, now: context.now))
            .add(to: registration.authorized)
    }
}
