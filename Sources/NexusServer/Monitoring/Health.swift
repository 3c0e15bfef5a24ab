import NexusCore
import NexusDatabase

/// Whether a server can do its work: what `GET /health` answers.
public struct HealthReport: Equatable, Sendable, JSONEncodable {
    public var version: String
    public var uptime: Duration
    public var isDatabaseReachable: Bool
    /// What of the server does not work though it answers; nil if everything does.
    public var problem: HealthProblem?
    /// Whether the embedding model is there; nil where that was not asked.
    public var searchesByMeaning: Bool?
    /// The language model's name, `none` or `off`; nil where that was not asked.
    public var languageModel: String?
    /// Parts that can fail while the server goes on; one that does not work makes the whole degraded.
    public var parts: [HealthPart]

    public init(
        version: String, uptime: Duration, isDatabaseReachable: Bool, problem: HealthProblem? = nil,
        searchesByMeaning: Bool? = nil, languageModel: String? = nil, parts: [HealthPart] = []
    ) {
        self.problem = problem
        self.parts = parts
        self.languageModel = languageModel
        self.searchesByMeaning = searchesByMeaning
        self.version = version
        self.uptime = uptime
        self.isDatabaseReachable = isDatabaseReachable
    }

    /// Whether it serves reads and writes: with a part that is degraded, it does.
    public var isHealthy: Bool { isDatabaseReachable && problem == nil }

    private var status: String {
        guard isDatabaseReachable else { return "unavailable" }
        return problem == nil && parts.allSatisfy { $0.state == .ok } ? "ok" : "degraded"
    }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("status")
        writer.string(status)
        writer.key("version")
        writer.string(version)
        writer.key("uptimeSeconds")
        writer.int(uptime.components.seconds)
        writer.key("database")
        writer.string(isDatabaseReachable ? problem?.database ?? "ok" : "unreachable")
        if let media = problem?.media {
            writer.key("media")
            writer.string(media)
        }
        writer.field("problem", ifPresent: isDatabaseReachable ? problem?.text : nil)
        if let searchesByMeaning {
            writer.key("search")
            writer.string(searchesByMeaning ? "words and meaning" : "words" as StaticString)
        }
        writer.field("languageModel", ifPresent: languageModel)
        if !parts.isEmpty { writer.field("parts", parts) }
        writer.endObject()
    }
}

/// Examines a server's health.
public struct HealthCheck: Sendable {
    private let version: String
    private let patience: Duration
    private let searchesByMeaning: Bool?
    private let languageModel: String?
    private let parts: @Sendable () -> [HealthPart]
    private let started = ContinuousClock.now
    private let problem: @Sendable () -> HealthProblem?
    private let probe: @Sendable () async -> Bool

    /// - Parameters:
    ///   - patience: how long the probe may take before it counts as failed.
    ///   - parts: how the parts are doing that can fail while the server goes on.
    ///   - problem: what does not work though the database answers.
    ///   - probe: whether the database answers.
    public init(
        version: String, patience: Duration = .seconds(2), searchesByMeaning: Bool? = nil,
        languageModel: String? = nil, parts: @escaping @Sendable () -> [HealthPart] = { [] },
        problem: @escaping @Sendable () -> HealthProblem? = { nil }, probe: @escaping @Sendable () async -> Bool
    ) {
        self.parts = parts
        self.problem = problem
        self.version = version
        self.searchesByMeaning = searchesByMeaning
        self.languageModel = languageModel
        self.patience = patience
        self.probe = probe
    }

    /// - Parameter media: the folder of media, if there is one.
    public init(
        version: String, database: any Database, media: String? = nil, searchesByMeaning: Bool? = nil,
        languageModel: String? = nil, parts: @escaping @Sendable () -> [HealthPart] = { [] }
    ) {
        self.init(
            version: version, searchesByMeaning: searchesByMeaning, languageModel: languageModel, parts: parts,
            problem: { HealthProblem(database.statistics.storageProblem, media: media) }
        ) {
            (try? await database.read { try $0.first("SELECT 1") { _ in true } }) == true
        }
    }

    public func report() async -> HealthReport {
        let isReachable = await answersInTime()
        return HealthReport(
            version: version, uptime: started.duration(to: .now), isDatabaseReachable: isReachable,
            problem: isReachable ? problem() : nil, searchesByMeaning: searchesByMeaning, languageModel: languageModel,
            parts: parts())
    }

    /// Not a task group, since that would wait for a probe that hangs.
    private func answersInTime() async -> Bool {
        let (answers, answer) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingOldest(1))
        let asking = Task { [probe] in answer.yield(await probe()) }
        let waiting = Task { [patience] in
            try await Task.sleep(for: patience)
            answer.yield(false)
        }
        defer {
            asking.cancel()
            waiting.cancel()
        }
        for await isReachable in answers { return isReachable }
        return false
    }
}
