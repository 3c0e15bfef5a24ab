import Foundation
import NexusClient

/// The client of the profile that NEXUS_HOME names.
enum ProfileClient {
    /// Milliseconds that a verb spends on the network beyond what it was asked for: to send what waits, to see what is new.
    static let budget: Int64 = 2_000

    static func open() throws -> NexusClient {
        NexusClient(try ProfileFolder(folder(ProcessInfo.processInfo.environment)))
    }

    private static func folder(_ environment: [String: String]) -> String {
        if let given = environment["NEXUS_HOME"], !given.isEmpty { return given }
        // What the shell means by ~, which need not be what the system has on file for the user.
        if let home = environment["HOME"], !home.isEmpty { return home + "/.nexus" }
        return NSHomeDirectory() + "/.nexus"
    }

    /// The client, with what is new taken in if there is a network; a remark if there is none.
    static func openAndSync() async throws -> NexusClient {
        let client = try open()
        try await refresh(client)
        return client
    }

    /// Takes in what is new, if there is a network; says so if there is none.
    static func refresh(_ client: NexusClient) async throws {
        switch try await client.sync(within: budget) {
        case .settled: break
        case .unfinished: Output.warn("The server is slow; this may not be the newest.")
        case .offline: Output.warn("No connection; this is what is on this device.")
        }
    }
}
