import NIOCore

extension NexusRequestContext {
    /// Does long work whose task is cancelled once the peer has closed the connection.
    ///
    /// A client that closes only its half, and waits for the answer, counts as gone.
    /// - Throws: What `work` throws.
    func untilDropped<T: Sendable>(_ work: @escaping @Sendable () async throws -> T) async throws -> T {
        let task = Task { try await work() }
        watch { task.cancel() }
        defer { watch(nil) }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func watch(_ body: (@Sendable () -> Void)?) {
        channel.eventLoop.execute { [channel] in
            // A connection without the handler is closed.
            guard let guardian = try? channel.pipeline.syncOperations.handler(type: RequestGuard.self) else {
                body?()
                return
            }
            guardian.whenDropped(body)
        }
    }
}
