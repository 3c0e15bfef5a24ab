import Logging
import NexusBus
import NexusCore
import NexusDatabase
import Synchronization

/// What this node tells the others, and what it wants to hear. Without a bus it tells its own sockets alone.
///
/// The bus is a hint and the cursors of clients are the truth: nothing here waits for it or fails by it.
final class NodeLink: Sendable {
    /// The maximum of conversations with a subscription each; with more the node hears all and drops what concerns nobody here.
    static let conversationLimit = 200_000
    /// How long nothing may have been lost for what arrives to count as complete.
    private static let calm = Duration.seconds(3)

    private struct State {
        /// Nil without a bus.
        var subscriptions: NodeSubscriptions?
        var lost = 0
        var lostAt: ContinuousClock.Instant?
    }

    let id: NodeID
    let hub: Hub
    /// Who is active at other nodes, as far as presence knows.
    let elsewhere = ActiveElsewhere()
    private let receiver: NodeReceiver
    private let bus: (any Bus)?
    private let subjects: NodeSubjects
    private let database: any Database
    private let now: @Sendable () -> Timestamp
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let began: ContinuousClock.Instant
    private let state = Mutex(State())

    /// - Parameters:
    ///   - epoch: of the database, which all nodes share.
    ///   - clock: of the bus.
    /// - Throws: `NatsError`, for files that cannot be read.
    init(
        _ bus: NodeBus?, epoch: EpochID, hub: Hub, database: any Database, now: @escaping @Sendable () -> Timestamp,
        clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        conversationLimit: Int = NodeLink.conversationLimit
    ) throws(NatsError) {
        id = NodeID(at: now())
        self.hub = hub
        self.database = database
        self.now = now
        self.clock = clock
        began = clock()
        let subjects = NodeSubjects(epoch)
        self.subjects = subjects
        let receiver = NodeReceiver(id, hub: hub, now: now)
        self.receiver = receiver
        let joined = try bus?.join(BusEvents(connected: { receiver.connected() }, drained: { receiver.drained() }))
        self.bus = joined
        let subscriptions = joined.map { NodeSubscriptions($0, subjects, receiver, limit: conversationLimit) }
        state.withLock { $0.subscriptions = subscriptions }
        receiver.handle { handlers in handlers.changed = { [weak self] in self?.observe($0) } }
    }

    /// Whether there is a bus.
    var isOn: Bool { bus != nil }

    /// Messages that could not be read.
    var unreadableCount: Int { receiver.unreadableCount }

    /// The state of the bus; nil without one.
    var status: BusStatus? { bus?.status }

    /// Whether whatever other nodes have committed in the last seconds has arrived, as far as can be known. While it has not, the database has to be asked.
    var isCurrent: Bool {
        let time = clock()
        guard let status = bus?.status, let since = status.connectedSince, time - since >= NodeLink.calm else {
            return false
        }
        return state.withLock { state in
            if status.droppedIn != state.lost {
                state.lost = status.droppedIn
                state.lostAt = time
            }
            return state.lostAt.map { time - $0 >= NodeLink.calm } ?? true
        }
    }

    /// Calls `body` with each change that other nodes have committed and this one has heard of, after its sockets have it; and with changes of members
    /// that were found in the database alone. On any thread.
    func onChange(_ body: @escaping @Sendable (ForeignChange) -> Void) {
        receiver.handle { handlers in
            handlers.changed = { [weak self] change in
                self?.observe(change)
                body(change)
            }
        }
    }

    /// Calls `body` on the thread of the bus with what others say of presence, and `connected` when a connection begins.
    func onPresence(
        connected: @escaping @Sendable () -> Void, _ body: @escaping @Sendable (NodeMessage, NodeID) -> Void
    ) {
        receiver.handle { handlers in
            handlers.connected = connected
            handlers.presence = body
        }
        // It may have begun before anyone listened.
        if bus?.status.state == .connected { connected() }
    }

    // MARK: Sockets of this node

    /// A socket was opened.
    ///
    /// - Parameter caughtUp: called once what concerns its user arrives, if it is the first: what was committed shortly before may have been missed.
    func opened(_ user: UserID, caughtUp: @escaping @Sendable () -> Void) {
        guard state.withLock({ $0.subscriptions?.opened(user) }) == true else { return }
        lookUp(user) { [self] conversations in
            state.withLock { $0.subscriptions?.joined(user, conversations) }
            bus?.settled { if $0 { caughtUp() } }
        }
    }

    func closed(_ user: UserID) {
        state.withLock { $0.subscriptions?.closed(user, at: uptime) }
    }

    /// Milliseconds since it began.
    private var uptime: Int64 { Int64((clock() - began) / .milliseconds(1)) }

    private func lookUp(_ user: UserID, _ found: @escaping @Sendable ([ConversationID]) -> Void) {
        database.query { reader in
            try ConversationRepository.conversations(of: user, in: reader)
        } completion: { [self] result in
            guard case .success(let conversations) = result else {
                return state.withLock { $0.subscriptions?.missed(user) }
            }
            found(conversations)
        }
    }

    /// Takes over who the database says is a member of a conversation (true) or has left it (false), in case the bus has lost that. Otherwise this node
    /// would not subscribe to the conversation until its members connect again.
    func found(_ members: [UserID: Bool], of conversation: ConversationID) {
        guard let moved = state.withLock({ $0.subscriptions?.unknown(members, of: conversation) }), !moved.isEmpty
        else {
            return
        }
        receiver.found(
            ForeignChange(
                conversation: conversation, recipients: [], departed: moved.filter { !$0.value }.map(\.key),
                joined: moved.filter(\.value).map(\.key), frame: []))
    }

    /// The memberships of all connected people may have changed: they are looked up soon.
    func lostTrack() { state.withLock { $0.subscriptions?.missedAll() } }

    /// Who of this node's people a change has made a member, or no longer one.
    private func observe(_ change: ForeignChange) {
        guard isOn, change.movesMembers else { return }
        state.withLock { state in
            for user in change.joined { state.subscriptions?.joined(user, [change.conversation]) }
            for user in change.departed { state.subscriptions?.parted(user, change.conversation) }
        }
    }

    /// Forgets users who have left, and looks up again what could not be. Called every few seconds.
    func sweep() {
        for user in state.withLock({ $0.subscriptions?.sweep(at: uptime) }) ?? [] {
            lookUp(user) { [self] in for conversation in $0 { found([user: true], of: conversation) } }
        }
    }

    // MARK: Telling

    /// A change was committed here, and is on its way to the sockets of this node.
    func published(_ publication: Publication, _ json: [UInt8]) {
        guard isOn else { return }
        let change = ForeignChange(publication, frame: json)
        observe(change)
        // A new member may be at a node that does not follow the conversation yet.
        send(.change(change), to: change.movesMembers ? subjects.nodes : subjects.conversation(change.conversation))
    }

    /// Sends a frame to all sockets of those users, here and at other nodes.
    ///
    /// - Parameter conversation: where they are all members; nil sends it to each user's subject.
    func tell(_ frame: ServerFrame, to users: [UserID], in conversation: ConversationID? = nil) {
        let json = frame.json
        hub.send(SharedFrame(text: json), to: users)
        told(json, users, in: conversation)
    }

    /// As ``tell(_:to:in:)``, for a frame that the sockets of this node have.
    func told(_ json: [UInt8], _ users: [UserID], in conversation: ConversationID? = nil) {
        guard isOn else { return }
        if let conversation { return send(.frame(users, json), to: subjects.conversation(conversation)) }
        for user in users { send(.frame([user], json), to: subjects.user(user)) }
    }

    func end(_ session: SessionID) {
        hub.end(session)
        send(.sessionEnded(session), to: subjects.nodes)
    }

    func refreshed(_ session: SessionID, of user: UserID) {
        hub.refreshed(session, of: user, at: now())
        send(.sessionRefreshed(session, user), to: subjects.nodes)
    }

    func typed(_ user: UserID, in conversation: ConversationID, isActive: Bool, for recipients: [UserID]) {
        guard isOn, !recipients.isEmpty else { return }
        send(
            .typing(conversation, user, isActive: isActive, recipients: recipients),
            to: subjects.conversation(conversation))
    }

    /// Tells all nodes something of presence.
    func announce(_ message: NodeMessage) { send(message, to: subjects.nodes) }

    private func send(_ message: NodeMessage, to subject: String) {
        bus?.publish(NodeCodec.encode(message, from: id), to: subject)
    }

    // MARK: Presence

    /// The sessions on whose devices a user is active, at any node.
    func activeSessions(of user: UserID) -> Set<SessionID> {
        hub.activeSessions(of: user).union(elsewhere.sessions(of: user))
    }

    /// Returns once what was told has left, and ends it.
    func close() async {
        guard let bus else { return }
        if bus.status.state == .connected {
            await withCheckedContinuation { next in bus.settled { _ in next.resume() } }
        }
        bus.close()
        receiver.handle { $0 = NodeReceiver.Handlers() }
    }
}
