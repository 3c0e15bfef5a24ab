import Logging

/// Collects unused media from time to time, for as long as the server runs.
struct MediaCollector: Sendable {
    let pause: Int64
    /// Waits that many milliseconds; throws when the server stops.
    let sleep: @Sendable (Int64) async throws -> Void
    let logger: Logger

    /// Returns when its task is cancelled.
    /// - Parameter collect: returns the number of deleted media.
    func run(_ collect: @Sendable () async throws -> Int) async {
        while !Task.isCancelled {
            do {
                let count = try await collect()
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
