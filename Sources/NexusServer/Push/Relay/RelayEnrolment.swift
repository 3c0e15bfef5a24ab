import Logging
import NIOHTTP1
import NexusCore
import NexusDatabase

/// Registers this server with its relay: once, and again where the relay no longer knows it.
actor RelayEnrolment {
    private let settings: RelayPushSettings
    private let post: PushPost
    private let database: any Database
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    private var current: RelayAccount?
    private var underWay: Task<Result<RelayAccount, RelayRefusal>, Never>?

    init(
        _ settings: RelayPushSettings, post: PushPost, database: any Database,
        now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) {
        self.settings = settings
        self.post = post
        self.database = database
        self.now = now
        self.logger = logger
    }

    /// Registers, unless it has; tries until it succeeds, or its task is cancelled.
    ///
    /// - Parameter sleep: sleeps for so many seconds.
    func run(sleep: @Sendable (Int) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }) async {
        var delay = 5
        while !Task.isCancelled {
            do throws(RelayRefusal) {
                _ = try await account()
                return
            } catch {
                logger.warning(
                    "this server could not be registered with the push relay, and tries again",
                    metadata: ["reason": "\(error.failure.text)"])
                var wait = delay
                if case .retry(let after?, _) = error.outcome { wait = max(wait, after) }
                guard (try? await sleep(wait)) != nil else { return }
                delay = min(delay * 2, 900)
            }
        }
    }

    /// - Parameter refused: an account that the relay does not know.
    /// - Throws: ``RelayRefusal``.
    func account(after refused: RelayAccount? = nil) async throws(RelayRefusal) -> RelayAccount {
        if let current, current != refused { return current }
        if let underWay { return try await underWay.value.get() }
        let task = Task { await self.get(after: refused) }
        underWay = task
        return try await task.value.get()
    }

    private func get(after refused: RelayAccount?) async -> Result<RelayAccount, RelayRefusal> {
        defer { underWay = nil }
        do {
            if let stored = try await database.read({ try RelayAccountRepository.stored($0) }),
                stored.relay == settings.url, stored != refused
            {
                current = stored
                return .success(stored)
            }
            var headers: HTTPHeaders = ["content-type": "application/json"]
            if let token = settings.token { headers.add(name: "authorization", value: "Bearer \(token)") }
            let answer = try await post.send(Array("{}".utf8), to: "\(settings.url)/v1/servers", headers)
            guard answer.status == 200, var account = try? RelayAccount.decode(answer.body), account.isValid else {
                return .failure(RelayRefusal(outcome(answer)))
            }
            account.relay = settings.url
            try await database.write { [account] in try RelayAccountRepository.put(account, $0) }
            current = account
            logger.notice("registered with the push relay", metadata: ["relay": "\(settings.url)"])
            return .success(account)
        } catch let problem as PushProblem {
            return .failure(RelayRefusal(problem.outcome))
        } catch {
            let failure = PushFailure(reason: "service", text: "The registration with the relay could not be stored.")
            return .failure(RelayRefusal(.retry(after: nil, failure)))
        }
    }

    private func outcome(_ answer: PushAnswer) -> PushOutcome {
        let text = PushFailure.cut("Not registered with the relay: \(answer.words(without: [settings.token ?? ""]))")
        switch answer.status {
        case 401, 403: return .refused(PushFailure(reason: "credentials", text: text))
        case 429: return .retry(after: answer.retryAfter(now()), PushFailure(reason: "rate", text: text))
        default: return .retry(after: answer.retryAfter(now()), PushFailure(reason: "service", text: text))
        }
    }
}

/// Why this server has no account at its relay.
struct RelayRefusal: Error {
    var outcome: PushOutcome

    init(_ outcome: PushOutcome) { self.outcome = outcome }

    var failure: PushFailure {
        switch outcome {
        case .retry(_, let failure), .refused(let failure): failure
        case .sent, .gone: PushFailure(reason: "service", text: "")
        }
    }
}
