import Foundation
import Logging
import NexusCore
import NexusDatabase
import Synchronization

@testable import NexusServer

/// The queue of push notifications over the real services, in steps, with a push service that shows what devices show.
final class NotificationBench {
    let server: InlineServer
    let service = RecordingPushService()
    let active = ActiveDevices()
    var pace = PushPace()
    var sendsMails = false
    private var delivery: PushDelivery?

    init() throws { server = try InlineServer() }

    /// A registered device of a user, with a session of its own.
    @discardableResult
    func device(_ address: String, of user: UserID) throws -> SessionID {
        let session: SessionID = server.identifier()
        let endpoint = PushEndpoint(
            id: server.identifier(), user: user, session: session, service: .web, address: address, publicKey: [],
            secret: [])
        try server.write { [now = server.now] transaction in
            let token = Array((address + session.text).utf8)
            try SessionRepository.insert(
                session, user: user, device: address, origin: .unknown,
                secrets: .init(
                    accessHash: token, accessExpiresAt: now, refreshHash: token,
                    refreshExpiresAt: now.advanced(by: 86_400_000)), at: now, transaction)
            try PushEndpointRepository.put(endpoint, at: now, transaction)
        }
        return session
    }

    /// The user is active on these devices alone.
    func use(_ sessions: SessionID..., by user: UserID) { active.set(Set(sessions), of: user) }

    /// Follows changes; ends as in a crash after `steps` conversations.
    func follow(steps: Int = .max) async throws {
        let projection = NotificationProjection(
            zone: .gmt, sendsMails: sendsMails, now: { [now = server.now] in now },
            activeSessions: { [active] in active.sessions(of: $0) }, queued: {})
        var left = steps
        while left > 0, let id = try server.read({ try projection.behind(limit: 1, $0) }).first {
            _ = try await projection.follow([id], server.catchUp("notifications"))
            left -= 1
        }
    }

    /// Sends what is due.
    func deliver() async throws {
        let delivery = makeDelivery(by: service)
        try await delivery.sendDue(.web)
        self.delivery = delivery
    }

    /// A delivery at the present time of the server.
    func makeDelivery(by transport: any PushTransport) -> PushDelivery {
        let now = { @Sendable [now = server.now] in now }
        let composer = PushComposer(server: "https://chat.example.org", zone: .gmt, now: now) {
            [active] session, user in
            active.sessions(of: user).contains(session)
        }
        return PushDelivery(
            database: server.database, transport: transport, composer: composer, pace: pace, now: now,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// What failed in the last delivery.
    var failures: [String] { delivery?.counters.report.map(\.reason) ?? [] }
    var health: HealthPart? { delivery?.health }

    func run() async throws {
        try await follow()
        try await deliver()
    }

    func waiting() throws -> Int64 { try server.read { try PushQueueRepository.waiting(in: $0).count } }

    func read(_ message: Message, by user: UserID) throws {
        try server.apply(.receipt(message.conversation, read: message.seq, delivered: message.seq), by: user)
    }

    func change(_ change: NotificationChange, by user: UserID) throws {
        try server.apply(.updateProfile(ProfileChange(notifications: change)), by: user)
    }
}

/// A push service, and the devices behind it.
final class RecordingPushService: PushTransport {
    struct State {
        /// By address and conversation.
        var shown: [String: [ConversationID: PushContent]] = [:]
        var badges: [String: Int] = [:]
        var taken: [(address: String, push: OutgoingPush)] = []
        /// What it answers, in turn; nil for taking a notification.
        var answers: [PushOutcome] = []
        /// What it answers for these addresses.
        var refusals: [String: PushOutcome] = [:]
    }

    let state = Mutex(State())

    func send(_ push: OutgoingPush, to endpoint: PushEndpoint) async -> PushOutcome {
        state.withLock { state in
            if !state.answers.isEmpty, let answer = state.answers.removeFirst() as PushOutcome?, answer != .sent {
                return answer
            }
            if let refusal = state.refusals[endpoint.address] { return refusal }
            state.taken.append((endpoint.address, push))
            state.badges[endpoint.address] = push.content.badge
            guard let conversation = push.content.conversation else { return .sent }
            state.shown[endpoint.address, default: [:]][conversation] =
                push.content.kind == .withdrawal ? nil : push.content
            return .sent
        }
    }

    func answer(_ outcomes: PushOutcome...) { state.withLock { $0.answers = outcomes } }

    /// Answers for an address, whatever is sent to it.
    func answer(_ address: String, with outcome: PushOutcome) { state.withLock { $0.refusals[address] = outcome } }

    /// The notifications on a device, as lines of title and text.
    func screen(_ address: String) -> [String] {
        state.withLock { ($0.shown[address] ?? [:]).values.map { "\($0.title) | \($0.text)" }.sorted() }
    }

    /// What a device shows, by conversation.
    func messages(on address: String) -> [ConversationID: MessageID] {
        state.withLock { ($0.shown[address] ?? [:]).compactMapValues(\.message) }
    }

    var taken: [(address: String, push: OutgoingPush)] { state.withLock(\.taken) }
    func badge(_ address: String) -> Int? { state.withLock { $0.badges[address] } }
}

/// The devices that users are active on.
final class ActiveDevices: Sendable {
    private let byUser = Mutex<[UserID: Set<SessionID>]>([:])

    func set(_ sessions: Set<SessionID>, of user: UserID) { byUser.withLock { $0[user] = sessions } }
    func sessions(of user: UserID) -> Set<SessionID> { byUser.withLock { $0[user] ?? [] } }
}
