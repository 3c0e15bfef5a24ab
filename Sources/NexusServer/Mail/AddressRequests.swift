import Logging
import NexusCore

/// Requests of strangers about e-mail addresses. They are handled after the answer, one by one, so neither the answer nor its time depends
/// on what the server knows of an address.
final class AddressRequests: Sendable {
    /// Requests that wait; further ones are dropped.
    static let limit = 1_000

    private let act: String
    private let logger: Logger
    private let handle: @Sendable (String) async throws -> Void
    private let waiting: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    /// - Parameters:
    ///   - act: what is done with each, for the log.
    ///   - handle: does it, for an address in the form of accounts.
    init(_ act: String, logger: Logger, _ handle: @escaping @Sendable (String) async throws -> Void) {
        self.act = act
        self.logger = logger
        self.handle = handle
        (waiting, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(AddressRequests.limit))
    }

    /// Takes a request.
    ///
    /// - Throws: `Refusal` (`invalid_email`).
    func take(_ email: String) throws {
        continuation.yield(try Refusal.translating { () throws(TextProblem) in try TextRule.email(email) })
    }

    /// Handles requests until its task is cancelled.
    func run() async {
        for await email in waiting {
            do {
                try await handle(email)
            } catch {
                logger.error("\(act) failed", metadata: ["error": "\(error)"])
            }
        }
    }
}
