import Dispatch
import Foundation

/// Ends long work cleanly on SIGINT and SIGTERM.
enum Interruption {
    /// - Throws: what `work` throws, `CancellationError` after a signal.
    static func ends<T: Sendable>(_ work: @Sendable @escaping () async throws -> T) async throws -> T {
        let task = Task { try await work() }
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { task.cancel() }
            source.resume()
            return source
        }
        defer { for source in sources { source.cancel() } }
        return try await task.value
    }
}
