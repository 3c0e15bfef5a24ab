import NexusCore
import Testing

@testable import NexusServer

@Suite("Presence at other nodes")
struct PresencePeersTests {
    private let ada = UserID(high: 1, low: 1)
    private let ben = UserID(high: 1, low: 2)
    private let one = NodeID(high: 9, low: 1)
    private let two = NodeID(high: 9, low: 2)
    private let phone = SessionID(high: 3, low: 1)

    private func moment(_ uptime: Int64) -> Moment {
        Moment(wall: Timestamp(milliseconds: 1_000_000 + uptime), uptime: uptime)
    }

    private func entry(_ user: UserID, _ sessions: [SessionID]) -> PresenceNews.Entry {
        PresenceNews.Entry(user: user, sessions: sessions, showsPresence: true, lastSeen: nil)
    }

    @Test("is what each node has told last, of all nodes together")
    func told() {
        var peers = PresencePeers()
        let laptop = SessionID(high: 3, low: 2)
        _ = peers.told(PresenceNews(number: 1, entries: [entry(ada, [phone])]), by: one, at: moment(0))
        _ = peers.told(PresenceNews(number: 1, entries: [entry(ada, [laptop])]), by: two, at: moment(0))
        #expect(peers.sessions(of: ada) == [phone, laptop])
        let (changed, asks) = peers.told(PresenceNews(number: 2, entries: [entry(ada, [])]), by: one, at: moment(1))
        #expect(changed.map(\.user) == [ada])
        #expect(!asks)
        #expect(peers.sessions(of: ada) == [laptop])
    }

    @Test("is asked for as a whole when something was missed, not too often")
    func gaps() {
        var peers = PresencePeers()
        #expect(peers.told(PresenceNews(number: 1, entries: []), by: one, at: moment(0)).asks == false)
        #expect(peers.told(PresenceNews(number: 3, entries: []), by: one, at: moment(1)).asks == true)
        #expect(peers.told(PresenceNews(number: 5, entries: []), by: one, at: moment(2)).asks == false)
        #expect(peers.beat(5, by: one, at: moment(3)) == false)
        #expect(peers.beat(6, by: one, at: moment(PresencePeers.patience + 1)) == true)
        #expect(peers.beat(4, by: two, at: moment(0)) == true, "one that has told before this node came")
        #expect(!PresencePeers().nodes.contains(two))
    }

    @Test("ends for whom a whole list leaves out, in however many messages it comes")
    func whole() {
        var peers = PresencePeers()
        _ = peers.told(
            PresenceNews(number: 1, entries: [entry(ada, [phone]), entry(ben, [phone])]), by: one, at: moment(0))
        let first = peers.told(
            PresenceNews(number: 7, marks: .begins, entries: [entry(ada, [phone])]), by: one, at: moment(1))
        #expect(first.changed.isEmpty)
        #expect(peers.sessions(of: ben) == [phone], "until the list has ended")
        let last = peers.told(PresenceNews(number: 8, marks: .ends, entries: []), by: one, at: moment(2))
        #expect(last.changed.map(\.user) == [ben])
        #expect(peers.sessions(of: ben).isEmpty)
        #expect(peers.sessions(of: ada) == [phone])
    }

    @Test("ends with the node that is silent for too long, and was last seen when that was last heard")
    func silent() {
        var peers = PresencePeers()
        _ = peers.told(PresenceNews(number: 1, entries: [entry(ada, [phone])]), by: one, at: moment(0))
        _ = peers.told(PresenceNews(number: 1, entries: [entry(ben, [phone])]), by: two, at: moment(0))
        #expect(peers.beat(1, by: one, at: moment(10_000)) == false)
        #expect(peers.beat(1, by: two, at: moment(40_000)) == false)
        #expect(peers.sweep(at: moment(10_000 + PresencePeers.silence - 1)).isEmpty)
        let gone = peers.sweep(at: moment(10_000 + PresencePeers.silence))
        #expect(gone.map(\.user) == [ada])
        #expect(gone.first?.lastSeen == Timestamp(milliseconds: 1_010_000))
        #expect(peers.nodes == [two])
        #expect((30_000...45_000).contains(PresencePeers.silence))
    }

    @Test("ends at once with a node that says goodbye")
    func goodbye() {
        var peers = PresencePeers()
        _ = peers.told(PresenceNews(number: 1, entries: [entry(ada, [phone])]), by: one, at: moment(0))
        #expect(peers.left(one, at: moment(5)).map(\.user) == [ada])
        #expect(peers.left(one, at: moment(5)).isEmpty)
    }
}

@Suite("What a node tells of presence")
struct PresenceTidingsTests {
    private let ada = UserID(high: 1, low: 1)
    private let ben = UserID(high: 1, low: 2)
    private let phone = SessionID(high: 3, low: 1)

    private func entry(_ user: UserID, _ sessions: [SessionID], shows: Bool? = true) -> PresenceNews.Entry {
        PresenceNews.Entry(user: user, sessions: sessions, showsPresence: shows, lastSeen: nil)
    }

    @Test("is only what is new, the last state of each user, in one message")
    func news() {
        var tidings = PresenceTidings()
        #expect(tidings.note(entry(ada, [])) == false, "nobody knew of them")
        #expect(tidings.note(entry(ada, [phone], shows: nil)) == true)
        #expect(tidings.note(entry(ada, [phone])) == true)
        #expect(tidings.note(entry(ada, [phone])) == false)
        #expect(tidings.take() == [PresenceNews(number: 1, entries: [entry(ada, [phone])])])
        #expect(tidings.take() == [])
        #expect(tidings.note(entry(ada, [])) == true)
        #expect(tidings.take() == [PresenceNews(number: 2, entries: [entry(ada, [])])])
    }

    @Test("is all of it for who has missed something, marked at its ends and numbered on")
    func whole() {
        var tidings = PresenceTidings()
        #expect(tidings.whole() == [PresenceNews(number: 1, marks: [.begins, .ends], entries: [])])
        for number in 0..<(PresenceTidings.peoplePerMessage + 1) {
            _ = tidings.note(entry(UserID(high: 5, low: UInt64(number)), [phone]))
        }
        let whole = tidings.whole()
        #expect(whole.map(\.number) == [2, 3])
        #expect(whole.map(\.marks) == [.begins, .ends])
        #expect(whole.map(\.entries.count).reduce(0, +) == PresenceTidings.peoplePerMessage + 1)
        #expect(tidings.take() == [], "they were told")
    }
}
