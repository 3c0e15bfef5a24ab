import ArgumentParser
import Foundation
import Logging
import NexusCore
import NexusServer

/// `nexus restore`: a data folder from a backup.
struct RestoreVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a snapshot of a backup into a data folder.",
        discussion: """
            For operators: the server must be stopped. Every digest is compared before anything is replaced. The server that starts on the \
            restored folder begins a new epoch, and clients fetch everything again (docs/operations.md).
            """)

    @OptionGroup var place: BackupVerb.Place

    @Option(help: "The data folder; created if missing.")
    var data: String?

    @Option(help: "The snapshot, by its name or the beginning of it; the newest if left out.")
    var snapshot: String?

    @Flag(help: "Restore into a folder that has data, which is kept in a folder inside of it.")
    var replace = false

    @Flag(help: "Restore into a temporary folder, start a server there, check what it serves, and remove it again.")
    var rehearse = false

    @Option(help: "Where the temporary folder is made; the system's place for such if left out.")
    var work: String?

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        if rehearse, data != nil || replace {
            throw ValidationError("A rehearsal takes neither --data nor --replace: it changes no data folder.")
        }
        if work != nil, !rehearse { throw ValidationError("--work is for --rehearse.") }
    }

    func run() async throws {
        umask(0o077)
        let backups = try place.backups()
        if rehearse { return try await rehearse(backups) }
        guard let folder = data ?? ServerEnvironment.text("NEXUS_DATA") else {
            throw ValidationError("Name the data folder with --data.")
        }
        let result = try await BackupVerb.work(isUrgent: true) { [snapshot, replace] step in
            try backups.restore(
                to: folder, snapshot: snapshot, replaces: replace, at: BackupVerb.now(), step: step)
        }
        for absence in result.manifest.absent where absence.reason != .deleted {
            Output.warn("\(absence.path) was \(absence.reason.rawValue) when the backup was made, and is missing.")
        }
        if json { return Output.json(RestorationJSON(result: result)) }
        let counts = result.manifest.counts
        Output.line(
            "Restored the snapshot \(result.manifest.id): \(counts.messages) messages, \(result.files) files, "
                + "\(result.bytes.inMegabytes) MB, all as they were backed up.")
        if let replaced = result.replaced {
            Output.line("The earlier data is in \"\(replaced)\". Remove it when nothing of it is needed.")
        }
        Output.line(
            ServerEnvironment.text("NEXUS_DATABASE") == nil
                ? "Start the server: clients fetch everything again, and send what is missing."
                : "The rows are in SQLite there. Bring them into an empty PostgreSQL database with nexus database copy --from \"\(folder)\", and start the server on both."
        )
    }

    private func rehearse(_ backups: Backups) async throws {
        var logger = Logger(label: "nexus.rehearsal") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        let report: RehearsalReport
        do {
            let rehearsal = Rehearsal(backups, in: work ?? NSTemporaryDirectory(), logger: logger)
            report = try await Interruption.ends { [snapshot] in try await rehearsal.run(snapshot: snapshot) }
        } catch let error as BackupProblem {
            throw CommandProblem(error.text)
        } catch is CancellationError {
            throw CommandProblem("Interrupted. The temporary folder is removed.")
        }
        if json {
            Output.json(report)
        } else {
            for problem in report.problems { Output.line(problem) }
            Output.line(
                "\(report.isPassed ? "Passed" : "Failed"): the snapshot \(report.snapshot ?? "") with \(report.counts.messages) messages and "
                    + "\(report.counts.media) files, \(report.bytes.inMegabytes) MB. A server on it returned "
                    + "\(report.messages) messages and \(report.files) files for comparison. The restore took \(report.restoreTime) ms."
            )
        }
        if !report.isPassed { throw CommandExit.refused }
    }
}

/// What `nexus restore --json` prints.
private struct RestorationJSON: JSONEncodable {
    let result: BackupRestoration

    func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("snapshot", result.manifest.id)
        writer.field("files", Int64(result.files))
        writer.field("bytes", result.bytes)
        writer.field("counts", result.manifest.counts)
        writer.field("absent", result.manifest.absent)
        writer.field("replaced", ifPresent: result.replaced)
        writer.endObject()
    }
}
