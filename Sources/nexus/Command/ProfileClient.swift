import Foundation
import NexusClient

/// The client of the profile that NEXUS_HOME names.
enum ProfileClient {
    /// Milliseconds that a verb spends on sending the queue and receiving changes.
    static let budget: Int64 = 2_000

    static func open() throws -> NexusClient {
        // Verbs run beside `nexus listen` and each other.
        NexusClient(
            try ProfileFolder(folder(ProcessInfo.processInfo.environment)),
            configuration: ClientConfiguration(sharesProfile: true))
    }

    private static func folder(_ environment: [String: String]) -> String {
        if let given = environment["NEXUS_HOME"], !given.isEmpty { return given }
        // The shell's ~ may differ from the user's home folder in the system's database.
        if let home = environment["HOME"], !home.isEmpty { return home + "/.nexus" }
        return NSHomeDirectory() + "/.nexus"
    }

    /// The client after a sync, or with a note when offline.
    static func openAndSync() async throws -> NexusClient {
        let client = try open()
        try await refresh(client)
        return client
    }

    /// Receives changes; prints a note when offline.
    static func refresh(_ client: NexusClient) async throws {
        switch try await client.sync(within: budget) {
        case .settled: break
        case .unfinished: Output.warn("The server is slow; this may not be the newest.")
        case .offline: Output.warn("No connection; this is the copy on this device.")
        }
    }
}
