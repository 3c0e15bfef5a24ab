import NexusCore
import NexusDatabase

/// Whether a server can do its work: what `GET /health` answers.
public struct HealthReport: Equatable, Sendable, JSONEncodable {
    public var version: String
    public var uptime: Duration
    public var isDatabaseReachable: Bool
    /// Whether the embedding model is there; nil where that was not asked.
    public var searchesByMeaning: Bool?
    /// The language model's name, `none` or `off`; nil where that was not asked.
    public var languageModel: String?

    public init(
        version: String, uptime: Duration, isDatabaseReachable: Bool, searchesByMeaning: Bool? = nil,
        languageModel: String? = nil
    ) {
        self.languageModel = languageModel
        self.searchesByMeaning = searchesByMeaning
        self.version = version
        self.uptime = uptime
        self.isDatabaseReachable = isDatabaseReachable
    }

    public var isHealthy: Bool { isDatabaseReachable }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("status")
        writer.string(isHealthy ? "ok" : "unavailable" as StaticString)
        writer.key("version")
        writer.string(version)
        writer.key("uptimeSeconds")
        writer.int(uptime.components.seconds)
        writer.key("database")
        writer.string(isDatabaseReachable ? "ok" : "unreachable" as StaticString)
        if let searchesByMeaning {
            writer.key("search")
            writer.string(searchesByMeaning ? "words and meaning" : "words" as StaticString)
        }
        writer.field("languageModel", ifPresent: languageModel)
        writer.endObject()
    }
}

/// Examines a server's health.
public struct HealthCheck: Sendable {
    private let version: String
    private let patience: Duration
    private let searchesByMeaning: Bool?
    private let languageModel: String?
    private let started = ContinuousClock.now
    private let probe: @Sendable () async -> Bool

    /// - Parameters:
    ///   - patience: how long the probe may take before it counts as failed.
    ///   - probe: whether the database answers.
    public init(
        version: String, patience: Duration = .seconds(2), searchesByMeaning: Bool? = nil,
        languageModel: String? = nil, probe: @escaping @Sendable () async -> Bool
    ) {
        self.version = version
        self.searchesByMeaning = searchesByMeaning
        self.languageModel = languageModel
        self.patience = patience
        self.probe = probe
    }

    public init(
        version: String, database: any Database, searchesByMeaning: Bool? = nil, languageModel: String? = nil
    ) {
        self.init(version: version, searchesByMeaning: searchesByMeaning, languageModel: languageModel) {
            (try? await database.read { try $0.first("SELECT 1") { _ in true } }) == true
        }
    }

    public func report() async -> HealthReport {
        let isReachable = await answersInTime()
        return HealthReport(
            version: version, uptime: started.duration(to: .now), isDatabaseReachable: isReachable,
            searchesByMeaning: searchesByMeaning, languageModel: languageModel)
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
