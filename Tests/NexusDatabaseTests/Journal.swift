import NexusDatabase
import Synchronization

/// A log of events from several threads, in order.
final class Journal: Sendable {
    private let lines = Mutex<[String]>([])

    func note(_ line: String) { lines.withLock { $0.append(line) } }

    /// Notes `name` with how a transaction ended.
    func ended<T>(_ name: String) -> @Sendable (Result<T, any Error>) -> Void {
        { result in
            switch result {
            case .success: self.note("\(name) done")
            case .failure(let error as DatabaseError): self.note("\(name) \(error.code.rawValue)")
            case .failure(let error): self.note("\(name) \(error)")
            }
        }
    }

    var entries: [String] { lines.withLock { $0 } }
}
