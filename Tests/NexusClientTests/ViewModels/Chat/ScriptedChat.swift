import NexusCore
import Synchronization

@testable import NexusClient

/// An open chat with scripted changes and failures.
final class ScriptedChat: OpenChat {
    struct Sent: Equatable, Sendable {
        var text: String
        var files: [OutgoingFile] = []
    }

    struct State: Sendable {
        /// The changes to be taken next.
        var waiting = ChatUpdate()
        var changesFailure: ClientError?
        var showFailure: ClientError?
        /// What ``show(_:)`` finds.
        var found: MessageID?
        var targets: [ChatTarget] = []
        var filled: [ClosedRange<Seq>] = []
        var fetched: [MessageID] = []
        var looks = 0
        var olderPages = 0
    }

    private let state = Mutex(State())
    private let bell = EventBroadcast<Void>()

    var now: State { state.withLock { $0 } }

    /// Changes the script, and signals it.
    func change(_ body: @Sendable (inout State) -> Void) {
        state.withLock { body(&$0) }
        bell.send(())
    }

    func signals() -> AsyncStream<Void> { bell.stream(keeping: 1) }

    func changes() async throws(ClientError) -> ChatUpdate {
        if let failure = now.changesFailure { throw failure }
        return state.withLock { state in
            let update = state.waiting
            state.waiting.splices = []
            state.waiting.header = nil
            return update
        }
    }

    func look() async throws(ClientError) { state.withLock { $0.looks += 1 } }

    func showOlder() async throws(ClientError) -> Bool {
        if let failure = now.showFailure { throw failure }
        state.withLock { $0.olderPages += 1 }
        return false
    }

    func showNewer() async throws(ClientError) -> Bool { try await showOlder() }

    func show(_ target: ChatTarget) async throws(ClientError) -> MessageID? {
        if let failure = now.showFailure { throw failure }
        return state.withLock { state in
            state.targets.append(target)
            return state.found
        }
    }

    func fill(_ gap: ClosedRange<Seq>) async throws(ClientError) { state.withLock { $0.filled.append(gap) } }

    func fetchOriginal(_ message: MessageID) async throws(ClientError) -> Bool {
        state.withLock { $0.fetched.append(message) }
        return true
    }
}
