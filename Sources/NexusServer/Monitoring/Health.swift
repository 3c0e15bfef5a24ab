import NexusCore
import NexusDatabase

/// The answer of `GET /health`.
public struct HealthReport: Equatable, Sendable, JSONEncodable {
    public var version: String
    public var uptime: Duration
    public var isDatabaseReachable: Bool
    /// The database's engine; nil if not told.
    public var engine: String?
    /// The present problem, also of a database that does not answer, if there is more to say; nil if there is none.
    public var problem: HealthProblem?
    /// Whether there is an embedding model; nil if not checked.
    public var searchesByMeaning: Bool?
    /// The language model's name, `none` or `off`; nil if not checked.
    public var languageModel: String?
    /// Parts that can fail while the server works; one failure makes the whole degraded.
    public var parts: [HealthPart]

    public init(
        version: String, uptime: Duration, isDatabaseReachable: Bool, engine: String? = nil,
        problem: HealthProblem? = nil,
        searchesByMeaning: Bool? = nil, languageModel: String? = nil, parts: [HealthPart] = []
    ) {
        self.engine = engine
        self.problem = problem
        self.parts = parts
        self.languageModel = languageModel
        self.searchesByMeaning = searchesByMeaning
        self.version = version
        self.uptime = uptime
        self.isDatabaseReachable = isDatabaseReachable
    }

    /// Whether it serves reads and writes, even with a degraded part.
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
        writer.field("engine", ifPresent: engine)
        if let media = problem?.media {
            writer.key("media")
            writer.string(media)
        }
        writer.field("problem", ifPresent: problem?.text)
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
    private let engine: String?
    private let searchesByMeaning: Bool?
    private let languageModel: String?
    private let parts: @Sendable () -> [HealthPart]
    private let started = ContinuousClock.now
    private let problem: @Sendable () -> HealthProblem?
    private let absence: HealthProblem?
    private let probe: @Sendable () async -> Bool

    /// - Parameters:
    ///   - patience: the time after which the probe counts as failed.
    ///   - parts: the states of parts that can fail while the server works.
    ///   - engine: the database's engine.
    ///   - absence: what to say of a database that does not answer.
    ///   - problem: the present problem although the database answers.
    ///   - probe: whether the database answers.
    public init(
        version: String, patience: Duration = .seconds(2), engine: String? = nil, searchesByMeaning: Bool? = nil,
        languageModel: String? = nil, parts: @escaping @Sendable () -> [HealthPart] = { [] },
        absence: HealthProblem? = nil, problem: @escaping @Sendable () -> HealthProblem? = { nil },
        probe: @escaping @Sendable () async -> Bool
    ) {
        self.engine = engine
        self.absence = absence
        self.parts = parts
        self.problem = problem
        self.version = version
        self.searchesByMeaning = searchesByMeaning
        self.languageModel = languageModel
        self.patience = patience
        self.probe = probe
    }

    /// - Parameters:
    ///   - isPostgres: whether the database is in a PostgreSQL server.
    ///   - media: the folder of media, if there is one.
    public init(
        version: String, database: any Database, isPostgres: Bool = false, media: String? = nil,
        searchesByMeaning: Bool? = nil,
        languageModel: String? = nil, parts: @escaping @Sendable () -> [HealthPart] = { [] }
    ) {
        self.init(
            version: version, engine: isPostgres ? "PostgreSQL" : nil, searchesByMeaning: searchesByMeaning,
            languageModel: languageModel, parts: parts, absence: isPostgres ? .absentPostgres : nil,
            problem: {
                HealthProblem(database.statistics.storageProblem, isPostgres: isPostgres, media: media)
            }
        ) {
            (try? await database.read { try $0.first("SELECT 1") { _ in true } }) == true
        }
    }

    public func report() async -> HealthReport {
        let isReachable = await answersInTime()
        return HealthReport(
            version: version, uptime: started.duration(to: .now), isDatabaseReachable: isReachable,
            engine: engine, problem: isReachable ? problem() : absence, searchesByMeaning: searchesByMeaning,
            languageModel: languageModel,
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
