import GRDB
import NexusCore
import NexusTestSupport
import Synchronization
import Testing

@testable import NexusClient

@Suite("The runner")
struct SyncRunnerTests {
    @Test("a message is on the disk before it leaves the device")
    func storedBeforeSent() async throws {
        let bench = try RunnerBench()
        let store = bench.store
        let held = Mutex<[Bool]>([])
        let socket = ScriptedSocket { frame in
            guard case .operation(let operation) = frame else { return }
            let isStored = (try? store.outbox().contains { $0.operation == operation }) ?? false
            held.withLock { $0.append(isStored) }
        }
        _ = try await bench.connect(socket)
        try await bench.post(1, "one")
        #expect(socket.operations == [Samples.operation(1, "one")])
        #expect(held.withLock { $0 } == [true])
    }

    @Test("an offline queue goes out in order once online, and is removed with its acknowledgements")
    func queued() async throws {
        let bench = try RunnerBench(messages: 0)
        try await bench.post(1, "one")
        try await bench.post(2, "two")
        #expect(try bench.store.outbox().count == 2)
        let socket = try await bench.connect()
        #expect(socket.operations.map(\.id.low) == [1], "one at a time in a conversation")
        socket.say(.ack(Acknowledgement(operation: socket.operations[0].id, seq: 2, at: bench.clock.now())))
        try await eventually("the second follows") { socket.operations.map(\.id.low) == [1, 2] }
        socket.say(.ack(Acknowledgement(operation: socket.operations[1].id, seq: 3, at: bench.clock.now())))
        try await eventually("nothing waits") { try bench.store.outbox().isEmpty }
        #expect(try bench.store.messages(in: Samples.talk).map(\.text) == ["one", "two"])
    }

    @Test("the same request twice is one operation")
    func repeated() async throws {
        let bench = try RunnerBench()
        try await bench.post(1, "one")
        try await bench.post(1, "one")
        #expect(try bench.store.outbox().count == 1)
    }

    @Test("reconnects by itself, and resends unanswered operations")
    func reconnects() async throws {
        let bench = try RunnerBench()
        let socket = try await bench.connect()
        try await bench.post(1, "one")
        let again = ScriptedSocket()
        bench.line.next(.socket(again))
        socket.drop()
        try await eventually("it waits to try again") {
            await bench.runner.engine.connection.state == .waiting && bench.clock.sleepers(within: 1_000) > 0
        }
        #expect(bench.line.attempts == 1)
        bench.clock.advance(by: 1_000)
        try await bench.greet(again)
        #expect(again.operations == [Samples.operation(1, "one")], "under the same identifier")
    }

    @Test(
        "a connection attempt from before the network returned is restarted, unless it has just begun")
    func hangingTry() async throws {
        let bench = try RunnerBench()
        bench.line.next(.silence)
        await bench.runner.hold()
        try await eventually("it tries") { bench.line.attempts == 1 }
        try await bench.runner.networkReturned()
        #expect(bench.line.attempts == 1)
        let socket = ScriptedSocket()
        bench.line.next(.socket(socket))
        bench.clock.advance(by: 1_500)
        try await bench.runner.networkReturned()
        try await bench.greet(socket)
        #expect(bench.line.attempts == 2)
    }

    @Test("an ended session is reported once and not retried")
    func sessionEnded() async throws {
        let bench = try RunnerBench()
        var events = bench.events.stream(keeping: 100).makeAsyncIterator()
        let refusal = Refusal(.sessionEnded, "This session has ended.")
        bench.line.next(.failure(.refused(refusal)))
        await bench.runner.hold()
        while let event = await events.next() {
            if case .signedOut(let reason) = event {
                #expect(reason == refusal)
                break
            }
        }
        await bench.runner.untilEnded()
        #expect(await bench.runner.ending == refusal)
        bench.clock.advance(by: 120_000)
        #expect(bench.line.attempts == 1)
        try await bench.post(1, "still queued")
        #expect(try bench.store.outbox().count == 1)
    }

    @Test("frames that arrive together are stored together, and announced after that")
    func batch() async throws {
        let bench = try RunnerBench(messages: 1)
        let socket = try await bench.connect()
        var events = bench.events.stream(keeping: 100).makeAsyncIterator()
        socket.say(
            .change(Change(conversation: Samples.talk, seq: 3, messages: [Samples.message(3)])),
            .change(Change(conversation: Samples.talk, seq: 4, messages: [Samples.message(4)])))
        guard case .changed(let change) = await events.next() else {
            Issue.record("the store's change comes first")
            return
        }
        #expect(change.messages.map(\.seq) == [3, 4])
        #expect(await events.next() == .arrived(Samples.message(3)))
        #expect(await events.next() == .arrived(Samples.message(4)))
        #expect(try bench.store.snapshot()?.conversations[0].record.cursor == 4)
        #expect(try bench.store.outbox().map(\.operation.kind) == [.receipt(Samples.talk, read: 0, delivered: 4)])
    }

    @Test("frames of an abandoned socket are ignored")
    func staleSocket() async throws {
        let bench = try RunnerBench(messages: 1)
        let socket = try await bench.connect()
        try await bench.runner.handle(.networkLost)
        #expect(socket.isClosed)
        let again = ScriptedSocket()
        bench.line.next(.socket(again))
        try await bench.runner.take(.hurry)
        try await bench.greet(again)
        #expect(await bench.runner.engine.connection.isOpen)
        #expect(bench.line.attempts == 2)
    }

    @Test(
        "while the store cannot be written nothing is reported as queued; afterwards the runner continues from the store"
    )
    func storeFails() async throws {
        let bench = try RunnerBench()
        let socket = try await bench.connect()
        try bench.store.writing {
            try $0.execute(
                sql: """
                    CREATE TRIGGER full BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'disk is full'); END;
                    CREATE TRIGGER full2 BEFORE UPDATE ON account BEGIN SELECT RAISE(ABORT, 'disk is full'); END;
                    """)
        }
        var events = bench.events.stream(keeping: 100).makeAsyncIterator()
        let run = Task { await bench.runner.untilEnded() }
        await #expect(throws: ClientError.storeUnavailable("disk is full")) { try await bench.post(1, "lost?") }
        #expect(socket.isClosed)
        #expect(socket.operations.isEmpty)
        #expect(try bench.store.outbox().isEmpty)
        let dropped = await bench.runner.engine
        #expect(!dropped.connection.isOpen, "a dropped engine claims no connection")
        #expect(dropped.outbox.entries.isEmpty, "nor shows an operation that is not on disk")
        #expect(await events.next() == .connection(isOnline: false))
        #expect(await events.next() == .failed(.storeUnavailable("disk is full")))
        try await eventually("it waits to look at the store") { bench.clock.sleepers(within: 1_000) == 1 }
        bench.clock.advance(by: 1_000)
        try await eventually("the store still fails, and it waits on") { bench.clock.sleepers(within: 2_000) == 1 }
        await #expect(throws: ClientError.storeUnavailable("disk is full")) { try await bench.post(1, "lost?") }
        try bench.store.writing { try $0.execute(sql: "DROP TRIGGER full; DROP TRIGGER full2;") }
        let again = ScriptedSocket()
        bench.line.next(.socket(again))
        bench.clock.advance(by: 2_000)
        try await bench.greet(again)
        try await bench.post(2, "kept")
        #expect(again.operations == [Samples.operation(2, "kept")])
        await bench.runner.close()
        await run.value
    }

    @Test("closing ends the runner, also while the store cannot be written")
    func closedWhileFailing() async throws {
        let bench = try RunnerBench()
        _ = try await bench.connect()
        try bench.store.writing {
            try $0.execute(
                sql: "CREATE TRIGGER full BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'disk is full'); END")
        }
        let run = Task { await bench.runner.untilEnded() }
        await #expect(throws: ClientError.storeUnavailable("disk is full")) { try await bench.post(1, "lost?") }
        await bench.runner.close()
        await run.value
        #expect(await bench.runner.engine.connection.state == .stopped)
    }

    @Test("waiting ends when the condition holds, on time-out and on cancellation")
    func waiting() async throws {
        let bench = try RunnerBench()
        let operation = Samples.operation(1, "one")
        async let queued = bench.runner.wait(upTo: 60_000) { $0.outbox.entry(operation.id) != nil }
        try await bench.post(1, "one")
        #expect(await queued)
        async let never = bench.runner.wait(upTo: 5_000) { $0.connection.isOpen }
        try await eventually("it waits") { bench.clock.sleepers(within: 5_000) > 0 }
        bench.clock.advance(by: 5_000)
        #expect(await never == false)
        let task = Task { await bench.runner.wait(upTo: 5_000) { $0.connection.isOpen } }
        task.cancel()
        #expect(await task.value == false)
    }

    @Test("requests of other processes are performed and answered in order")
    func mailbox() async throws {
        let bench = try RunnerBench()
        let first = try bench.store.post(.perform(Samples.operation(1, "one"), people: []))
        let second = try bench.store.post(.perform(Samples.operation(2, "  "), people: []))
        try await bench.runner.takeMailbox()
        #expect(try bench.store.takeAnswer(first) == .done(.offline))
        guard case .refused(let refusal) = try bench.store.takeAnswer(second) else {
            Issue.record("an empty message is refused")
            return
        }
        #expect(refusal.code == .textEmpty)
        #expect(try bench.store.outbox().map(\.operation) == [Samples.operation(1, "one")])
    }
}
