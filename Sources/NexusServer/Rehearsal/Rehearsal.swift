import AsyncHTTPClient
import Crypto
import Foundation
import Logging
import NexusCore
import NexusDatabase

/// Tries a restore out: restores a snapshot into a temporary folder, starts a server there on a port of this machine alone, fetches messages and
/// files of it as their readers would, and removes everything again.
///
/// The server runs nothing but requests: it sends no e-mail and no notification, asks no model and no provider, and deletes nothing.
public struct Rehearsal: Sendable {
    /// Messages, and files, that are fetched at most.
    public static let sampleSize = 100

    let backups: Backups
    /// The folder in which the temporary one is made.
    let place: String
    let logger: Logger

    /// - Parameter place: a folder with room for the whole snapshot.
    public init(_ backups: Backups, in place: String, logger: Logger) {
        self.backups = backups
        self.place = place
        self.logger = logger
    }

    /// - Parameter snapshot: its name or the beginning of it; nil for the newest.
    /// - Returns: the report, in which everything that is wrong with the snapshot is a problem.
    /// - Throws: ``BackupProblem`` if the rehearsal itself was not possible: a wrong key, a full disk; or `CancellationError`.
    public func run(snapshot: String? = nil) async throws -> RehearsalReport {
        let folder = "\(place)/nexus-rehearsal-\(UUID().uuidString)"
        do { try BackupFiles.makeFolder(folder) } catch { throw BackupProblem(error, while: "creating \(folder)") }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let clock = ContinuousClock()
        let start = clock.now
        var report = RehearsalReport()
        do {
            let id = try await BackupThread.run(isUrgent: true) { [backups] _ in try backups.find(snapshot) }
            report.snapshot = id
            let restored = try await BackupThread.run(isUrgent: true) { [backups] step in
                try backups.restore(to: folder, snapshot: id, at: Rehearsal.now(), step: step)
            }
            report.counts = restored.manifest.counts
            report.bytes = restored.bytes
            report.restoreTime = (clock.now - start).inMilliseconds
            for absence in restored.manifest.absent where absence.reason != .deleted {
                report.problems.append("\(absence.path) was \(absence.reason.rawValue) when the backup was made.")
            }
            let absent = Set(restored.manifest.absent.map(\.path))
            try await tryOut(folder, absent: absent, &report)
        } catch let problem as BackupProblem where problem.code == .damaged {
            report.problems.append(problem.text)
        }
        report.time = (clock.now - start).inMilliseconds
        return report
    }

    private static func now() -> Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) }

    /// Starts a server on the folder, and fetches the sample.
    private func tryOut(_ folder: String, absent: Set<String>, _ report: inout RehearsalReport) async throws {
        let configuration = RehearsalServer.configuration(folder, now: Rehearsal.now)
        let sample: RehearsalSample
        do {
            // Brings the schema up to date, as the server would.
            let (database, epoch) = try DatabaseEpoch.open(configuration.database, logger: logger, now: Rehearsal.now)
            let counts = try await database.read(BackupRepository.counts)
            if counts != report.counts {
                report.problems.append("The rows differ after the schema was brought up to date.")
            }
            sample = try await database.write { try RehearsalSample(Rehearsal.sampleSize, at: Rehearsal.now(), $0) }
            try await database.close()
            epoch.close()
            report.problems += try await disagreements(in: folder, absent: absent)
        } catch let error as DatabaseError {
            report.problems.append("The restored database does not open: \(error)")
            return
        }
        let server: RehearsalServer
        do { server = try await RehearsalServer(configuration, logger: logger) } catch {
            report.problems.append("The server does not start on the restored folder: \(error)")
            return
        }
        do {
            try await fetch(sample, absent: absent, from: server, &report)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    /// What the restored folder disagrees with itself about, in what people wrote.
    private func disagreements(in folder: String, absent: Set<String>) async throws -> [String] {
        let check = try await BackupThread.run(isUrgent: true) { step in
            try IntegrityCheck(of: folder, step: step).run()
        }
        return check.findings.filter { finding in
            // Known already, and told.
            if finding.kind == .missingFile { return !finding.examples.allSatisfy(absent.contains) }
            return !finding.kind.isRepairable
        }.map { "\($0.kind.rawValue): \($0.kind.text) (\($0.examples.joined(separator: ", ")))" }
    }

    private func fetch(
        _ sample: RehearsalSample, absent: Set<String>, from server: RehearsalServer, _ report: inout RehearsalReport
    ) async throws {
        let health = await server.get("/health", token: nil, limit: 1 << 20)
        if health.status != 200 { report.problems.append("GET /health answers \(health.status).") }
        for message in sample.messages {
            try Task.checkCancellation()
            let answer = await server.get(
                "/v1/conversations/\(message.conversation)/messages?limit=1&before=\(message.seq + 1)",
                token: message.token,
                limit: 4 << 20)
            let found = (try? Page.decode(answer.body, limits: JSONLimits(bytes: 4 << 20)))?.messages.first
            if found?.id != message.id || found?.text != message.text {
                report.problems.append(
                    "Message \(message.seq) of conversation \(message.conversation) is not served as it is stored (\(answer.status))."
                )
            }
            report.messages += 1
        }
        for file in sample.files where !absent.contains("media/blobs/\(file.hash.text.prefix(2))/\(file.hash.text)") {
            try Task.checkCancellation()
            let answer = await server.get("/v1/media/\(file.id)", token: file.token, limit: 200 << 20)
            if answer.status != 200 || BackupFiles.digest(of: answer.body) != file.hash {
                report.problems.append("File \(file.id) is not served as it was uploaded (\(answer.status)).")
            }
            report.files += 1
        }
    }
}

extension Duration {
    /// Whole milliseconds.
    fileprivate var inMilliseconds: Int64 {
        components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    }
}
