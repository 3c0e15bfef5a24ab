import Dispatch
import NexusTestSupport
import Synchronization
import Testing

@testable import NexusBus

/// The rules that every bus keeps, on each that there is.
@Suite("A bus", .timeLimit(.minutes(5)))
struct BusContractTests {
    @Test("hands on to every other node what one publishes, and nothing back", arguments: TestedBus.all)
    func severalSubscribers(_ kind: TestedBus) async throws {
        let buses = try await kind.buses(3)
        let inboxes = buses.map { Inbox($0, "a.b") }
        let other = Inbox(buses[1], "a.c")
        try await TestedBus.settle(buses)
        buses[0].publish([1], to: "a.b")
        buses[1].publish([2], to: "a.b")
        try await eventually("all arrive") { inboxes[2].payloads.count == 2 }
        try await eventually("each gets the other's") {
            inboxes[0].payloads == [[2]] && inboxes[1].payloads == [[1]]
        }
        #expect(other.payloads.isEmpty)
        #expect(buses[0].status.published == 1)
    }

    @Test("keeps the order of what one publishes to a subject, and its bytes", arguments: TestedBus.all)
    func order(_ kind: TestedBus) async throws {
        let buses = try await kind.buses(2)
        let inbox = Inbox(buses[1], "order.here")
        try await TestedBus.settle(buses)
        let sent = (0..<2_000).map { number in (0..<(number % 40)).map { UInt8(truncatingIfNeeded: $0 &* number) } }
        for payload in sent { buses[0].publish(payload, to: "order.here") }
        try await eventually("all arrive") { inbox.payloads.count == sent.count }
        #expect(inbox.payloads == sent)
        #expect(inbox.subjects == ["order.here"])
    }

    @Test("delivers to a star in place of a word", arguments: TestedBus.all)
    func wildcard(_ kind: TestedBus) async throws {
        let buses = try await kind.buses(2)
        let inbox = Inbox(buses[1], "t.c.*")
        try await TestedBus.settle(buses)
        for subject in ["t.c.1", "t.c", "t.c.1.2", "t.d.1", "t.c.2"] { buses[0].publish([], to: subject) }
        try await eventually("both arrive") { inbox.subjects.count == 2 }
        #expect(inbox.subjects == ["t.c.1", "t.c.2"])
    }

    @Test("delivers nothing once a subscription has ended", arguments: TestedBus.all)
    func unsubscribed(_ kind: TestedBus) async throws {
        let buses = try await kind.buses(2)
        let (ended, kept) = (Inbox(buses[1], "x"), Inbox(buses[1], "x"))
        ended.end()
        ended.end()
        try await TestedBus.settle(buses)
        buses[0].publish([1], to: "x")
        try await eventually("the other gets it") { kept.payloads == [[1]] }
        #expect(ended.payloads.isEmpty)
        #expect(buses[1].status.subscriptions == 1)
    }

    @Test("drops and counts what a slow subscriber has no space for", arguments: TestedBus.all)
    func slow(_ kind: TestedBus) async throws {
        let buses = try await kind.buses(2)
        let gate = DispatchSemaphore(value: 0)
        let count = Atomic(0)
        let isHeld = Atomic(false)
        _ = try #require(
            buses[1].subscribe(to: "slow", capacity: 10) { _ in
                if !isHeld.exchange(true, ordering: .relaxed) { gate.wait() }
                count.add(1, ordering: .relaxed)
            })
        try await TestedBus.settle(buses)
        buses[0].publish([0], to: "slow")
        try await eventually("the first is being handled") { isHeld.load(ordering: .relaxed) }
        for _ in 0..<100 { buses[0].publish([1], to: "slow") }
        try await eventually("the rest is dropped") { buses[1].status.received == 101 }
        #expect(buses[1].status.droppedIn >= 89)
        gate.signal()
        try await eventually("those with a place arrive") { count.load(ordering: .relaxed) >= 11 }
        #expect(count.load(ordering: .relaxed) + buses[1].status.droppedIn == 101)
    }

    @Test("drops and counts what is too large or has no subject", arguments: TestedBus.all)
    func refused(_ kind: TestedBus) async throws {
        let buses = try await kind.buses(2)
        for subject in ["", ".", "a b", "a..b", "a.*", ">", "a\n", "ä", String(repeating: "a", count: 256)] {
            buses[0].publish([], to: subject)
        }
        #expect(buses[0].status.droppedOut == 9)
        for subject in ["", "a b", "a.", ">", "a\r\nPUB b 0"] {
            #expect(buses[0].subscribe(to: subject, capacity: 1) { _ in } == nil)
        }
        buses[0].publish([UInt8](repeating: 0, count: BusLimits().messageBytes + 1), to: "a")
        #expect(buses[0].status.droppedOut == 10)
    }

    @Test("connects again after its server was away, and has its subscriptions", arguments: TestedBus.all)
    func restarted(_ kind: TestedBus) async throws {
        let network = try kind.network()
        let connections = Atomic(0)
        let events = BusEvents(connected: { connections.add(1, ordering: .relaxed) })
        let buses = [try network.join(), try network.join(events: events)]
        try await TestedBus.connected(buses)
        let inbox = Inbox(buses[1], "s")
        try await TestedBus.settle(buses)
        network.stop()
        try await eventually("the gap is noticed") { buses.allSatisfy { $0.status.state == .away } }
        #expect(buses[0].status.reason != nil)
        buses[0].publish([1], to: "s")
        #expect(buses[0].status.droppedOut == 1)
        let late = Inbox(buses[1], "late")
        try network.start()
        try await TestedBus.connected(buses)
        try await TestedBus.settle(buses)
        buses[0].publish([2], to: "s")
        buses[0].publish([3], to: "late")
        try await eventually("what is published now arrives") { inbox.payloads == [[2]] && late.payloads == [[3]] }
        #expect(connections.load(ordering: .relaxed) == 2)
        #expect(buses[1].status.connections == 2)
    }

    @Test("is silent once it is closed", arguments: TestedBus.all)
    func closed(_ kind: TestedBus) async throws {
        let buses = try await kind.buses(2)
        let inbox = Inbox(buses[1], "a")
        try await TestedBus.settle(buses)
        buses[1].close()
        buses[1].close()
        buses[0].publish([1], to: "a")
        buses[1].publish([1], to: "a")
        #expect(buses[1].status.state == .closed)
        #expect(buses[1].subscribe(to: "a", capacity: 1) { _ in } == nil)
        #expect(inbox.payloads.isEmpty)
    }
}
