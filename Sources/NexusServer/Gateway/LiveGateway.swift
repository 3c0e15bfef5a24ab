import HTTPTypes
import Logging
import NIOCore
import NexusCore
import NexusDatabase

/// The live socket's meaning: reads frames, calls the use cases, answers. Runs on event loops and on the database's threads, with
/// callbacks instead of tasks: this is the hot path (docs/decisions/0007).
final class LiveGateway: LiveDelegate {
    private let accounts: AccountService
    private let signIns: LiveSignIns
    private let cookies: SessionCookies
    private let database: any Database
    private let history: HistoryService
    private let gate: OperationGate
    private let publisher: Publisher
    private let hub: Hub
    private let nodes: NodeLink
    private let presence: PresenceService
    private let zones: ZoneBook
    /// False if the operator has turned AI off.
    private let hasAI: Bool
    private let connectionsPerPerson: Int
    private let now: @Sendable () -> Timestamp
    private let metrics: ServerMetrics
    private let logger: Logger

    init(
        accounts: AccountService, cookies: SessionCookies, database: any Database, history: HistoryService,
        gate: OperationGate,
        publisher: Publisher, nodes: NodeLink, presence: PresenceService, zones: ZoneBook, hasAI: Bool,
        connectionsPerPerson: Int,
        now: @escaping @Sendable () -> Timestamp, metrics: ServerMetrics, logger: Logger
    ) {
        self.accounts = accounts
        signIns = LiveSignIns(accounts: accounts)
        self.cookies = cookies
        self.database = database
        self.history = history
        self.gate = gate
        self.publisher = publisher
        self.nodes = nodes
        hub = nodes.hub
        self.presence = presence
        self.zones = zones
        self.hasAI = hasAI
        self.connectionsPerPerson = connectionsPerPerson
        self.now = now
        self.metrics = metrics
        self.logger = logger
    }

    // MARK: Connections

    func authorize(
        _ head: HTTPRequest, remoteAddress: SocketAddress?, on eventLoop: any EventLoop
    ) -> EventLoopFuture<LiveDecision> {
        guard let token = try? token(in: head) else { return eventLoop.makeSucceededFuture(.refuse) }
        return signIns.find(token, on: eventLoop).map { [self] found in
            let session = try? session(found.get(), path: head.path)
            return session.map { .accept($0) } ?? .refuse
        }
    }

    /// The caller of a request for a socket.
    /// - Throws: `Refusal`.
    func session(for head: HTTPRequest) async throws -> LiveSession {
        try session(try await accounts.authorize(try token(in: head)), path: head.path)
    }

    private func token(in head: HTTPRequest) throws -> String {
        guard let token = try SessionMiddleware.token(in: head) ?? cookies.liveAccessToken(of: head) else {
            throw Refusal.notSignedIn
        }
        return token
    }

    /// A live session of that caller, if they may have one more.
    ///
    /// - Parameter path: of the request, with the device's time zone in its query.
    /// - Throws: `Refusal`: `second_factor_required`, `rate_limited`.
    func session(_ context: SessionContext, path: String?) throws(Refusal) -> LiveSession {
        if context.needsSecondFactor { throw Refusal.secondFactorRequired }
        guard hub.connectionCount(of: context.user) < connectionsPerPerson else {
            throw Refusal(
                .rateLimited, "At most \(connectionsPerPerson) devices are connected at once.", retryAfter: 30_000)
        }
        return LiveSession(
            session: context.session, profile: context.profile, zone: ZoneBook.zone(in: path),
            accessUntil: context.accessUntil)
    }

    /// Extends a socket's life to that of the presented access.
    ///
    /// - Throws: `Refusal`: `not_found` unless it is an open socket of that session, `token_expired` if the access
    ///   itself expires soon.
    func renew(_ socket: SocketID, with context: SessionContext) throws(Refusal) {
        guard let live = hub.session(socket, of: context.user), live.session == context.session else {
            throw Refusal(.notFound, "There is no such live socket.")
        }
        guard context.accessUntil.since(now()) > LiveAccess.notice else { throw .tokenExpired }
        live.access.renew(until: context.accessUntil)
        metrics.renewals.add(1)
    }

    func swept(_ connection: LiveConnection) {
        guard let session = connection.context as? LiveSession else { return }
        switch session.access.check(at: now()) {
        case .good: break
        case .ask: connection.askToRenew(session)
        case .over: connection.closeAsExpired()
        }
    }

    func opened(_ connection: LiveConnection) {
        guard let session = connection.context as? LiveSession else {
            return connection.close(code: 1011, reason: "no session")
        }
        switch hub.add(connection, of: session, atMost: connectionsPerPerson) {
        case .admitted: break
        case .ended: return connection.closeAsEnded()
        case .tooMany: return connection.close(code: 1013, reason: "too many devices at once")
        }
        send(
            .welcome(
                Welcome(
                    session: session.session, profile: session.profile, time: now(), epoch: history.epoch,
                    hasInsights: true)),
            to: connection)
        presence.connected(connection, session)
        nodes.opened(session.user) { [self, user = session.user, time = now()] in catchUp(user, since: time) }
        zones.told(session.zone, by: session.user)
        metrics.connectionsOpened.add(1)
    }

    func closed(_ connection: LiveConnection) {
        guard let session = connection.context as? LiveSession else { return }
        guard hub.remove(connection, of: session.user) else { return }
        presence.disconnected(connection, session)
        nodes.closed(session.user)
    }

    /// Milliseconds by which the clocks of nodes may differ.
    private static let clockTolerance: Int64 = 5_000

    /// Tells a user's sockets what moved while this node did not hear of their conversations yet.
    private func catchUp(_ user: UserID, since time: Timestamp) {
        let time = time.advanced(by: -LiveGateway.clockTolerance)
        database.query { [history, now] reader in
            try history.moved(since: time, for: user, now: now(), in: reader)
        } completion: { [hub] result in
            guard case .success(let moved) = result, !moved.conversations.isEmpty else { return }
            hub.send(SharedFrame(text: ServerFrame.moved(moved).json), to: [user])
        }
    }

    // MARK: Frames

    /// What one pass of an event loop reads is written in one commit, and goes out in one write to each socket.
    func turnBegins() { database.beginGathering() }

    func turnEnds() { database.endGathering() }

    func received(_ message: ByteBuffer, from connection: LiveConnection) {
        guard let session = connection.context as? LiveSession else { return }
        metrics.framesIn.add(1)
        let time = now()
        guard !session.access.isOver(at: time) else { return connection.closeAsExpired() }
        let frame: ClientFrame
        do {
            frame = try message.withUnsafeReadableBytes { bytes throws(JSONError) in try ClientFrame.decode(bytes) }
        } catch {
            let refused = UnreadOperation.refused(in: message)
            return fault(Refusal(unreadable: error, of: refused), about: refused, session, connection)
        }
        presence.heard(connection, session)
        switch frame {
        case .operation(let operation): apply(operation, at: time, session, connection)
        case .discover(let since, let insights): discover(since, insights, session, connection)
        case .changes(let id, let after):
            ask(session, connection, about: .conversation(id)) { [history, user = session.user] reader in
                .changes(try history.changes(of: id, after: after, for: user, in: reader))
            }
        case .page(let request):
            ask(session, connection, about: .conversation(request.conversation)) {
                [history, user = session.user] reader in
                .page(try history.page(request, for: user, in: reader))
            }
        case .own(let after):
            ask(session, connection, about: .frame) { [user = session.user] reader in
                .own(try UserSettingsService.changes(of: user, after: after, in: reader))
            }
        case .insights(let id, let after):
            ask(session, connection, about: .conversation(id)) { [hasAI, now, user = session.user] reader in
                .insightRows(try InsightRows(of: id, after: after, for: user, at: now(), isOn: hasAI, reader))
            }
        case .typing(let conversation, let active): presence.typing(in: conversation, active, session, connection)
        case .activity(let active):
            session.activity(active)
            presence.activity(active, connection, session)
        }
    }

    private func fault(
        _ refusal: Refusal, about refused: Refused, _ session: LiveSession, _ connection: LiveConnection
    ) {
        send(.refusal(refused, refusal), to: connection)
        if session.fault() { connection.close(code: 1008, reason: "too many invalid frames") }
    }

    private func apply(
        _ operation: Operation, at time: Timestamp, _ session: LiveSession, _ connection: LiveConnection
    ) {
        if session.begins(1) { connection.pauseReading() }
        let id = operation.id
        gate.submit(operation, by: session.user, at: time) { [publisher, metrics] result in
            switch result {
            case .success(let acknowledgement):
                publisher.send(.ack(acknowledgement), to: connection)
                metrics.operations.add(1)
            case .failure(let refusal):
                // Refused before or after the writer: either way the answer goes straight to the socket's own loop.
                connection.send(SharedFrame(text: ServerFrame.refusal(.operation(id), refusal).json))
                metrics.refusals.add(1)
            }
            if session.ends(1) { connection.resumeReading() }
        }
    }

    private func discover(
        _ since: Timestamp?, _ insights: Seq?, _ session: LiveSession, _ connection: LiveConnection
    ) {
        let time = now()
        ask(session, connection, about: .frame) { [history, user = session.user] reader in
            var moved = try history.moved(since: since, for: user, now: time, in: reader)
            moved.insights = try insights.map { try InsightRevisions.moved(after: $0, for: user, reader) }
            return .moved(moved)
        } answered: {
            if case .moved(let moved) = $0, !moved.hasMore { session.discoveredAt = moved.time }
        }
    }

    /// Answers a question from one snapshot, to that connection alone.
    private func ask(
        _ session: LiveSession, _ connection: LiveConnection, about refused: Refused,
        _ answer: @escaping @Sendable (Reader) throws -> ServerFrame,
        answered: @escaping @Sendable (ServerFrame) -> Void = { _ in }
    ) {
        if session.begins(LiveSession.readWeight) { connection.pauseReading() }
        database.query { reader in
            let frame = try answer(reader)
            return (frame, SharedFrame(text: frame.json))
        } completion: { [logger] result in
            switch result {
            case .success(let (answer, frame)):
                connection.send(frame)
                answered(answer)
            case .failure(let error):
                let refusal = Refusal(failure: error)
                if refusal.code == .internalError { logger.error("question failed", metadata: ["error": "\(error)"]) }
                connection.send(SharedFrame(text: ServerFrame.refusal(refused, refusal).json))
            }
            if session.ends(LiveSession.readWeight) { connection.resumeReading() }
        }
    }

    private func send(_ frame: ServerFrame, to connection: LiveConnection) {
        connection.send(SharedFrame(text: frame.json))
    }
}
