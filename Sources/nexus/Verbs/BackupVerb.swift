import ArgumentParser
import Foundation
import NexusCore
import NexusDatabase
import NexusServer

/// `nexus backup`: snapshots of a server's database and media in one folder.
struct BackupVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Back up the server's database and media.",
        discussion:
            "For operators: works on the data folder, also while the server runs. docs/operations.md describes it.",
        subcommands: [Make.self, List.self, Verify.self, Key.self], defaultSubcommand: Make.self)

    /// Where the set is, and its key.
    struct Place: ParsableArguments {
        @Argument(help: "The folder of the backup, or s3://BUCKET/PREFIX.")
        var folder: String

        @Option(help: "The file of the key, if the backup is encrypted.")
        var keyFile: String?

        @OptionGroup var file: SettingsFileOptions

        func backups() throws -> Backups {
            do {
                return try Backups(
                    folder, key: try keyFile.map { try BackupKey(file: $0) },
                    objects: try ServerEnvironment.objectStore())
            } catch let error as BackupProblem {
                throw CommandProblem(error.text)
            } catch let error as S3SettingsError {
                throw CommandProblem(error.text)
            }
        }
    }

    /// `nexus backup make`
    struct Make: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Add a snapshot; only what is new is written.")

        @OptionGroup var place: Place

        @Option(help: "The server's data folder.")
        var data: String = ServerEnvironment.text("NEXUS_DATA") ?? "data"

        @Option(help: "Keep the newest snapshots, that many. Without a --keep option all are kept.")
        var keepLast: Int?

        @Option(help: "Keep the newest snapshot of each of that many days.")
        var keepDaily: Int?

        @Option(help: "Keep the newest snapshot of each of that many weeks.")
        var keepWeekly: Int?

        @Flag(help: "Print JSON.")
        var json = false

        private func store() throws -> S3Place? {
            do { return try ServerEnvironment.mediaStore() } catch { throw CommandProblem(error.text) }
        }

        func validate() throws {
            for count in [keepLast, keepDaily, keepWeekly].compactMap(\.self) where !(1...100_000).contains(count) {
                throw ValidationError("Snapshots to keep are 1 to 100000.")
            }
        }

        func run() async throws {
            umask(0o077)
            let postgres = try DatabasePlace.existing(in: data).storage.postgres
            let backups = try place.backups()
            let retention = BackupRetention(last: keepLast, daily: keepDaily, weekly: keepWeekly)
            let source = BackupSource(folder: data, postgres: postgres, store: try store())
            let report = try await BackupVerb.work { step in
                try backups.make(from: source, keeping: retention, at: BackupVerb.now(), step: step)
            }
            for loss in report.losses {
                Output.warn(
                    "\(loss.path) is \(loss.reason.rawValue): the database names it, and it is not in the backup.")
            }
            if let remark = report.remark { Output.warn(remark) }
            if json { return Output.json(BackupReportJSON(report: report)) }
            let counts = report.manifest.counts
            Output.line("snapshot \(report.manifest.id)")
            Output.line(
                "\(counts.messages) messages, \(counts.media) files, \(report.manifest.bytes.inMegabytes) MB; "
                    + "\(report.stored.bytes.inMegabytes) MB were new.")
            if !report.removed.isEmpty {
                Output.line("Removed \(report.removed.count) old snapshots, \(report.freed.inMegabytes) MB.")
            }
        }
    }

    /// `nexus backup list`
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the snapshots, oldest first.")

        @OptionGroup var place: Place
        @Flag(help: "Print JSON.") var json = false

        func run() async throws {
            let backups = try place.backups()
            let snapshots = try await BackupVerb.work { _ in try backups.list() }
            if json { return Output.json(snapshots.map { SnapshotJSON(id: $0.id, manifest: try? $0.manifest.get()) }) }
            for (id, manifest) in snapshots {
                switch manifest {
                case .success(let manifest):
                    Output.line(
                        "\(id)  \(manifest.counts.messages) messages  \(manifest.counts.media) files  "
                            + "\(manifest.bytes.inMegabytes) MB  version \(manifest.program)")
                case .failure(let problem): Output.line("\(id)  \(problem.text)")
                }
            }
        }
    }

    /// `nexus backup verify`
    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Read everything in the backup and compare it with its digests.")

        @OptionGroup var place: Place
        @Option(help: "Only this snapshot, by its name or the beginning of it.") var snapshot: String?
        @Flag(help: "Print JSON.") var json = false

        func run() async throws {
            let backups = try place.backups()
            let result = try await BackupVerb.work { [snapshot] step in
                try backups.verify(snapshot: snapshot, step: step)
            }
            if json {
                Output.json(VerificationJSON(verification: result))
            } else {
                for flaw in result.flaws {
                    Output.line("\(flaw.text) Needed by \(flaw.snapshots.joined(separator: ", ")).")
                }
                Output.line(
                    "Verified \(result.snapshots.count) snapshots, \(result.objects) objects, "
                        + "\(result.bytes.inMegabytes) MB: "
                        + (result.isIntact ? "all are intact." : "\(result.flaws.count) problems."))
            }
            if !result.isIntact { throw CommandExit.refused }
        }
    }

    /// `nexus backup key`
    struct Key: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Make a key for encrypted backups.")

        @Argument(help: "The file of the key; it must not exist.")
        var file: String

        func run() throws {
            do throws(BackupProblem) { try BackupKey.create(at: file) } catch { throw CommandProblem(error.text) }
            Output.line(
                "The key is in \"\(file)\". Keep a copy elsewhere: without it nothing can be restored, and with it anyone can read the backup."
            )
        }
    }

    /// Runs blocking work at idle priority, ended cleanly by SIGINT and SIGTERM, with its problems as those of the command.
    static func work<T: Sendable>(
        isUrgent: Bool = false, _ body: @escaping @Sendable (_ step: @escaping () throws -> Void) throws -> T
    ) async throws -> T {
        do {
            return try await Interruption.ends { try await BackupThread.run(isUrgent: isUrgent, body) }
        } catch let error as BackupProblem {
            throw CommandProblem(error.text)
        } catch is CancellationError {
            throw CommandProblem("Interrupted. Nothing has changed.")
        }
    }

    static func now() -> Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) }
}

extension Int64 {
    /// Millions of bytes, with one digit after the point.
    var inMegabytes: String {
        let tenths = (magnitude + 50_000) / 100_000
        return "\(self < 0 ? "-" : "")\(tenths / 10).\(tenths % 10)"
    }
}
