import NexusDatabase

/// For work behind the scenes, which has time: a writer, readers or a disk that are full for now are tried again, each second.
extension Database {
    /// - Throws: what the query throws, `DatabaseError`, `CancellationError`.
    func readPatiently<T: Sendable>(_ body: @escaping @Sendable (Reader) throws -> T) async throws -> T {
        try await patiently { try await read(body) }
    }

    /// - Throws: what the transaction throws, `DatabaseError`, `CancellationError`.
    func writePatiently<T: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        try await patiently { try await write(body) }
    }

    private func patiently<T: Sendable>(_ work: () async throws -> T) async throws -> T {
        while true {
            do {
                return try await work()
            } catch let error as DatabaseError where error.code == .full || error.code == .overloaded {
                try await Task.sleep(for: .seconds(1))
            }
        }
    }
}
