import Logging
import NexusCore

/// Collects what no message carries, from time to time, for as long as the server runs.
struct MediaCollector: Sendable {
    let media: MediaService
    let pause: Int64
    /// Waits that many milliseconds; throws when the server stops.
    let sleep: @Sendable (Int64) async throws -> Void
    let logger: Logger

    /// Returns when its task is cancelled.
    func run() async {
        while !Task.isCancelled {
            do {
                let count = try await media.collect()
                if count > 0 { logger.info("collected unused media", metadata: ["count": "\(count)"]) }
            } catch is CancellationError {
                return
            } catch {
                logger.warning("unused media could not be collected", metadata: ["error": "\(error)"])
            }
            guard (try? await sleep(pause)) != nil else { return }
        }
    }
}
