import NexusCore
import ServiceLifecycle

/// One capability of the server, as the composition sees it: what it registers, what it runs and what it closes.
///
/// A new part is one file in `Composition/Parts` and one line of `NexusApplication.init`. It is made with the ``ServerContext`` that all parts
/// share and with the parts that it uses. Every requirement but `name` has a default that does nothing.
protocol ServerPart: Sendable {
    /// A lowercase word for the log.
    var name: String { get }

    /// What it makes of messages, kept up by a follower each.
    var projections: [any Projection] { get }

    /// Called after each operation that took effect, on the writer's thread; nil for nothing. It must not block.
    var onApplied: OperationObserver? { get }

    /// Other nodes have written, and this one leads: there may be work that they have queued. It must not block.
    func othersWrote()

    /// Its lines in `GET /health`.
    var health: [HealthPart] { get }

    /// Registers its routes and metrics. Middleware that it adds applies to the parts after it.
    func register(in registration: Registration)

    /// Makes ready what requests need, before the first connection is accepted.
    /// - Throws: What keeps the server from starting.
    func start() async throws

    /// What it runs until the server stops. Services stop in reverse order, after the last connection has closed; one that throws stops the server.
    var services: [any Service] { get }

    /// Releases what it holds: after all services have ended, in reverse order of composition, also if it was never started. Not in a cancelled task.
    /// - Throws: What could not be released. The other parts are closed all the same.
    func close() async throws
}

/// Called with an operation, what it changed and who asked for it.
typealias OperationObserver = @Sendable (Operation, Applied, UserID) -> Void

extension ServerPart {
    var projections: [any Projection] { [] }
    var onApplied: OperationObserver? { nil }
    func othersWrote() {}
    var health: [HealthPart] { [] }
    func register(in registration: Registration) {}
    func start() async throws {}
    var services: [any Service] { [] }
    func close() async throws {}
}
