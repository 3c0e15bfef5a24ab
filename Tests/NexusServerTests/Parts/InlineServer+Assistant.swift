import Logging
import NIOPosix
import NexusCore
import NexusDatabase
import NexusIntelligence

@testable import NexusServer

extension InlineServer {
    /// The way to a language model; none for nil.
    func gateway(to model: (any ChatModel)?, budget: ModelBudget = ModelBudget()) -> LanguageModelGateway {
        var settings = LanguageModelSettings()
        settings.model = model
        settings.budget = budget
        return LanguageModelGateway(
            database: database, settings: settings, now: { [now] in now }, logger: Logger(label: "test"))
    }

    /// The assistant by words alone, with a language model or none.
    /// - Parameter other: a database in place of the server's.
    func assistant(
        _ model: (any ChatModel)? = nil, budget: ModelBudget = ModelBudget(), on other: SQLDatabase? = nil
    ) -> AssistantService {
        let database = other ?? database
        let gateway = gateway(to: model, budget: budget)
        let threads = NIOThreadPool.singleton
        let now = now
        return AssistantService(
            database: database, meaning: nil, blocks: nil, threads: threads,
            summaries: SummaryService(
                database: database, blocks: nil, threads: threads, writer: SummaryWriter(gateway: gateway),
                serverZone: .utc, now: { now }),
            writer: AssistantWriter(gateway: gateway, database: database, threads: threads), now: { now },
            changed: { _, _ in })
    }
}
