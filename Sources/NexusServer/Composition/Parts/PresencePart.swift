import NIOPosix

/// Presence and typing.
struct PresencePart: ServerPart {
    let presence: PresenceService

    init(_ context: ServerContext) {
        presence = PresenceService(
            database: context.database, nodes: context.nodes, eventLoop: context.eventLoops.next(),
            lease: context.configuration.presenceLease, typingLife: context.configuration.typingLife,
            pace: context.configuration.nodePace, now: context.now, logger: context.logger)
    }

    var name: String { "presence" }

    var onApplied: OperationObserver? {
        { [presence] operation, applied, user in presence.applied(operation, applied, by: user) }
    }

    func close() async { await presence.finish() }
}
