import ArgumentParser
import Foundation
import NexusCore
import NexusDatabase
import NexusServer

/// `nexus database`: maintenance of a server's database.
struct DatabaseVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "database", abstract: "Maintain the server's database.",
        discussion: "For operators: works on the data folder.",
        subcommands: [Check.self, Renew.self, Copy.self])

    /// `nexus database renew`
    struct Renew: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "renew", abstract: "Begin a new epoch, so that clients fetch everything again.",
            discussion: """
                After a restore the server does this by itself when it starts. It cannot know of one that took the whole data folder \
                back, such as a snapshot of a virtual machine: then run this before you start it.
                """)

        @Option(help: "The folder that holds the database.")
        var data: String = ServerEnvironment.text("NEXUS_DATA") ?? "data"

        @OptionGroup var file: SettingsFileOptions

        func run() async throws {
            let database = try DatabasePlace.existing(in: data)
            do {
                _ = try DataFolder.open(data)
                let epoch = try await DatabaseMaintenance.renew(database) {
                    Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
                }
                Output.line("The database begins epoch \(epoch). Clients fetch everything again when they connect.")
            } catch let error as DatabaseError {
                throw DatabasePlace.problem(error, database, in: data)
            }
        }
    }
}
