import Logging
import NIOCore
import NexusCore
import NexusDatabase
import Synchronization

/// Owns the machines of presence and typing and performs their effects.
///
/// `@unchecked Sendable`: its state is touched on its event loop alone, which every way in checks, but for `typingCount`, which is atomic.
final class PresenceRunner: @unchecked Sendable {
    private static let sweepInterval = TimeAmount.seconds(1)
    /// Milliseconds within which ends of typing are batched.
    private static let typingEndInterval: Int64 = 50
    /// The maximum of users leaving by one operation whose strangers are notified.
    private static let partingsAtOnce = 50

    let eventLoop: any EventLoop
    let hub: Hub
    let nodes: NodeLink
    let database: any Database
    let now: @Sendable () -> Timestamp
    let logger: Logger
    let lastSeen: LastSeenWriter
    var board: PresenceLeases
    var typing: TypingLeases
    var audiences = TypingAudiences()
    let batch = LiveBatch()
    var peers = PresencePeers()
    var tidings = PresenceTidings()
    var isTidingsScheduled = false
    var isWholeScheduled = false
    var isWholeWanted = false
    var beat: RepeatedTask?
    var watch: RepeatedTask?

    private var connections: [UInt64: (connection: LiveConnection, session: LiveSession)] = [:]
    private var questions = PresenceQuestionQueue()
    /// Typing that waits for its answer, and typing that is shown. Read on any thread.
    private let typingCount = Atomic(0)
    private var isSweepScheduled = false
    private var isTypingEndScheduled = false

    init(
        eventLoop: any EventLoop, nodes: NodeLink, database: any Database, lease: Int64, typingLife: Int64,
        now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) {
        self.eventLoop = eventLoop
        self.nodes = nodes
        hub = nodes.hub
        self.database = database
        self.now = now
        self.logger = logger
        lastSeen = LastSeenWriter(database: database, eventLoop: eventLoop)
        board = PresenceLeases(lease: lease)
        typing = TypingLeases(life: typingLife)
    }

    var moment: Moment { Moment(wall: now(), uptime: uptime) }

    /// Whether a user's typing may be known. Callable on any thread.
    var hasTyping: Bool { typingCount.load(ordering: .relaxed) > 0 }

    private var uptime: Int64 { Int64(NIODeadline.now().uptimeNanoseconds / 1_000_000) }

    // MARK: What happens

    func connected(_ connection: LiveConnection, _ session: LiveSession) {
        eventLoop.preconditionInEventLoop()
        connections[connection.id] = (connection, session)
        perform(board.connected(connection.id, of: session.user, at: moment))
        tidings(of: session.user)
        ask(.greet(connection.id, session.user))
        scheduleSweep()
    }

    func disconnected(_ connection: LiveConnection, _ session: LiveSession) {
        eventLoop.preconditionInEventLoop()
        connections[connection.id] = nil
        perform(board.disconnected(connection.id, of: session.user, at: moment))
        tidings(of: session.user)
        if hub.connectionCount(of: session.user) == 0 { tell(typing.left(session.user)) }
    }

    func heard(_ connection: LiveConnection, _ session: LiveSession) {
        eventLoop.preconditionInEventLoop()
        perform(board.heard(connection.id, of: session.user, at: moment))
        tidings(of: session.user)
    }

    func activity(_ isActive: Bool, _ connection: LiveConnection, _ session: LiveSession) {
        eventLoop.preconditionInEventLoop()
        perform(board.activity(isActive, on: connection.id, of: session.user, at: moment))
        tidings(of: session.user)
    }

    func typed(_ isActive: Bool, in conversation: ConversationID, _ connection: LiveConnection, by user: UserID) {
        eventLoop.preconditionInEventLoop()
        let word = TypingAudiences.Word(user: user, isActive: isActive, device: connection.id)
        if let members = audiences[conversation] {
            take(word, in: conversation, members)
        } else if audiences.wait(word, in: conversation), !ask(.audience(conversation)) {
            audiences.failed(conversation)
        }
        countTyping()
    }

    func typingEnded(_ user: UserID, in conversation: ConversationID) {
        eventLoop.preconditionInEventLoop()
        audiences.ended(user, in: conversation)
        tell(typing.ended(user, in: conversation))
    }

    func joined(_ users: [UserID], _ conversation: ConversationID) {
        eventLoop.preconditionInEventLoop()
        audiences.forget(conversation)
        questions.membersChanged(in: conversation, someLeft: false)
        ask(.joined(users, conversation))
    }

    func departed(_ users: [UserID], from conversation: ConversationID) {
        eventLoop.preconditionInEventLoop()
        audiences.forget(conversation)
        questions.membersChanged(in: conversation, someLeft: true)
        tell(typing.departed(users, from: conversation))
        // When a large group ends, each device forgets the others by itself.
        if users.count <= PresenceRunner.partingsAtOnce { for user in users { ask(.parted(user, conversation)) } }
    }

    /// A user has blocked or unblocked another.
    func related(_ user: UserID, _ other: UserID) {
        eventLoop.preconditionInEventLoop()
        audiences.forgetAll()
        questions.relationsChanged()
        tell(typing.parted(user, other))
        ask(.related(user, other))
    }

    /// Who is told of typing is looked up again.
    func forgetAudiences() {
        eventLoop.preconditionInEventLoop()
        audiences.forgetAll()
        questions.relationsChanged()
    }

    /// Unstored last-seen times: now, for those online.
    func takeFarewells() -> [UserID: Timestamp] {
        eventLoop.preconditionInEventLoop()
        let time = now()
        for user in board.onlinePeople { lastSeen.note(user, time) }
        return lastSeen.takeAll()
    }

    // MARK: Effects

    func perform(_ effects: [PresenceLeases.Effect]) {
        for effect in effects {
            switch effect {
            case .tell(let user):
                ask(.tell(user))
            case .remember(let user, let time):
                lastSeen.note(user, time)
                scheduleSweep()
            case .lapsed(let device):
                guard let session = connections[device]?.session else { break }
                session.lapse()
                tidings(of: session.user)
            }
        }
    }

    func tell(_ notices: [TypingLeases.Notice]) {
        for notice in notices {
            let frame = SharedFrame(
                text: ServerFrame.typing(notice.conversation, user: notice.user, active: notice.isActive).json)
            for user in notice.recipients { hub.forEachConnection(of: user) { batch.add(frame, to: $0) } }
            nodes.typed(
                notice.user, in: notice.conversation, isActive: notice.isActive, for: notice.recipients)
        }
        batch.flush()
        countTyping()
        scheduleTypingEnd()
    }

    // MARK: Questions

    /// Queues a question; returns whether it was accepted.
    @discardableResult
    func ask(_ question: PresenceQuestion) -> Bool {
        eventLoop.preconditionInEventLoop()
        guard questions.add(question) else { return false }
        askNext()
        return true
    }

    private func askNext() {
        let asked = questions.next()
        guard !asked.isEmpty else { return }
        database.query { reader in
            try asked.map { try $0.answer(from: reader) }
        } completion: { result in
            self.eventLoop.execute { self.answered(result) }
        }
    }

    private func answered(_ result: Result<[PresenceAnswer], any Error>) {
        switch result {
        case .success(let answers):
            if questions.answered() { take(answers) }
            askNext()
        case .failure(let error):
            logger.debug("presence could not be looked up", metadata: ["error": "\(error)"])
            for conversation in questions.failed() { audiences.failed(conversation) }
            // The next sweep retries.
            scheduleSweep()
        }
        countTyping()
    }

    func connection(_ device: PresenceLeases.Device) -> LiveConnection? { connections[device]?.connection }

    private func countTyping() {
        typingCount.store(audiences.waitingCount + typing.count, ordering: .relaxed)
    }

    // MARK: Time

    func scheduleSweep() {
        guard !isSweepScheduled else { return }
        isSweepScheduled = true
        eventLoop.scheduleTask(in: PresenceRunner.sweepInterval) { self.sweep() }
    }

    private func sweep() {
        isSweepScheduled = false
        let deadline = NIODeadline.now()
        perform(
            board.sweep(at: moment) { [connections] device in
                guard let connection = connections[device]?.connection else { return 0 }
                return (deadline - connection.lastHeard).nanoseconds / 1_000_000
            })
        lastSeen.write()
        askNext()
        if !board.isEmpty || !lastSeen.isEmpty || !questions.isEmpty { scheduleSweep() }
    }

    /// A renewed or new lease ends later than all others, so that one timer suffices.
    private func scheduleTypingEnd() {
        guard !isTypingEndScheduled, let next = typing.nextExpiry else { return }
        isTypingEndScheduled = true
        let wait = max(PresenceRunner.typingEndInterval, next - uptime)
        eventLoop.scheduleTask(in: .milliseconds(wait)) {
            self.isTypingEndScheduled = false
            self.tell(self.typing.expire(at: self.uptime))
        }
    }
}
