import NIOCore

/// Knows whether the client of a request still waits for the answer. Confined to the connection's event loop.
protocol DropWatcher: AnyObject {
    /// Has `body` called once the client has closed the connection, or given the request up; at once if it has. nil takes that back. One
    /// request at a time may ask.
    func whenDropped(_ body: (@Sendable () -> Void)?)
}

extension NexusRequestContext {
    /// Does long work whose task is cancelled once the peer has closed the connection, or over HTTP/2 the request's stream.
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
            let operations = channel.pipeline.syncOperations
            let watcher: (any DropWatcher)? =
                (try? operations.handler(type: RequestGuard.self)) ?? (try? operations.handler(type: StreamGuard.self))
            // A connection without the handler is closed.
            if let watcher { watcher.whenDropped(body) } else { body?() }
        }
    }
}
