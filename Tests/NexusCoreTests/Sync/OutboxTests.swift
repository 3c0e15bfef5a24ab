import Testing

@testable import NexusCore

@Suite("The outbox")
struct OutboxTests {
    private var random = DeviceRandom(seed: 1)

    private func queued(_ operations: [Operation]) -> Outbox {
        var outbox = Outbox()
        for operation in operations { _ = outbox.append(operation, createdAt: noon) }
        return outbox
    }

    @Test("sends one operation of a conversation at a time, in the order they were written")
    func order() {
        var outbox = queued((1...5).map { .post($0) })
        var sent: [OperationID] = []
        for _ in 1...5 {
            let due = outbox.due(at: noon)
            #expect(due.count == 1)
            #expect(outbox.due(at: noon).isEmpty, "an operation in flight is not sent twice")
            sent += due.map(\.id)
            outbox.remove(due[0].id)
        }
        #expect(sent == (1...5).map { Operation.post($0).id })
        #expect(outbox.count == 0 && outbox.due(at: noon).isEmpty)
    }

    @Test("lets conversations, receipts and the account overtake each other")
    func lanes() {
        var outbox = queued([
            .post(1), .post(2), .post(3, in: other), Operation(4, .receipt(team, read: 1, delivered: 1)),
            Operation(5, .updateProfile(name: "Ada L.", showsPresence: nil)),
            Operation(6, .receipt(team, read: 2, delivered: 2)),
        ])
        #expect(outbox.due(at: noon).map(\.id.low) == [1, 3, 4, 5])
    }

    @Test("a transient error keeps the place: nothing in the conversation overtakes, others continue")
    func transient() throws {
        var outbox = queued([.post(1), .post(2), .post(3, in: other)])
        var random = random
        #expect(outbox.due(at: noon).map(\.id.low) == [1, 3])
        outbox.postpone(Operation.post(1).id, retryAfter: nil, at: noon, using: &random)
        #expect(outbox.due(at: noon).isEmpty)
        let wait = try #require(outbox.nextDue(at: noon))
        #expect((500...1_000).contains(wait))
        #expect(outbox.due(at: noon.advanced(by: wait)).map(\.id.low) == [1])
    }

    @Test("waits as long as the server asks, within limits")
    func retryAfter() throws {
        for (asked, expected) in [(Int64(5_000), Int64(5_000)), (.max, 600_000)] {
            var outbox = queued([.post(1)])
            var random = random
            _ = outbox.due(at: noon)
            outbox.postpone(Operation.post(1).id, retryAfter: asked, at: noon, using: &random)
            #expect(outbox.nextDue(at: noon) == expected)
        }
    }

    @Test("waits longer after each transient error, without end")
    func backoff() throws {
        var outbox = queued([.post(1)])
        var random = random
        var now = noon
        var waits: [Int64] = []
        for _ in 0..<50 {
            #expect(outbox.due(at: now).count == 1)
            outbox.postpone(Operation.post(1).id, retryAfter: nil, at: now, using: &random)
            let wait = try #require(outbox.nextDue(at: now))
            waits.append(wait)
            now = now.advanced(by: wait)
        }
        #expect(waits[0] <= 1_000 && waits[3] >= 4_000)
        #expect(waits.allSatisfy { $0 <= 60_000 })
        #expect(waits.suffix(40).allSatisfy { $0 >= 30_000 })
    }

    @Test("a wake-up ends the wait")
    func hurry() {
        var outbox = queued([.post(1)])
        var random = random
        _ = outbox.due(at: noon)
        outbox.postpone(Operation.post(1).id, retryAfter: 60_000, at: noon, using: &random)
        outbox.hurry()
        #expect(outbox.due(at: noon).map(\.id.low) == [1])
    }

    @Test("a permanent error steps aside; retried, it takes its old place")
    func permanent() {
        var outbox = queued([.post(1), .post(2), .post(3)])
        _ = outbox.due(at: noon)
        let refusal = Refusal(.forbidden, "no")
        let failed = outbox.settle(Operation.post(1).id, as: .failed(refusal))
        #expect(failed?.state == .failed(refusal) && failed?.order == 1)
        #expect(outbox.due(at: noon).map(\.id.low) == [2])
        let again = outbox.settle(Operation.post(1).id, as: .waiting)
        #expect(again?.order == 1)
        #expect(outbox.entries.map(\.operation.id.low) == [1, 2, 3])
        outbox.disconnected()
        #expect(outbox.due(at: noon).map(\.id.low) == [1], "before the one that was sent after it")
    }

    @Test("an unanswered operation is sent again after the time-out, under the same identifier")
    func timeout() {
        var outbox = queued([.post(1), .post(2)])
        #expect(outbox.due(at: noon).map(\.id.low) == [1])
        #expect(outbox.nextDue(at: noon) == 15_000)
        #expect(outbox.due(at: noon.advanced(by: 14_999)).isEmpty)
        #expect(outbox.due(at: noon.advanced(by: 15_000)).map(\.id.low) == [1])
        #expect(outbox.isInFlight(Operation.post(1).id) && !outbox.isInFlight(Operation.post(2).id))
    }

    @Test("operations in flight when the socket broke are sent again, in order")
    func disconnected() {
        var outbox = queued([.post(1), .post(2), .post(3, in: other)])
        _ = outbox.due(at: noon)
        outbox.disconnected()
        #expect(!outbox.isInFlight(Operation.post(1).id))
        #expect(outbox.due(at: noon).map(\.id.low) == [1, 3])
    }

    @Test("at most 32 are in flight; the others wait for an answer, not for time")
    func inFlightLimit() {
        var outbox = queued((1...40).map { .post($0, in: ConversationID(high: 1, low: $0)) })
        #expect(outbox.due(at: noon).count == 32)
        #expect(outbox.due(at: noon).isEmpty)
        #expect(outbox.nextDue(at: noon) == 15_000, "no timer that fires at once, again and again")
        outbox.remove(Operation.post(1).id)
        #expect(outbox.due(at: noon).map(\.id.low) == [33])
    }

    @Test("restored from rows in any order, it continues")
    func restored() {
        let outbox = queued((1...4).map { .post($0) })
        var again = Outbox(outbox.entries.reversed())
        #expect(again.entries == outbox.entries)
        #expect(again.due(at: noon).map(\.id.low) == [1])
        #expect(again.append(.post(9), createdAt: noon).order == 5)
    }

    @Test("an acknowledged operation stays until the cursor has reached its change")
    func acknowledged() {
        var outbox = queued([Operation(1, .rename(team, title: "New")), .post(2)])
        _ = outbox.due(at: noon)
        _ = outbox.settle(OperationID(high: 0x7000, low: 1), as: .acknowledged(7))
        #expect(outbox.due(at: noon).map(\.id.low) == [2])
        #expect(outbox.removeAcknowledged(in: .conversation(team), through: 6).isEmpty)
        #expect(outbox.removeAcknowledged(in: .conversation(other), through: 9).isEmpty)
        #expect(outbox.removeAcknowledged(in: .conversation(team), through: 7).map(\.low) == [1])
        #expect(outbox.entries.map(\.operation.id.low) == [2])
    }

    @Test("ten thousand queued operations go out one by one, each once and in order")
    func long() {
        var outbox = queued((1...10_000).map { .post($0) })
        var sent = 0
        while let operation = outbox.due(at: noon).first {
            sent += 1
            guard operation.id.low == UInt64(sent) else { break }
            outbox.remove(operation.id)
        }
        #expect(sent == 10_000)
        #expect(outbox.count == 0 && outbox.waitingCount == 0)
    }
}

@Suite("A queue of the outbox")
struct LaneTests {
    @Test("taking heads moves every element a bounded number of times, for any length")
    func bounded() {
        var lane = Lane()
        for number in UInt64(1)...10_000 { lane.insert(OperationID(high: 0, low: number)) { _ in false } }
        var looked = 0
        for number in UInt64(1)...10_000 {
            #expect(lane.first?.low == number)
            if let first = lane.first { lane.remove(first) }
            if number % 1_000 == 0 {
                lane.insert(OperationID(high: 1, low: number)) { other in
                    looked += 1
                    return other.high == 1 && other.low > number
                }
            }
        }
        #expect(
            lane.count == 10 && lane.waiting.map(\.low) == stride(from: 1_000, through: 10_000, by: 1_000).map { $0 })
        #expect(looked == 10, "an identifier that comes last is compared with the one before it alone")
    }

    @Test("behaves as an array under insertions and removals", arguments: 0..<30)
    func againstAnArray(seed: UInt64) {
        var random = DeviceRandom(seed: seed)
        var lane = Lane()
        var model: [UInt64] = []
        for _ in 0..<300 {
            if random.next() % 3 > 0 || model.isEmpty {
                let number = random.next() % 1_000
                guard !model.contains(number) else { continue }
                lane.insert(OperationID(high: 0, low: number)) { $0.low > number }
                model.append(number)
                model.sort()
            } else {
                let position = random.next() % 2 == 0 ? 0 : Int(random.next() % UInt64(model.count))
                lane.remove(OperationID(high: 0, low: model.remove(at: position)))
            }
            #expect(lane.waiting.map(\.low) == model)
            #expect(lane.first?.low == model.first && lane.count == model.count && lane.isEmpty == model.isEmpty)
        }
    }
}
