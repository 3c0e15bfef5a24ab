import NexusCore
import Testing

@Suite("The timeline")
struct TimelineTests {
    @Test("is the same whatever the order in which rows came, each row once in its latest state", arguments: 0..<50)
    func anyOrder(seed: UInt64) {
        var random = DeviceRandom(seed: seed)
        var told: [Message] = []
        var latest: [Seq: Message] = [:]
        for seq in Seq(1)...40 {
            for version in 0...Seq(random.next() % 3) {
                let message = Message.at(seq, text: "v\(version)", changed: seq + version * 100)
                told.append(message)
                latest[seq] = message
            }
        }
        told += told.shuffled(using: &random).prefix(30)
        var timeline = Timeline()
        for message in told.shuffled(using: &random) { timeline.merge([message]) }
        #expect(timeline.messages == latest.values.sorted { $0.seq < $1.seq })
    }

    @Test("says whether anything changed")
    func change() {
        var timeline = Timeline([.at(1), .at(2)])
        let told: [[Message]] = [[.at(1)], [], [.at(1, text: "edited", changed: 5)], [.at(1, changed: 4)]]
        let changed = told.map { timeline.merge($0) }
        #expect(changed == [false, false, true, false])
        #expect(timeline.message(Message.at(1).id)?.text == "edited")
    }

    @Test("trimmed, keeps the newest")
    func trim() {
        var timeline = Timeline((Seq(1)...10).map { .at($0) })
        timeline.trim(toNewest: 3)
        #expect(timeline.messages.map(\.seq) == [8, 9, 10])
        timeline.trim(toNewest: 30)
        #expect(timeline.messages.count == 3)
    }
}
