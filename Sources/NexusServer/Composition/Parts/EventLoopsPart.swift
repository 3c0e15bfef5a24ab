import NIOCore

/// The threads of all connections. The first part, so that it is closed last.
struct EventLoopsPart: ServerPart {
    let context: ServerContext

    init(_ context: ServerContext) { self.context = context }

    var name: String { "event loops" }

    func close() async throws { try await context.eventLoops.shutdownGracefully() }
}
