import NexusDatabase

extension Database {
    /// Carries a transaction of work behind the scenes out; a writer or a disk that is full for now is tried again, each second.
    ///
    /// - Throws: what the transaction throws, `DatabaseError`, `CancellationError`.
    func writePatiently<T: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        while true {
            do {
                return try await write(body)
            } catch let error as DatabaseError where error.code == .full || error.code == .overloaded {
                try await Task.sleep(for: .seconds(1))
            }
        }
    }
}
