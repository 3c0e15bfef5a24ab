import NexusCore
import Synchronization

@testable import NexusClient

/// A network scripted by the test.
final class ScriptedLine: LiveConnector, LiveTransport {
    enum Answer: Sendable {
        case socket(ScriptedSocket)
        case failure(ClientError)
        /// Silence until the attempt is cancelled.
        case silence
    }

    private struct State {
        var answers: [Answer] = []
        var attempts = 0
        var tokens: [String] = []
        var renewed: [SocketID] = []
    }

    private let state = Mutex(State())

    /// The result of the next attempt to connect; without one, it fails.
    func next(_ answer: Answer) { state.withLock { $0.answers.append(answer) } }

    var attempts: Int { state.withLock { $0.attempts } }
    var tokens: [String] { state.withLock { $0.tokens } }
    /// The sockets whose access was renewed.
    var renewed: [SocketID] { state.withLock { $0.renewed } }

    func renew(_ socket: SocketID) async throws(ClientError) { state.withLock { $0.renewed.append(socket) } }

    func connect() async throws(ClientError) -> any LiveSocket {
        let answer = state.withLock { state in
            state.attempts += 1
            return state.answers.isEmpty ? nil : state.answers.removeFirst()
        }
        switch answer {
        case .socket(let socket): return socket
        case .failure(let error): throw error
        case .silence:
            let (never, _) = AsyncStream.makeStream(of: Never.self)
            for await _ in never {}
            throw .offline("the attempt was cancelled")
        case nil: throw .offline("the test has no network")
        }
    }

    func open(_ server: ServerAddress, accessToken: String) async throws(ClientError) -> any LiveSocket {
        state.withLock { $0.tokens.append(accessToken) }
        return try await connect()
    }
}

/// A socket with the test at its other end.
final class ScriptedSocket: LiveSocket {
    private let inbox = FrameInbox()
    private let state = Mutex((sent: [ClientFrame](), isClosed: false))
    private let onSend: @Sendable (ClientFrame) -> Void

    /// - Parameter onSend: called at the moment a frame is sent.
    init(onSend: @escaping @Sendable (ClientFrame) -> Void = { _ in }) { self.onSend = onSend }

    var sent: [ClientFrame] { state.withLock { $0.sent } }
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// The operations that were sent, each time they were.
    var operations: [Operation] {
        sent.compactMap { if case .operation(let operation) = $0 { operation } else { nil } }
    }

    func send(_ frame: ClientFrame) {
        onSend(frame)
        state.withLock { $0.sent.append(frame) }
    }

    func receive() async -> [ServerFrame]? { await inbox.take {} }

    func close() {
        state.withLock { $0.isClosed = true }
        inbox.close()
    }

    /// Delivers a frame of the server.
    func say(_ frames: ServerFrame...) { inbox.put(frames) }

    /// The network goes away.
    func drop() { inbox.close() }
}
