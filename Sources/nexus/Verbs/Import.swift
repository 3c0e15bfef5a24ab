import ArgumentParser
import Foundation
import NexusCore
import NexusDatabase
import NexusServer

/// `nexus import`: brings a history of elsewhere to this server.
struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import history from another messenger.",
        discussion: "For operators: works on the data folder while the server is stopped.",
        subcommands: [Lines.self])

    /// `nexus import jsonl`
    struct Lines: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "jsonl", abstract: "Import people, conversations and messages, one JSON object per line.",
            discussion:
                "Importing a file again skips what was imported before. docs/operations.md describes the format."
        )

        @Argument(help: "The file; - for standard input.")
        var file: String

        @Option(help: "The folder of the database; created if missing.")
        var data: String = ServerEnvironment.text("NEXUS_DATA") ?? "data"

        @OptionGroup var settings: SettingsFileOptions

        @Flag(help: "Import nothing if a line is invalid.")
        var strict = false

        @Flag(help: "Print the figures as JSON.")
        var json = false

        func run() async throws {
            let source = try LineSource(file)
            let history = try open()
            let result: Result<HistoryImport.Tally, any Error>
            do { result = .success(try await take(source, into: history)) } catch { result = .failure(error) }
            try await history.close()
            switch result {
            case .success(let tally): tell(tally)
            case .failure(let bad as HistoryImport.BadLine):
                throw CommandProblem("Line \(bad.number): \(bad.message) Nothing was imported.")
            case .failure(let error as DatabaseError):
                throw CommandProblem("The import stopped; the reported rows are kept. \(error.text)")
            case .failure(let error): throw error
            }
        }

        private func open() throws -> HistoryImport {
            let database = try DatabasePlace.configured(in: data)
            do {
                _ = try DataFolder.open(data)
                _ = FileSizeLimit.heeded()
                return try HistoryImport(database) {
                    Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
                }
            } catch let error as DatabaseError {
                throw DatabasePlace.problem(error, database, in: data)
            } catch {
                throw CommandProblem("The data folder \"\(data)\" cannot be created: \(error.localizedDescription)")
            }
        }

        private func take(_ source: LineSource, into history: HistoryImport) async throws -> HistoryImport.Tally {
            if strict {
                var lines: [[UInt8]] = []
                while let more = try source.next() { lines += more }
                return try await history.take(lines, from: 1, skipped: nil)
            }
            var tally = HistoryImport.Tally()
            var first = 1
            var told = 0
            while let lines = try source.next() {
                tally += try await history.take(lines, from: first) { bad in
                    Output.warn("Line \(bad.number) was skipped: \(bad.message)")
                }
                first += lines.count
                if first - told > 10_000 {
                    told = first - 1
                    Output.warn("\(told) lines")
                }
            }
            return tally
        }

        private func tell(_ tally: HistoryImport.Tally) {
            if json {
                Output.json(TallyJSON(tally: tally))
            } else {
                Output.line(
                    "Imported \(tally.users) people, \(tally.conversations) conversations and \(tally.messages) messages; "
                        + "\(tally.known) existed already, \(tally.bad) lines were skipped.")
            }
        }
    }
}

private struct TallyJSON: JSONEncodable {
    let tally: HistoryImport.Tally

    func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("users", Int64(tally.users))
        writer.field("conversations", Int64(tally.conversations))
        writer.field("messages", Int64(tally.messages))
        writer.field("known", Int64(tally.known))
        writer.field("skipped", Int64(tally.bad))
        writer.endObject()
    }
}
