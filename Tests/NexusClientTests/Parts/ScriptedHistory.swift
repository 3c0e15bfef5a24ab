import NexusCore
import NexusTestSupport
import Synchronization
import Testing

@testable import NexusClient

/// A server with one conversation: it answers questions for history, and takes posts, edits and deletions.
final class ScriptedHistory: Sendable {
    private struct State {
        var messages: [Message]
        var head: Seq
        /// Ada's read position.
        var read: Seq
        var socket: ScriptedSocket?
    }

    private let state: Mutex<State>

    init(_ messages: [Message], read: Seq) {
        state = Mutex(State(messages: messages, head: messages.map(\.changed).max() ?? 1, read: read))
    }

    /// Connects a client, which then is in sync.
    func connect(_ offline: OfflineClient) async throws -> Task<Void, any Error> {
        let socket = ScriptedSocket { [weak self] frame in self?.answer(frame) }
        state.withLock { $0.socket = socket }
        offline.line.next(.socket(socket))
        let task = Task { [client = offline.client] in try await client.run() }
        try await eventually("the client is in sync") {
            try await offline.client.withEngine { engine, _ in engine.isCaughtUp }
        }
        return task
    }

    /// The connection breaks, and the next attempt fails.
    func cut() { state.withLock { $0.socket }?.drop() }

    /// Another member writes.
    func write(_ text: String, by user: User = Samples.bob) {
        change { state in
            state.head += 1
            let message = Samples.message(state.head, from: user, text: text)
            state.messages.append(message)
            return Change(conversation: Samples.talk, seq: state.head, messages: [message])
        }
    }

    /// Changes a message.
    func alter(_ id: MessageID, _ body: (inout Message) -> Void) {
        change { state in
            guard let position = state.messages.firstIndex(where: { $0.id == id }) else { return nil }
            state.head += 1
            state.messages[position].changed = state.head
            body(&state.messages[position])
            return Change(conversation: Samples.talk, seq: state.head, messages: [state.messages[position]])
        }
    }

    /// A member reads.
    func read(_ user: User, through seq: Seq) {
        change { state in
            state.head += 1
            let member = Samples.member(user, read: seq, changed: state.head)
            return Change(conversation: Samples.talk, seq: state.head, members: [member])
        }
    }

    private func change(_ body: (inout State) -> Change?) {
        let (socket, change) = state.withLock { state in (state.socket, body(&state)) }
        if let change { socket?.say(.change(change)) }
    }

    private func answer(_ frame: ClientFrame) {
        let (socket, answers) = state.withLock { state in (state.socket, ScriptedHistory.answers(to: frame, &state)) }
        for answer in answers { socket?.say(answer) }
    }

    private static func answers(to frame: ClientFrame, _ state: inout State) -> [ServerFrame] {
        let now = SystemClock().now()
        switch frame {
        case .discover:
            return [
                .welcome(Welcome(session: SessionID(high: 1, low: 1), profile: Samples.profile, time: now)),
                .moved(Moved(time: now, conversations: [], hasMore: false)),
            ]
        case .page(let request): return [.page(page(request, state))]
        case .changes(let id, let after):
            let unread = state.messages.count { $0.seq > state.read && $0.sender != Samples.ada.id }
            return [
                .changes(
                    Changes(
                        conversation: id, after: after, cursor: max(after, state.head), head: state.head,
                        isReset: false, oldest: 0, unread: unread, info: nil, members: [],
                        messages: state.messages.filter { $0.changed > after }))
            ]
        case .operation(let operation): return take(operation, &state, at: now)
        default: return []
        }
    }

    private static func page(_ request: PageRequest, _ state: State) -> Page {
        let messages = state.messages
        var (from, through): (Seq, Seq)
        switch request.anchor {
        case .before(let seq):
            from = messages.filter { $0.seq < seq }.suffix(request.limit).first?.seq ?? 1
            through = seq - 1
        case .around(let seq):
            from = messages.filter { $0.seq < seq }.suffix(request.limit / 2).first?.seq ?? 1
            through = messages.filter { $0.seq >= seq }.prefix(request.limit / 2).last?.seq ?? state.head
        }
        if from == messages.first?.seq { from = 1 }
        return Page(
            conversation: Samples.talk, from: from, through: max(from, through), head: state.head,
            messages: messages.filter { $0.seq >= from && $0.seq <= through })
    }

    private static func take(_ operation: Operation, _ state: inout State, at now: Timestamp) -> [ServerFrame] {
        state.head += 1
        var changed: Message?
        switch operation.kind {
        case .post(_, let post):
            var message = Samples.message(state.head, from: Samples.ada, text: post.text)
            message.id = operation.id.retyped()
            message.replyTo = post.replyTo
            message.writtenAt = post.writtenAt
            state.messages.append(message)
            changed = message
        case .edit(_, let id, let text, _):
            changed = alter(id, &state) { message in
                message.text = text
                message.editedAt = now
            }
        case .delete(_, let ids):
            changed = alter(ids[0], &state) { message in
                message.text = ""
                message.deletedAt = now
            }
        default: break
        }
        guard let changed else {
            state.head -= 1
            return [.ack(Acknowledgement(operation: operation.id, seq: 0, at: now))]
        }
        let change = ServerFrame.change(Change(conversation: Samples.talk, seq: state.head, messages: [changed]))
        let ack = ServerFrame.ack(Acknowledgement(operation: operation.id, seq: state.head, at: now))
        return state.head % 2 == 0 ? [change, ack] : [ack, change]
    }

    private static func alter(_ id: MessageID, _ state: inout State, _ body: (inout Message) -> Void) -> Message? {
        guard let position = state.messages.firstIndex(where: { $0.id == id }) else { return nil }
        state.messages[position].changed = state.head
        body(&state.messages[position])
        return state.messages[position]
    }
}
