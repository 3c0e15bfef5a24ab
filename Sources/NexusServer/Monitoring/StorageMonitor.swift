import Logging
import NexusDatabase

/// Checks each second whether the database can be written, and logs when it no longer can and when it can again.
struct StorageMonitor: Sendable {
    let database: any Database
    let logger: Logger
    /// Whether the database is in a PostgreSQL server.
    var isPostgres = false
    /// Waits for a second, or until it is cancelled.
    var sleep: @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(1)) }

    /// Runs until its task is cancelled.
    func run() async {
        var told: DatabaseError.Code?
        while (try? await sleep()) != nil {
            guard database.statistics.storageProblem != nil || told != nil else { continue }
            // Set first: a problem that disappears at the first check still existed.
            tell(database.statistics.storageProblem, after: &told)
            await database.tryToRecover()
            tell(database.statistics.storageProblem, after: &told)
        }
    }

    private func tell(_ problem: DatabaseError?, after told: inout DatabaseError.Code?) {
        guard problem?.code != told else { return }
        told = problem?.code
        if let problem {
            logger.error(
                "the database cannot be written; \(HealthProblem(problem, isPostgres: isPostgres, media: nil)?.text ?? "")",
                metadata: ["error": "\(problem)"])
        } else {
            logger.notice("the database can be written again")
        }
    }
}
