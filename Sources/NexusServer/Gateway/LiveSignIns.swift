import NIOConcurrencyHelpers
import NIOCore

/// Finds the sessions of access tokens: those that one pass of an event loop reads from its sockets by one read of the database, and with
/// one wake-up each way.
final class LiveSignIns: Sendable {
    typealias Found = Result<SessionContext, any Error>

    private struct Waiting {
        var tokens: [String] = []
        var promises: [EventLoopPromise<Found>] = []
    }

    private let accounts: AccountService
    /// By event loop, what came in its present pass.
    private let waiting = NIOLockedValueBox<[ObjectIdentifier: Waiting]>([:])

    init(accounts: AccountService) { self.accounts = accounts }

    /// Called on `eventLoop`. The future does not fail.
    func find(_ token: String, on eventLoop: any EventLoop) -> EventLoopFuture<Found> {
        let promise = eventLoop.makePromise(of: Found.self)
        let isFirst = waiting.withLockedValue { all in
            all[ObjectIdentifier(eventLoop), default: Waiting()].tokens.append(token)
            all[ObjectIdentifier(eventLoop)]?.promises.append(promise)
            return all[ObjectIdentifier(eventLoop)]?.tokens.count == 1
        }
        // Runs once all sockets that were readable have been read.
        if isFirst { eventLoop.execute { self.findWaiting(on: eventLoop) } }
        return promise.futureResult
    }

    private func findWaiting(on eventLoop: any EventLoop) {
        guard let found = waiting.withLockedValue({ $0.removeValue(forKey: ObjectIdentifier(eventLoop)) }) else {
            return
        }
        accounts.authorize(found.tokens) { results in
            eventLoop.execute {
                for (promise, result) in zip(found.promises, results) { promise.succeed(result) }
            }
        }
    }
}
