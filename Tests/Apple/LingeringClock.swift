import NexusClient
import NexusCore

/// The clock of the system, by which what goes by itself after some seconds stays: a busy machine may look for it later.
struct LingeringClock: ClientClock {
    func now() -> Timestamp { SystemClock().now() }

    func sleep(milliseconds: Int64) async throws {
        try await SystemClock().sleep(milliseconds: milliseconds < 5_000 ? milliseconds : 3_600_000)
    }
}
