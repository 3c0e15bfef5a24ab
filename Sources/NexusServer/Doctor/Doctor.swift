import NexusCore

/// Examines everything that a server with this configuration would use, without starting one and without changing anything.
public struct Doctor: Sendable {
    let configuration: ServerConfiguration
    let data: String
    /// A PEM file of authorities that are trusted besides the system's, for the public address.
    let roots: String?
    /// The longest that one part may take.
    let limit: Duration

    /// - Parameters:
    ///   - data: the data folder.
    ///   - limit: after which a part counts as failed.
    public init(
        _ configuration: ServerConfiguration, data: String, roots: String? = nil, limit: Duration = .seconds(20)
    ) {
        self.configuration = configuration
        self.data = data
        self.roots = roots
        self.limit = limit
    }

    /// Examines all parts at the same time.
    ///
    /// - Returns: at least one finding for each configured part, in a fixed order.
    public func run() async -> [DoctorFinding] {
        let parts: [(String, @Sendable () async -> [DoctorFinding])] = [
            ("data", folder), ("database", database), ("bus", bus), ("store", store), ("server", server),
            ("mail", mail),
            ("push", push),
            ("providers", providers), ("model", languageModel), ("meaning", meaning), ("public", publicAddress),
            ("web", web), ("backup", backup),
        ]
        return await withTaskGroup(of: (Int, [DoctorFinding]).self) { group in
            for (index, (name, examine)) in parts.enumerated() {
                group.addTask { (index, await TimeLimit.run(limit) { await examine() } ?? [overdue(name)]) }
            }
            var found: [Int: [DoctorFinding]] = [:]
            for await (index, findings) in group { found[index] = findings }
            return parts.indices.flatMap { found[$0] ?? [] }
        }
    }

    private func overdue(_ part: String) -> DoctorFinding {
        DoctorFinding(
            part, .error, "It did not answer within \(limit.components.seconds) seconds.",
            remedy: "Check that it runs, and that this machine reaches it.")
    }
}

/// Gives up on work that takes too long.
enum TimeLimit {
    /// - Returns: nil if `work` has not ended in time. It is cancelled then, and not waited for.
    static func run<T: Sendable>(_ limit: Duration, _ work: @escaping @Sendable () async -> T) async -> T? {
        // Not a task group, since that would wait for work that ignores its cancellation.
        let (results, result) = AsyncStream.makeStream(of: T?.self, bufferingPolicy: .bufferingOldest(1))
        let working = Task { result.yield(await work()) }
        let waiting = Task {
            try await Task.sleep(for: limit)
            result.yield(nil)
        }
        defer {
            working.cancel()
            waiting.cancel()
        }
        for await value in results { return value }
        return nil
    }
}
