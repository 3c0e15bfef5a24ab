import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("The view model of refused changes") @MainActor
struct RefusalsViewModelTests {
    private let clock = ManualClock()
    private let refusal = Refusal(.forbidden, "Only members react.")
    private let reaction = Operation(
        id: OperationID(high: 0x7000, low: 1),
        kind: .react(Samples.talk, message: Samples.message(2).id, emoji: "👍", on: true))

    private func failed(_ operation: Operation, _ order: Int64) -> StoreMutation {
        .putOperation(
            OutboxEntry(operation: operation, order: order, state: .failed(refusal), createdAt: Samples.time(0)))
    }

    private func isReaction(_ operation: Operation) -> Bool {
        if case .react = operation.kind { true } else { false }
    }

    @Test("what an earlier start left is dropped, but for messages; a sign-out warns of these alone")
    func left() async throws {
        let offline = try await OfflineClient()
        let message = Samples.operation(2, "hello")
        try await offline.client.openStore().apply([failed(reaction, 1), failed(message, 2)])
        #expect(try await offline.client.unsentCount() == 1)
        let model = RefusalsViewModel(offline.client, clock: clock)
        try await observing(model, { await $0.observe() }) {
            try await eventually("it waits") { clock.sleepers(within: ErrorNotice.life) == 1 }
            #expect(try await offline.client.outbox().count == 2, "another process may wait for the answer")
            clock.advance(by: ErrorNotice.life)
            try await eventually("the reaction is dropped") {
                try await offline.client.outbox().map(\.operation) == [message]
            }
            #expect(model.error == nil)
        }
    }

    @Test("a refused reaction is reported, and dropped as its notice goes")
    func refused() async throws {
        let offline = try await OfflineClient()
        let model = RefusalsViewModel(offline.client, clock: clock)
        try await observing(model, { await $0.observe() }) {
            let socket = ScriptedSocket()
            offline.line.next(.socket(socket))
            let connection = Task { try await offline.client.run() }
            try await eventually("the device asks what moved") { socket.sent.contains { $0.isDiscover } }
            let now = SystemClock().now()
            socket.say(
                .welcome(Welcome(session: SessionID(high: 1, low: 1), profile: Samples.profile, time: now)),
                .moved(Moved(time: now, conversations: [], hasMore: false)))
            try await offline.client.react("👍", to: Samples.message(2).id)
            try await eventually("it is sent") { socket.operations.contains { isReaction($0) } }
            let sent = try #require(socket.operations.first { isReaction($0) })
            socket.say(.refusal(.operation(sent.id), refusal))
            try await eventually("it is reported") { model.error == .refused(refusal) }
            #expect(try await offline.client.unsentCount() == 0)
            try await eventually("it is dropped, and the notice goes") {
                clock.advance(by: ErrorNotice.life)
                return try await !offline.client.outbox().contains { isReaction($0.operation) } && model.error == nil
            }
            connection.cancel()
            _ = await connection.result
        }
    }

    @Test("nothing of it stays once the app closes")
    func noLeak() async throws {
        let offline = try await OfflineClient()
        let client = offline.client
        let refusal = refusal
        try await expectNoLeak({ RefusalsViewModel(client, clock: clock) }, observe: { await $0.observe() }) {
            if $0.error == nil { client.broadcast.send(.refused(OperationID(high: 1, low: 1), refusal)) }
            return $0.error != nil
        }
    }
}
