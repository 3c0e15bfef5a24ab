import NexusTestSupport
import Testing

@testable import NexusBus

@Suite("A bus inside one process", .timeLimit(.minutes(5)))
struct LocalBusTests {
    @Test("loses, doubles and holds as many messages as it is told to, the same for the same seed")
    func faults() {
        func arrived(_ seed: UInt64, _ faults: LocalBusNetwork.Faults) -> [[UInt8]] {
            let network = LocalBusNetwork(seed: seed)
            let (one, other) = (network.join(isThreaded: false), network.join(isThreaded: false))
            let inbox = Inbox(other, "a")
            network.setFaults(faults)
            for number in 0..<200 { one.publish([UInt8(number)], to: "a") }
            other.pump()
            return inbox.payloads
        }
        let lost = arrived(1, .init(drop: 0.5))
        #expect((60...140).contains(lost.count))
        #expect(lost == arrived(1, .init(drop: 0.5)))
        #expect(lost != arrived(2, .init(drop: 0.5)))
        #expect(arrived(1, .init(double: 1)).count == 400)
        #expect(arrived(1, .init(delay: 1)).isEmpty)
    }

    @Test("delivers what it held when it is told to")
    func held() {
        let network = LocalBusNetwork()
        let (one, other) = (network.join(isThreaded: false), network.join(isThreaded: false))
        let inbox = Inbox(other, "a")
        network.setFaults(.init(delay: 1))
        one.publish([1], to: "a")
        network.setFaults(.init())
        one.publish([2], to: "a")
        network.release()
        other.pump()
        #expect(inbox.payloads == [[2], [1]])
    }

    @Test("is cut in two, and whole again")
    func cutOff() {
        let network = LocalBusNetwork()
        let ends = (0..<3).map { _ in network.join(isThreaded: false) }
        let inboxes = ends.map { Inbox($0, "a") }
        network.cutOff([ends[2]])
        ends[0].publish([1], to: "a")
        ends[2].publish([2], to: "a")
        network.heal()
        ends[0].publish([3], to: "a")
        for end in ends { end.pump() }
        #expect(inboxes.map(\.payloads) == [[], [[1], [3]], [[3]]])
    }
}
