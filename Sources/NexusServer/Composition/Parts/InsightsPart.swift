import Foundation
import Logging
import NexusCore
import NexusIntelligence
import ServiceLifecycle

/// Insights, their wording by a language model, and the time zones that dates are read in.
struct InsightsPart: ServerPart {
    let zones: ZoneBook
    let serverZone: InsightZone
    private let insights: InsightProjection
    private let wording: WordingProjection
    /// Nil if no language model reads messages for insights.
    private let extraction: (pass: BackgroundPass, work: ModelReadingPass)?
    private let context: ServerContext
    /// Tells the members of a conversation that its insights have changed.
    private let tell: @Sendable (ConversationID, [UserID]) -> Void

    init(_ context: ServerContext, _ languageModel: LanguageModelPart, _ search: SearchPart) {
        self.context = context
        let configuration = context.configuration
        let tell = { @Sendable [nodes = context.nodes] (id: ConversationID, members: [UserID]) in
            nodes.tell(.insights(id), to: members, in: id)
        }
        self.tell = tell
        zones = ZoneBook(database: context.database, now: context.now)
        serverZone = InsightZone(
            name: configuration.zone.identifier, zone: WritingZone(configuration.zone), isServers: true)
        context.logger.info(
            "dates are parsed in the writer's time zone, by default in the server's, \(serverZone.name)")
        let wording = WordingProjection(gateway: languageModel.gateway, now: context.now, moved: tell)
        self.wording = wording
        if languageModel.gateway.extractionRoom != nil, let model = languageModel.gateway.modelName {
            context.logger.info(
                "new messages are sent to the language model \(model) for insights; NEXUS_AI_EXTRACTION=off stops that")
            extraction = (
                BackgroundPass(
                    "model reading", database: context.database, pace: configuration.backgroundPace,
                    logger: context.logger),
                ModelReadingPass(
                    gateway: languageModel.gateway, database: context.database, serverZone: serverZone,
                    now: context.now, logger: context.logger
                ) { [followers = context.followers] id, members in
                    tell(id, members)
                    followers.note(id, for: wording.name)
                }
            )
        } else {
            extraction = nil
        }
        insights = InsightProjection(
            zone: serverZone, isOn: configuration.languageModel.isOn,
            meaning: search.meaning.flatMap { $0.messages == nil ? nil : $0.version }
        ) {
            [followers = context.followers] id, members in
            tell(id, members)
            followers.note(id, for: wording.name)
        }
    }

    var name: String { "insights" }
    var projections: [any Projection] { [insights, wording] }

    var health: [HealthPart] {
        context.led(extraction.map { [$0.pass.health, $0.work.counters.health] } ?? [])
    }

    var services: [any Service] {
        guard let extraction else { return [] }
        return [
            BackgroundService("reading messages by the language model", by: context.leadership) {
                await extraction.pass.run { try await extraction.work.step() }
            }
        ]
    }

    var onApplied: OperationObserver? {
        { [tell] operation, applied, _ in
            guard case .insight(let conversation, _) = operation.kind, !applied.insightReaders.isEmpty else { return }
            tell(conversation, applied.insightReaders)
        }
    }

    func register(in registration: Registration) {
        extraction?.work.counters.register(in: registration.metrics)
        InsightRoutes(
            insights: InsightService(
                database: context.database, serverZone: serverZone, now: context.now,
                remaining: { [followers = context.followers, insights] in
                    followers.remainingCount(of: insights.name)
                }, moved: tell),
            zones: zones, isOn: context.configuration.languageModel.isOn
        ).add(to: registration.authorized)
    }
}
