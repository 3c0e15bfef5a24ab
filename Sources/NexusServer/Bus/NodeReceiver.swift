import NexusBus
import NexusCore
import Synchronization

/// Takes what other nodes say to the sockets that this one has, and to nobody else.
///
/// `@unchecked Sendable`: `batch` is used on the thread of the bus alone, which calls ``receive(_:)`` and ``drained()``; the rest synchronizes itself.
final class NodeReceiver: @unchecked Sendable {
    struct Handlers: Sendable {
        var connected: @Sendable () -> Void = {}
        var changed: @Sendable (ForeignChange) -> Void = { _ in }
        /// Presence, and what it depends on.
        var presence: @Sendable (NodeMessage, NodeID) -> Void = { _, _ in }
    }

    private let hub: Hub
    private let own: NodeID
    private let now: @Sendable () -> Timestamp
    private let batch = LiveBatch()
    private let handlers = Mutex(Handlers())
    private let unreadable = Atomic(0)

    init(_ own: NodeID, hub: Hub, now: @escaping @Sendable () -> Timestamp) {
        self.own = own
        self.hub = hub
        self.now = now
    }

    /// Messages that could not be read: of a newer version, or of nobody who should be there.
    var unreadableCount: Int { unreadable.load(ordering: .relaxed) }

    func handle(_ change: (inout Handlers) -> Void) { handlers.withLock { change(&$0) } }

    func connected() { handlers.withLock { $0.connected }() }

    func drained() { batch.flush() }

    /// A change of members is known by other ways than the bus, which has lost it.
    func found(_ change: ForeignChange) { handlers.withLock { $0.changed }(change) }

    func receive(_ message: BusMessage) {
        guard let (message, sender) = NodeCodec.decode(message.payload) else {
            unreadable.add(1, ordering: .relaxed)
            return
        }
        guard sender != own else { return }
        switch message {
        case .change(let change):
            guard deliver(change) else {
                unreadable.add(1, ordering: .relaxed)
                return
            }
            handlers.withLock { $0.changed }(change)
        case .frame(let users, let json): send(SharedFrame(text: json), to: users)
        case .typing(let conversation, let user, let isActive, let recipients):
            send(SharedFrame(text: ServerFrame.typing(conversation, user: user, active: isActive).json), to: recipients)
        case .sessionEnded(let session): hub.end(session)
        case .sessionRefreshed(let session, let user): hub.refreshed(session, of: user, at: now())
        case .presence, .heartbeat, .ask, .leaving, .switched, .related:
            handlers.withLock { $0.presence }(message, sender)
        }
    }

    private func send(_ frame: SharedFrame, to users: [UserID]) {
        for connection in hub.connections(of: users) { batch.add(frame, to: connection) }
    }

    /// - Returns: false if recipients with fewer rights need it decoded, and it cannot be.
    private func deliver(_ foreign: ForeignChange) -> Bool {
        let frame = SharedFrame(text: foreign.frame)
        if foreign.hidden.isEmpty, foreign.departed.isEmpty {
            send(frame, to: foreign.recipients)
            return true
        }
        guard case .change(let change)? = try? ServerFrame.decode(foreign.frame) else { return false }
        batch.add(
            Publication(
                change: change, recipients: foreign.recipients, departed: foreign.departed, hidden: foreign.hidden),
            frame, by: hub)
        return true
    }
}
