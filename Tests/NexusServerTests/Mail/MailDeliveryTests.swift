import Logging
import NIOCore
import NexusCore
import NexusDatabase
import NexusTestSupport
import Synchronization
import Testing

@testable import NexusServer

@Suite("The delivery of e-mails")
struct MailDeliveryTests {
    @Test("an e-mail is sent, and nothing of it is kept")
    func sent() async throws {
        let post = try TestPost()
        try await post.queue("ada@example.org")
        try await post.running {
            try await eventually("it was sent") { try await post.rows().isEmpty }
        }
        #expect(post.transport.sent == ["ada@example.org"])
    }

    @Test("a temporary refusal is repeated after 15, 30 and 60 seconds; other e-mails do not wait for it")
    func repeated() async throws {
        let post = try TestPost()
        post.transport.answers["slow@example.org"] = MailFailure(.recipientRefused, detail: "451 later")
        try await post.queue("slow@example.org")
        try await post.queue("ada@example.org")
        try await post.running {
            for (attempts, wait) in [(1, Int64(15_000)), (2, 30_000), (3, 60_000)] {
                try await eventually("attempt \(attempts)") { try await post.rows().first?.attempts == attempts }
                let mail = try #require(try await post.rows().first)
                #expect(mail.dueAt == post.clock.now.advanced(by: wait))
                #expect(mail.reason.contains("451 later"))
                post.advance(by: wait)
            }
            post.transport.answers["slow@example.org"] = nil
            post.advance(by: 240_000)
            try await eventually("it was sent") { try await post.rows().isEmpty }
        }
        #expect(post.transport.sent.first == "ada@example.org")
        #expect(post.delivery.problem == nil)
    }

    @Test("the wait doubles up to an hour")
    func pace() {
        let pace = MailPace()
        #expect(
            (1...10).map { pace.delay(after: $0) / 1_000 } == [15, 30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600])
        #expect(pace.delay(after: .max) == 3_600_000)
        #expect((1...7).map { pace.pause(after: $0) / 1_000 } == [15, 30, 60, 120, 240, 300, 300])
    }

    @Test("a refusal for good is kept with its reason and without its content, for 30 days")
    func failed() async throws {
        let post = try TestPost()
        post.transport.answers["gone@example.org"] = MailFailure(
            .recipientRefused, detail: "550 no such user", isPermanent: true)
        try await post.queue("gone@example.org")
        try await post.running {
            try await eventually("it failed") { try await post.rows().first?.state == .failed }
            #expect(try await post.rows().first?.reason.contains("550 no such user") == true)
            #expect(try await post.contents() == 0)
            #expect(post.delivery.problem == nil, "one bad address is no problem of the server")
            post.advance(by: 30 * 86_400_000)
            try await post.queue("ada@example.org")
            try await eventually("the next was sent, and the failure is still there") {
                let rows = try await post.rows()
                return post.transport.sent == ["ada@example.org"] && rows.map(\.state) == [.failed]
            }
            post.advance(by: 1)
            try await post.queue("ada@example.org")
            try await eventually("it is forgotten") { try await post.rows().isEmpty }
        }
    }

    @Test("an e-mail whose link has expired is given up, and its content is deleted at that moment")
    func expired() async throws {
        let post = try TestPost()
        post.transport.failure = MailFailure(.unreachable)
        try await post.queue("ada@example.org", life: 1_800_000)
        try await post.running {
            try await eventually("it was tried") { try await post.rows().first?.attempts == 1 }
            post.advance(by: 1_799_999)
            try await eventually("it was tried again") { try await post.rows().first?.attempts == 2 }
            #expect(try await post.contents() == 1)
            post.advance(by: 1)
            try await eventually("it is given up") { try await post.rows().first?.state == .failed }
            #expect(try await post.contents() == 0)
            #expect(
                try await post.rows().first?.reason.hasPrefix("Not sent in time. The mail server cannot be") == true)
        }
        #expect(post.transport.sent.isEmpty)
    }

    @Test("no e-mail waits longer than 48 hours")
    func longest() async throws {
        let post = try TestPost()
        post.transport.failure = MailFailure(.unreachable)
        try await post.queue("ada@example.org", life: 30 * 86_400_000)
        try await post.running {
            try await eventually("it was tried") { try await post.rows().first?.attempts == 1 }
            post.advance(by: MailQueue.longestLife - 1)
            try await eventually("it was tried again") { try await post.rows().first?.attempts == 2 }
            #expect(try await post.rows().first?.state == .waiting)
            post.advance(by: 1)
            try await eventually("it is given up") { try await post.rows().first?.state == .failed }
        }
    }

    @Test("a mail server that is down is tried with one e-mail at a time, and told as degraded after the third time")
    func down() async throws {
        let post = try TestPost()
        post.transport.failure = MailFailure(.authenticationRefused, detail: "535 no")
        for number in 1...5 { try await post.queue("p\(number)@example.org") }
        try await post.running {
            for (failures, wait) in [(1, Int64(15_000)), (2, 30_000), (3, 60_000)] {
                try await eventually("connection \(failures)") { post.transport.batches.count == failures }
                try await eventually("it is counted") { try await post.rows().contains { $0.attempts > 0 } }
                if failures < 3 { #expect(post.delivery.problem == nil) }
                if failures < 3 { post.advance(by: wait) }
            }
            try await eventually("it is told") {
                post.delivery.problem
                    == "5 e-mails wait. The mail server refused the user or the password. Check NEXUS_SMTP_URL and NEXUS_SMTP_PASSWORD."
            }
            #expect(post.transport.batches == [5, 1, 1])
            post.transport.failure = nil
            post.advance(by: 300_000)
            try await eventually("all were sent") { try await post.rows().isEmpty }
            try await eventually("it is well") { post.delivery.problem == nil }
        }
        #expect(post.transport.sent.count == 5)
        let told = post.log.all.filter { $0.contains("the mail server cannot be used") }
        #expect(told.count == 2, "the first failure, and when it counts as stuck")
        #expect(!post.log.all.contains { $0.contains("example.org") }, "the log has no addresses")
    }

    @Test("an e-mail that waits for a quarter of an hour is told as degraded")
    func old() async throws {
        let post = try TestPost()
        post.transport.answers["slow@example.org"] = MailFailure(.recipientRefused, detail: "451 later")
        try await post.queue("slow@example.org")
        try await post.running {
            try await eventually("it was tried") { try await post.rows().first?.attempts == 1 }
            try await eventually("it waits") { post.delivery.backlog.count == 1 }
            post.advance(by: MailCondition.stuckAfter - 1)
            try await eventually("it was tried again") { try await post.rows().first?.attempts == 2 }
            #expect(post.delivery.problem == nil)
            post.clock.advance(by: 1)
            #expect(post.delivery.problem == "One e-mail waits.")
        }
    }

    @Test("an e-mail that breaks every connection keeps none of the others from being sent")
    func poison() async throws {
        let post = try TestPost()
        post.transport.answers["poison@example.org"] = MailFailure(.closed)
        try await post.queue("poison@example.org")
        for number in 1...3 { try await post.queue("p\(number)@example.org") }
        try await post.running {
            try await eventually("the others were sent") {
                post.advance(by: 60_000)
                return Set(post.transport.sent).count == 3
            }
        }
    }

    @Test("what waits is tried at once after a restart, once")
    func restarted() async throws {
        let post = try TestPost()
        post.transport.failure = MailFailure(.unreachable)
        try await post.queue("ada@example.org")
        try await post.running {
            try await eventually("it was tried") { try await post.rows().first?.attempts == 1 }
        }
        post.transport.failure = nil
        let again = try TestPost(over: post)
        try await again.running {
            try await eventually("it was sent") { try await again.rows().isEmpty }
        }
        #expect(again.transport.sent == ["ada@example.org"])
    }

    @Test("the queue has a limit")
    func full() async throws {
        let post = try TestPost()
        try await post.database.write { transaction in
            for number in 0..<MailQueue.limit - 1 {
                try MailRepository.insert(
                    QueuedMail(
                        id: MailID(high: 9, low: UInt64(number)), kind: .invitation, to: "x@example.org",
                        state: .waiting,
                        attempts: 0, createdAt: .zero, dueAt: .zero, reason: ""), content: [], until: .zero, transaction
                )
            }
        }
        try await post.queue("last@example.org")
        #expect(try await refusal { try await post.queue("more@example.org") } == .overloaded)
    }

    @Test("an address that not every mail server accepts fails at once, for administrators to see")
    func unsupported() async throws {
        let post = try TestPost()
        try await post.queue("ädä@example.org")
        #expect(try await post.rows().map(\.state) == [.failed])
        #expect(try await post.contents() == 0)
    }
}

/// A queue over a database in memory, with a mail server that the test directs.
private final class TestPost: Sendable {
    let clock: TestClock
    let database: SQLDatabase
    let transport = ScriptedTransport()
    let delivery: MailDelivery
    let log = LogLines()
    private let mails: MailQueue
    private let sleepers = Sleepers()

    init(over other: TestPost? = nil) throws {
        let clock = other?.clock ?? TestClock()
        self.clock = clock
        database =
            try other?.database
            ?? SQLDatabase(DatabaseConfiguration(storage: TestDatabase.storage()), migrations: Schema.migrations)
        let settings = try MailSettings(
            smtp: SMTPSettings(url: "smtp://127.0.0.1", password: nil), from: "nexus@example.org",
            server: "https://chat.example.org")
        let delivery = MailDelivery(
            database: database, transport: transport, sender: settings.sender.address, now: { clock.now },
            sleep: { [sleepers] in try await sleepers.sleep(until: $0) },
            logger: log.logger)
        self.delivery = delivery
        mails = MailQueue(settings: settings) { delivery.wake() }
        sleepers.wake(at: clock.now)
    }

    func queue(_ address: String, life: Int64 = 86_400_000) async throws {
        let time = clock.now
        try await database.write { [mails] transaction in
            try mails.add(
                .invitation, MailContent(subject: "x", [.paragraph("secret link")]), to: address,
                until: time.advanced(by: life), at: time, transaction)
        }
        mails.wake()
    }

    func running(_ body: () async throws -> Void) async throws {
        let task = Task { [delivery] in await delivery.run() }
        defer { task.cancel() }
        try await body()
        task.cancel()
        await task.value
    }

    func rows() async throws -> [QueuedMail] {
        try await database.read { try MailRepository.list(limit: 100, in: $0) }
    }

    /// How many e-mails have a content in the database.
    func contents() async throws -> Int {
        try await database.read {
            try $0.first("SELECT COUNT(*) FROM mails WHERE content IS NOT NULL") { try $0.next() } ?? 0
        }
    }

    func advance(by milliseconds: Int64) {
        clock.advance(by: milliseconds)
        sleepers.wake(at: clock.now)
    }
}

/// Those who wait for the test's clock.
private final class Sleepers: Sendable {
    private let state = Mutex((time: Timestamp.zero, streams: [(Timestamp, AsyncStream<Void>.Continuation)]()))

    func sleep(until due: Timestamp) async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        state.withLock { state in
            if due <= state.time { continuation.finish() } else { state.streams.append((due, continuation)) }
        }
        for await _ in stream {}
        try Task.checkCancellation()
    }

    func wake(at now: Timestamp) {
        state.withLock { state in
            state.time = now
            for (due, stream) in state.streams where due <= now { stream.finish() }
            state.streams.removeAll { $0.0 <= now }
        }
    }
}

/// A mail server that answers as the test says.
private final class ScriptedTransport: MailTransport {
    private struct State {
        var failure: MailFailure?
        var answers: [String: MailFailure] = [:]
        var sent: [String] = []
        var batches: [Int] = []
    }

    private let state = Mutex(State())

    /// The failure of every connection.
    var failure: MailFailure? {
        get { state.withLock(\.failure) }
        set { state.withLock { $0.failure = newValue } }
    }
    /// By recipient; one of the connection's breaks it.
    var answers: [String: MailFailure] {
        get { state.withLock(\.answers) }
        set { state.withLock { $0.answers = newValue } }
    }
    var sent: [String] { state.withLock(\.sent) }
    /// The sizes of the batches so far.
    var batches: [Int] { state.withLock(\.batches) }

    func send(_ mails: [SMTPEnvelope], patience: SMTPPatience) async -> [MailID: MailFailure?] {
        state.withLock { state in
            state.batches.append(mails.count)
            var broken = state.failure
            var outcome: [MailID: MailFailure?] = [:]
            for mail in mails {
                let failure = broken ?? state.answers[mail.to.text]
                outcome[mail.id] = .some(failure)
                if let failure {
                    if !failure.concernsOneMail { broken = failure }
                } else {
                    state.sent.append(mail.to.text)
                }
            }
            return outcome
        }
    }
}
