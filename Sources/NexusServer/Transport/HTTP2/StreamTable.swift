import Synchronization

/// Counts the requests over HTTP/2 that each address has under way, on all its connections.
final class StreamTable: Sendable {
    private let limit: Int
    private let counts = Mutex<[String: Int]>([:])

    /// - Parameter limit: requests at once of one address.
    init(limit: Int) { self.limit = max(1, limit) }

    /// Whether one more may begin; it counts until it leaves.
    func enter(_ address: String) -> Bool {
        counts.withLock { counts in
            let count = counts[address, default: 0]
            guard count < limit else { return false }
            counts[address] = count + 1
            return true
        }
    }

    func leave(_ address: String) {
        counts.withLock { counts in
            let count = counts[address, default: 0]
            counts[address] = count > 1 ? count - 1 : nil
        }
    }
}
