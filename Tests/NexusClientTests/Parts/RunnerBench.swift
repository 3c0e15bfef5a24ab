import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

/// A runner on a store in memory, a manual clock and a scripted connection.
struct RunnerBench {
    let store: LocalStore
    let clock = ManualClock()
    let line = ScriptedLine()
    let events = EventBroadcast<ClientEvent>()
    let runner: SyncRunner

    init(messages: Seq = 3) throws {
        store = try Samples.store(messages: messages)
        guard let snapshot = try store.snapshot() else { throw ClientError.signedOut }
        runner = SyncRunner(store: store, snapshot: snapshot, connector: line, clock: clock, events: events)
    }

    /// Connects, and lets the server send an unchanged state.
    func connect(_ socket: ScriptedSocket = ScriptedSocket()) async throws -> ScriptedSocket {
        line.next(.socket(socket))
        await runner.hold()
        try await greet(socket)
        return socket
    }

    func greet(_ socket: ScriptedSocket) async throws {
        try await eventually("the device asks what moved") { socket.sent.contains { $0.isDiscover } }
        socket.say(
            .welcome(Welcome(session: SessionID(high: 1, low: 1), profile: Samples.profile, time: clock.now())),
            .moved(Moved(time: clock.now(), conversations: [], hasMore: false)))
        try await eventually("the device is caught up") { await runner.engine.isCaughtUp }
    }

    func post(_ number: UInt64, _ text: String) async throws {
        try await runner.take(.perform(Samples.operation(number, text), people: []))
    }
}

extension ClientFrame {
    var isDiscover: Bool { if case .discover = self { true } else { false } }
}
