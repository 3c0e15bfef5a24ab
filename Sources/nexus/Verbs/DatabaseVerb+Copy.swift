import ArgumentParser
import Foundation
import NexusDatabase
import NexusServer
import Synchronization

extension DatabaseVerb {
    /// `nexus database copy`
    struct Copy: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Copy a server's rows from SQLite to PostgreSQL, or back, and compare them.",
            discussion: """
                The server has to be stopped. What was interrupted goes on when it is run again. Files stay in the data folder. Each place is a data \
                folder or postgres://USER@HOST/NAME; a password belongs in NEXUS_DATABASE or a password file.
                """)

        @Option(help: "Where the rows are: a data folder or a PostgreSQL address.")
        var from: String = ServerEnvironment.text("NEXUS_DATA") ?? "data"

        @Option(help: "Where they go: a PostgreSQL address or a data folder; without it NEXUS_DATABASE.")
        var to: String?

        @OptionGroup var file: SettingsFileOptions

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws {
            umask(0o077)
            guard let to = to ?? ServerEnvironment.text("NEXUS_DATABASE") else {
                throw ValidationError("Name where the rows go with --to, or in NEXUS_DATABASE.")
            }
            let lines = ProgressLines()
            do {
                let (source, target) = (try place(from, isSource: true), try place(to, isSource: false))
                let report = try await Interruption.ends {
                    try await ServerTransfer.run(from: source, to: target) { lines.tell($0) }
                }
                tell(report, to: to)
            } catch let problem as TransferProblem {
                throw CommandProblem(problem.text)
            } catch is CancellationError {
                throw CommandProblem("Interrupted. Run it again to go on.")
            } catch let error as DatabaseError where error.code == .inUse {
                throw CommandProblem("A server runs on one of the databases. Stop it first.")
            } catch let error as DatabaseError {
                let reason = error.detail.isEmpty ? error.text : "\(error.text) (\(error.detail))"
                throw CommandProblem("The rows cannot be copied. \(reason)")
            }
        }

        private func place(_ name: String, isSource: Bool) throws -> DatabaseConfiguration {
            if PostgresAddress.isAddress(name) {
                return DatabaseConfiguration(storage: .postgres(try PostgresAddress(name)))
            }
            let path = name + DatabasePlace.sqlite
            if isSource, !FileManager.default.fileExists(atPath: path) {
                throw CommandProblem("There is no database in \"\(name)\".")
            }
            _ = try DataFolder.open(name)
            return DatabaseConfiguration(storage: .file(path))
        }

        private func tell(_ report: ServerTransfer.Report, to: String) {
            if json { return Output.json(report) }
            Output.line(
                "Copied and compared \(report.rows.values.reduce(0, +)) rows: \(report.conversations) conversations, \(report.messages) messages and what belongs to them."
            )
            Output.line(
                PostgresAddress.isAddress(to)
                    ? "Start the server with this database (NEXUS_DATABASE). Do not start it on the old one again."
                    : "Start the server without a PostgreSQL address, on \"\(to)\". Do not start it on the old one again."
            )
        }
    }
}

/// Says now and then how far a transfer is: once for each table, and every five seconds of a long one.
private final class ProgressLines: Sendable {
    private let last = Mutex(("", ContinuousClock.now))

    func tell(_ step: ServerTransfer.Step) {
        let (verb, table, rows) =
            switch step {
            case .copied(let table, let rows): ("Copying", table, rows)
            case .compared(let table, let rows): ("Comparing", table, rows)
            }
        let isDue = last.withLock { last in
            let name = "\(verb) \(table)"
            guard rows > 0, name != last.0 || ContinuousClock.now - last.1 > .seconds(5) else { return false }
            last = (name, .now)
            return true
        }
        if isDue { Output.warn("\(verb) \(table): \(rows) rows so far") }
    }
}
