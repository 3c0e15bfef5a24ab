import Logging
import NexusCore

/// Requests of strangers about e-mail addresses. They are handled after the answer, one by one, so neither the answer nor its time depends
/// on what the server knows of an address.
final class AddressRequests: Sendable {
    /// Requests that wait; further ones are dropped.
    static let limit = 1_000

    private let waiting: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() {
        (waiting, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(AddressRequests.limit))
    }

    /// Takes a request.
    ///
    /// - Throws: `Refusal` (`invalid_email`).
    func take(_ email: String) throws {
        continuation.yield(try Refusal.translating { () throws(TextProblem) in try TextRule.email(email) })
    }

    /// Handles requests until its task is cancelled. An error goes to the log with what could not be done.
    func run(_ act: String, _ logger: Logger, _ handle: (String) async throws -> Void) async {
        for await email in waiting {
            do {
                try await handle(email)
            } catch {
                logger.error("\(act) failed", metadata: ["error": "\(error)"])
            }
        }
    }
}
