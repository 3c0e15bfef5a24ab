import Logging
import NIOCore
import NexusCore
import NexusDatabase
import Synchronization

/// Presence and typing, announced to people in shared conversations. Callable on any thread; the work is done on one
/// event loop, in order.
final class PresenceService: Sendable {
    private let runner: PresenceRunner
    private let nodes: NodeLink
    private let database: any Database
    private let typingLimit: TokenBuckets<UserID>
    /// Typing frames on their way to the runner.
    private let typingUnderWay = Atomic(0)

    /// Typing frames per user: sustained a minute, and at once. Further ones are dropped.
    static let typingRate = TokenBuckets<UserID>.Rate(burst: 20, perMinute: 300)

    /// - Parameters:
    ///   - lease: milliseconds of silence after which a device counts as gone.
    ///   - typingLife: milliseconds that typing lasts without renewal.
    init(
        database: any Database, nodes: NodeLink, eventLoop: any EventLoop, lease: Int64, typingLife: Int64,
        pace: NodePace = NodePace(), now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) {
        self.database = database
        self.nodes = nodes
        runner = PresenceRunner(
            eventLoop: eventLoop, nodes: nodes, database: database, lease: lease, typingLife: typingLife, now: now,
            logger: logger)
        typingLimit = TokenBuckets(PresenceService.typingRate, now: now)
        guard nodes.isOn else { return }
        nodes.onPresence {
            [runner] in
            runner.eventLoop.execute { runner.busConnected() }
        } _: {
            [runner] message, node in
            runner.eventLoop.execute { runner.said(message, by: node) }
        }
        onLoop { $0.beginBeating(pace) }
    }

    /// Other nodes have written: who is a member and who has blocked whom may be otherwise than remembered.
    func othersWrote() { onLoop { $0.forgetAudiences() } }

    /// A change of the members of a conversation was published. Called on the writer's thread.
    func published(_ publication: Publication) {
        moved(publication.joined, publication.departed, in: publication.change.conversation)
    }

    /// Another node has committed a change.
    func foreign(_ change: ForeignChange) {
        if let author = change.author, typingUnderWay.load(ordering: .acquiring) > 0 || runner.hasTyping {
            onLoop { $0.typingEnded(author, in: change.conversation) }
        }
        moved(change.joined, change.departed, in: change.conversation)
    }

    private func moved(_ joined: [UserID], _ departed: [UserID], in conversation: ConversationID) {
        guard !joined.isEmpty || !departed.isEmpty else { return }
        onLoop { runner in
            if !joined.isEmpty { runner.joined(joined, conversation) }
            if !departed.isEmpty { runner.departed(departed, from: conversation) }
        }
    }

    func connected(_ connection: LiveConnection, _ session: LiveSession) {
        onLoop { $0.connected(connection, session) }
    }

    func disconnected(_ connection: LiveConnection, _ session: LiveSession) {
        onLoop { $0.disconnected(connection, session) }
    }

    /// A frame came from that device. Costs reading a flag unless its lease had expired.
    func heard(_ connection: LiveConnection, _ session: LiveSession) {
        guard session.revives() else { return }
        onLoop { $0.heard(connection, session) }
    }

    func activity(_ active: Bool, _ connection: LiveConnection, _ session: LiveSession) {
        onLoop { $0.activity(active, connection, session) }
    }

    func typing(
        in conversation: ConversationID, _ active: Bool, _ session: LiveSession, _ connection: LiveConnection
    ) {
        guard typingLimit.take(session.user) == nil else { return }
        typingUnderWay.wrappingAdd(1, ordering: .relaxed)
        let user = session.user
        onLoop { runner in
            runner.typed(active, in: conversation, connection, by: user)
            self.typingUnderWay.wrappingSubtract(1, ordering: .releasing)
        }
    }

    /// An operation took effect. Called on the writer's thread.
    func applied(_ operation: Operation, _ applied: Applied, by user: UserID) {
        switch operation.kind {
        case .post(let conversation, _):
            // Most posts come while no typing is known: they cost two look-ups.
            guard typingUnderWay.load(ordering: .acquiring) > 0 || runner.hasTyping else { return }
            onLoop { $0.typingEnded(user, in: conversation) }
        case .updateProfile(let change) where change.showsPresence != nil:
            // A repeated operation may be outdated: the stored state counts.
            onLoop { $0.ask(.switched(user)) }
            nodes.announce(.switched(user))
        case .updateRelation(let other, let change):
            guard change.isBlocked != nil else { break }
            onLoop { $0.related(user, other) }
            nodes.announce(.related(user, other))
        case .updateProfile, .updateSettings, .report, .setRole, .edit, .delete, .react, .pin, .receipt, .rename,
            .setAI, .insight, .describe, .createDirect, .createGroup, .addMembers, .removeMember, .leave, .dissolve:
            break
        }
    }

    /// Stores all unstored last-seen times, also in a cancelled task. Called before the database closes.
    func finish() async {
        let taken = try? await runner.eventLoop.submit { [runner] in
            runner.sayGoodbye()
            return runner.takeFarewells()
        }.get()
        guard let left = taken, !left.isEmpty else { return }
        await withCheckedContinuation { continuation in
            database.submit { transaction in
                for (user, time) in left { try PresenceRepository.setLastSeen(time, of: user, transaction) }
            } completion: { _ in
                continuation.resume()
            }
        }
    }

    private func onLoop(_ body: @escaping @Sendable (PresenceRunner) -> Void) {
        runner.eventLoop.execute { [runner] in body(runner) }
    }
}
