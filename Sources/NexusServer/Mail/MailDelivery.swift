import Logging
import NexusCore
import NexusDatabase
import Synchronization

/// Sends queued e-mails as long as the server runs, each at least once. Nothing that people do waits for it.
///
/// It is supervised: failures of the mail server and of the storage are retried with backoff, and only its task's cancellation
/// ends it.
final class MailDelivery: Sendable {
    /// Milliseconds that failures are kept for administrators, and their number.
    static let failureLife: Int64 = 30 * 86_400_000
    static let failureLimit = 1_000

    private let database: any Database
    private let transport: any MailTransport
    private let sender: MailAddress
    private let pace: MailPace
    private let now: @Sendable () -> Timestamp
    /// Sleeps until a time of `now`.
    private let sleep: @Sendable (Timestamp) async throws -> Void
    private let logger: Logger
    private let condition = Mutex(MailCondition())
    private let signal = WakeSignal()
    let counters = MailCounters()

    init(
        database: any Database, transport: any MailTransport, sender: MailAddress, pace: MailPace = MailPace(),
        now: @escaping @Sendable () -> Timestamp,
        sleep: (@Sendable (Timestamp) async throws -> Void)? = nil, logger: Logger
    ) {
        self.database = database
        self.transport = transport
        self.sender = sender
        self.pace = pace
        self.now = now
        self.sleep = sleep ?? { try await Task.sleep(for: .milliseconds(max(0, $0.since(now())))) }
        self.logger = logger
    }

    var backlog: MailBacklog { condition.withLock(\.backlog) }
    /// Why e-mails wait; nil while they are sent.
    var problem: String? { condition.withLock { $0.problem(at: now()) } }

    /// Something was queued.
    func wake() { signal.wake() }

    /// Works until its task is cancelled.
    func run() async {
        var isPrepared = false
        while !Task.isCancelled {
            do {
                if !isPrepared {
                    // A restart may follow a change of settings: it tries again at once.
                    try await database.write { [now] in try MailRepository.makeDue(at: now(), $0) }
                    isPrepared = true
                }
                try await tidy()
                if try await sendDue() == 0 { try await rest() }
            } catch is CancellationError {
                return
            } catch {
                logger.error("the queue of e-mails cannot be used, and is tried again", metadata: ["error": "\(error)"])
                guard (try? await sleep(now().advanced(by: 5_000))) != nil else { return }
            }
        }
    }

    // MARK: Steps

    /// Fails e-mails that waited too long and forgets old failures.
    private func tidy() async throws {
        let time = now()
        let expired = try await database.write { transaction in
            let expired = try MailRepository.expire(at: time, transaction)
            if expired > 0 { transaction.eraseTraces() }
            try MailRepository.forgetFailures(
                before: time.advanced(by: -MailDelivery.failureLife), beyond: MailDelivery.failureLimit, transaction)
            return expired
        }
        counters.failed.add(expired)
        try await count()
    }

    private func count() async throws {
        let backlog = try await database.read { try MailRepository.waiting(in: $0) }
        condition.withLock { $0.backlog = backlog }
    }

    /// Sends one batch. Returns the number of e-mails that were tried.
    private func sendDue() async throws -> Int {
        let time = now()
        let (paused, failures) = condition.withLock { ($0.pausedUntil, $0.failures) }
        guard paused <= time else { return 0 }
        // After a failure one e-mail tests the server: an e-mail that breaks the connection delays no others for long.
        let limit = failures > 0 ? 1 : pace.batch
        let due = try await database.read { try MailRepository.due(at: time, limit: limit, in: $0) }
        guard !due.isEmpty else { return 0 }
        var tried: [QueuedMail] = []
        var envelopes: [SMTPEnvelope] = []
        var outcomes: [MailID: MailFailure?] = [:]
        for (mail, content) in due {
            tried.append(mail)
            guard let to = MailAddress(mail.to) else {
                outcomes[mail.id] = MailFailure(.addressUnsupported, isPermanent: true)
                continue
            }
            envelopes.append(SMTPEnvelope(id: mail.id, from: sender, to: to, content: content))
        }
        if !envelopes.isEmpty {
            outcomes.merge(await transport.send(envelopes, patience: SMTPPatience())) { _, new in new }
        }
        try await settle(tried, outcomes)
        return tried.count
    }

    private func settle(_ mails: [QueuedMail], _ outcomes: [MailID: MailFailure?]) async throws {
        let time = now()
        var broken: MailFailure?
        var failures: [(QueuedMail, MailFailure)] = []
        for mail in mails {
            guard let failure = outcomes[mail.id] ?? MailFailure(.closed) else { continue }
            failures.append((mail, failure))
            if !failure.concernsOneMail { broken = failure }
        }
        noted(broken, at: time)
        let failed = failures.filter { $0.1.isPermanent }
        for (mail, failure) in failed { log("an e-mail was refused for good", mail, failure) }
        counters.failed.add(failed.count)
        counters.retried.add(failures.count - failed.count)
        counters.sent.add(mails.count - failures.count)
        // Not undone by the end of the server: an e-mail that was sent would be sent again.
        try await Task { [database, pace, failures] in
            let unsent = Dictionary(uniqueKeysWithValues: failures.map { ($0.0.id, $0.1) })
            try await database.writeEssential { transaction in
                transaction.eraseTraces()
                for mail in mails {
                    guard let failure = unsent[mail.id] else {
                        try MailRepository.delete(mail.id, transaction)
                        continue
                    }
                    if failure.isPermanent {
                        try MailRepository.fail(mail.id, reason: failure.text, at: time, transaction)
                    } else {
                        let due = time.advanced(by: pace.delay(after: mail.attempts + 1))
                        try MailRepository.postpone(mail.id, until: due, reason: failure.text, transaction)
                    }
                }
            }
        }.value
    }

    // MARK: Waiting

    private func noted(_ broken: MailFailure?, at time: Timestamp) {
        let failures = condition.withLock { condition in
            if let broken {
                condition.failures += 1
                condition.last = broken
                condition.pausedUntil = time.advanced(by: pace.pause(after: condition.failures))
            } else {
                condition.failures = 0
                condition.last = nil
            }
            return condition.failures
        }
        guard let broken, failures == 1 || failures == MailCondition.stuckAfterFailures else { return }
        logger.error(
            "the mail server cannot be used, and is tried again",
            metadata: ["reason": "\(broken.text)", "failures": "\(failures)"])
    }

    private func log(_ text: Logger.Message, _ mail: QueuedMail, _ failure: MailFailure) {
        logger.warning(
            text,
            metadata: ["mail": "\(mail.id.text)", "kind": "\(mail.kind.rawValue)", "reason": "\(failure.summary)"])
    }

    /// Waits until an e-mail is queued, due or expired.
    private func rest() async throws {
        try await count()
        let next = condition.withLock { condition in
            // A pause delays attempts, but not the deletion of what has expired.
            condition.backlog.due.flatMap { due in
                condition.backlog.expiry.map { min(max(due, condition.pausedUntil), $0) }
            }
        }
        let alarm = next.map { next in
            Task { [sleep, signal] in
                try await sleep(next)
                signal.wake()
            }
        }
        defer { alarm?.cancel() }
        await signal.next()
        try Task.checkCancellation()
    }
}
