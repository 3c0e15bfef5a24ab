import ArgumentParser
import Foundation
import NexusCore
import NexusDatabase
import NexusServer

extension DatabaseVerb {
    /// `nexus database check`
    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check that the database, the media and the search index agree, also while the server runs.",
            discussion: """
                Exits with 1 if something is wrong. --repair makes again what is derived: the search index, the counted space of files, and the \
                removal of files that belong to nothing. It needs the server stopped, and touches nothing that people wrote.
                """)

        @Option(help: "The data folder.")
        var data: String = ServerEnvironment.text("NEXUS_DATA") ?? "data"

        @OptionGroup var file: SettingsFileOptions

        @Flag(help: "SQLite: compare every index with its table, too: reads the whole file several times.")
        var thorough = false

        @Flag(help: "Repair what is derived.")
        var repair = false

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws {
            umask(0o077)
            let database = try DatabasePlace.existing(in: data)
            do {
                var report = try await check(database)
                if repair, report.isRepairable {
                    let check = IntegrityCheck(of: data, database: database, store: try ServerEnvironment.mediaStore())
                    let repaired = try await IntegrityRepair.run(report, of: check, now: BackupVerb.now)
                    for kind in repaired { Output.warn("Repaired: \(kind.text)") }
                    report = try await self.check(database)
                }
                tell(report)
                if !report.isSound { throw CommandExit.refused }
            } catch let problem as S3Problem {
                throw CommandProblem(problem.text)
            } catch let error as S3SettingsError {
                throw CommandProblem(error.text)
            } catch let error as DatabaseError where error.code == .inUse || database.isPostgres {
                throw DatabasePlace.problem(error, database, in: data)
            } catch let error as DatabaseError {
                throw CommandProblem("The database in \"\(data)\" cannot be checked. \(error.text) (\(error))")
            }
        }

        private func check(_ database: DatabaseConfiguration) async throws -> IntegrityReport {
            let store = try ServerEnvironment.mediaStore()
            return
                try await BackupVerb.work { [data, thorough] step in
                    try IntegrityCheck(of: data, database: database, store: store, isThorough: thorough, step: step)
                        .run()
                }
        }

        private func tell(_ report: IntegrityReport) {
            if json { return Output.json(report) }
            for finding in report.findings {
                Output.line("\(finding.kind.rawValue) (\(finding.count)): \(finding.kind.text)")
                for example in finding.examples { Output.line("  \(example)") }
            }
            Output.line(
                "Checked \(report.conversations) conversations, \(report.messages) messages and \(report.files) files: "
                    + (report.isSound ? "all agree." : "\(report.findings.count) kinds of problems."))
        }
    }
}
