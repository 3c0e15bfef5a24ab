import Hummingbird
import Logging
import NexusCore
import NexusDatabase
import NexusTestSupport
import ServiceLifecycle
import Synchronization
import Testing

@testable import NexusServer

@Suite("Parts of the server")
struct ServerPartTests {
    @Test("closes every part when one throws on closing, the last first, and reports the error")
    func oneThrows() async throws {
        let log = PartLog()
        let outcome = try await run(log) { context in
            [
                TestPart("first", log, database: context.database),
                TestPart("broken", log, closing: { throw Broken() }),
                TestPart("last", log),
            ]
        } during: { _ in
        }
        #expect(log.entries.suffix(3) == ["last closed", "broken closed", "first closed"])
        let error = try #require(throws: ShutdownError.self) { try outcome.get() }
        #expect(error.failures.map(\.part) == ["broken"])
        #expect(error.failures.first?.error is Broken)
        // Earlier parts are closed after them: the first of them still found its database open, and now it is closed.
        #expect(log.couldRead == true)
        let database = try #require(log.database)
        await #expect(throws: DatabaseError.self) { try await database.read { _ in } }
    }

    @Test("accepts no connection and closes every part when one cannot start")
    func cannotStart() async throws {
        let log = PartLog()
        let outcome = try await run(log) { context in
            [
                TestPart("first", log, database: context.database),
                TestPart("broken", log, starting: { throw Broken() }),
                TestPart("last", log),
            ]
        } during: { port in
            #expect(port == nil)
        }
        #expect(throws: Broken.self) { try outcome.get() }
        #expect(log.entries == ["first started", "broken started", "last closed", "broken closed", "first closed"])
    }

    @Test("stops the server and closes every part when the work of one throws")
    func workThrows() async throws {
        let log = PartLog()
        let outcome = try await run(log) { _ in
            [TestPart("broken", log, working: { throw Broken() }), TestPart("last", log)]
        } during: { _ in
            await log.wait(for: "broken closed")
        }
        #expect(throws: Broken.self) { try outcome.get() }
        #expect(log.entries.suffix(2) == ["last closed", "broken closed"])
    }

    @Test("outlives the work of a part that ends early")
    func workEnds() async throws {
        let log = PartLog()
        let outcome = try await run(log) { _ in
            [TestPart("brief", log, working: { log.add("brief worked") })]
        } during: { port in
            await log.wait(for: "brief worked")
            let socket = try await RawSocket.connect(port: try #require(port))
            defer { socket.close() }
            try await socket.send(RunningServer.request("GET", "/test/brief"))
            let answer = try await RunningServer.Answer(socket.response())
            #expect(answer.status == 200)
            #expect(answer.body == "brief")
        }
        _ = try? outcome.get()
        #expect(log.entries.last == "brief closed")
    }

    @Test("register their routes, metrics, health and projections, and hear of operations")
    func registers() async throws {
        let log = PartLog()
        _ = try await run(log) { _ in
            [TestPart("new", log)]
        } during: { port in
            let server = RunningServer(port: try #require(port), clock: TestClock())
            #expect(try await server.ask("GET", "/test/new").body == "new")
            #expect(try await server.ask("POST", "/test/new").status == 405)
            let metrics = try await server.ask("GET", "/metrics").body
            #expect(metrics.contains("nexus_test_new 1"))
            #expect(metrics.contains(#"nexus_follower_lag_seconds{follower="new"}"#))
            #expect(try await server.ask("GET", "/health").body.contains(#"{"name":"line of new","state":"ok"}"#))
            let anna = try await server.signUp("Anna")
            let ben = try await server.signUp("Ben")
            let (one, other) = (anna.profile.user.id, ben.profile.user.id)
            try await server.apply(
                NexusCore.Operation(
                    id: OperationID(high: 1, low: 1),
                    kind: .createDirect(.direct(between: one, and: other), with: other)),
                token: anna.accessToken)
            await log.wait(for: "new applied")
        }
    }

    /// Runs a server with more parts until `body` has ended, and says how that ended.
    /// - Parameter body: given the port; nil where the server did not start.
    private func run(
        _ log: PartLog, adding: (ServerContext) -> [any ServerPart], during body: (Int?) async throws -> Void
    ) async throws -> Result<Void, any Error> {
        let clock = TestClock()
        var configuration = try ServerConfiguration(database: DatabaseConfiguration(storage: TestDatabase.storage())) {
            clock.now
        }
        configuration.isOpenToEveryone = true
        configuration.transport.port = 0
        configuration.transport.shutdownTimeout = .milliseconds(100)
        configuration.passwordCostLog2 = 4
        configuration.eventLoopThreads = 1
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let (ports, bound) = AsyncStream.makeStream(of: Int.self)
        let application = try NexusApplication(configuration, logger: logger, adding: adding) { bound.yield($0) }
        #expect("\(application)" == "server", "logs name the application, not its settings")
        let group = ServiceGroup(services: [application], logger: logger)
        let running = Task {
            defer { bound.finish() }
            try await group.run()
        }
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await body(await ports.first { _ in true }))
        } catch {
            outcome = .failure(error)
        }
        await group.triggerGracefulShutdown()
        let ended = await running.result
        try outcome.get()
        return ended
    }
}

private struct Broken: Error {}

/// What happened to parts, in order.
private final class PartLog: Sendable {
    private struct State {
        var entries: [String] = []
        var database: SQLDatabase?
        var couldRead: Bool?
    }
    private let state = Mutex(State())
    private let (added, more) = AsyncStream.makeStream(of: String.self)

    var entries: [String] { state.withLock { $0.entries } }
    var database: SQLDatabase? { state.withLock { $0.database } }
    var couldRead: Bool? { state.withLock { $0.couldRead } }

    func add(_ entry: String) {
        state.withLock { $0.entries.append(entry) }
        more.yield(entry)
    }

    /// Returns once an entry is there. One task at a time.
    func wait(for entry: String) async {
        if entries.contains(entry) { return }
        for await added in added where added == entry { return }
    }

    func closed(_ database: SQLDatabase) async {
        let couldRead = (try? await database.read { _ in }) != nil
        state.withLock {
            $0.database = database
            $0.couldRead = couldRead
        }
    }
}

/// A whole part in a few lines: a route, a metric, a projection, a line of health, and work.
private struct TestPart: ServerPart {
    let name: String
    let log: PartLog
    var database: SQLDatabase?
    var starting: @Sendable () throws -> Void
    var working: (@Sendable () async throws -> Void)?
    var closing: @Sendable () throws -> Void

    init(
        _ name: String, _ log: PartLog, database: SQLDatabase? = nil,
        starting: @escaping @Sendable () throws -> Void = {}, working: (@Sendable () async throws -> Void)? = nil,
        closing: @escaping @Sendable () throws -> Void = {}
    ) {
        self.name = name
        self.log = log
        self.database = database
        self.starting = starting
        self.working = working
        self.closing = closing
    }

    var projections: [any Projection] { [TestProjection(name: name)] }
    var health: [HealthPart] { [HealthPart("line of \(name)", .ok)] }
    var onApplied: OperationObserver? { { [name, log] _, _, _ in log.add("\(name) applied") } }

    func register(in registration: Registration) {
        registration.metrics.gauge("nexus_test_\(name)", "A test.") { 1 }
        registration.open.get("/test/\(name)") { [name] _, _ in name }
    }

    func start() throws {
        log.add("\(name) started")
        try starting()
    }

    var services: [any Service] { working.map { [BackgroundService(name, $0)] } ?? [] }

    func close() async throws {
        log.add("\(name) closed")
        if let database { await log.closed(database) }
        try closing()
    }

    private struct TestProjection: Projection {
        let name: String
        func follow(_ conversations: [ConversationID], _ work: CatchUp) async throws -> Set<ConversationID> { [] }
    }
}
