import NexusCore
import Testing

@testable import NexusServer

@Suite("The presence board")
struct PresenceLeasesTests {
    private let ada = UserID(high: 1, low: 1)
    private let shown = PresenceLeases.Stored(showsPresence: true, lastSeen: nil)
    private var board = PresenceLeases(lease: 45_000)

    private func at(_ milliseconds: Int64) -> Moment {
        Moment(wall: Timestamp(milliseconds: 1_000_000 + milliseconds), uptime: milliseconds)
    }

    private func seen(_ milliseconds: Int64) -> Timestamp { at(milliseconds).wall }

    /// Ada with one device, who shows her presence and has been announced.
    private mutating func connectAda() {
        _ = board.connected(1, of: ada, at: at(0))
        _ = board.found(true, for: ada, at: at(0))
    }

    @Test("a user is announced as online once their setting is known")
    mutating func online() {
        #expect(board.connected(1, of: ada, at: at(0)) == [])
        #expect(board.presence(of: ada, stored: shown)?.isOnline == false)
        #expect(board.found(true, for: ada, at: at(1)) == [.tell(ada)])
        #expect(board.presence(of: ada, stored: shown) == Presence(user: ada, isOnline: true))
    }

    @Test("a second device announces nothing, and neither does losing one of two")
    mutating func severalDevices() {
        connectAda()
        #expect(board.connected(2, of: ada, at: at(10)) == [])
        #expect(board.disconnected(1, of: ada, at: at(20)) == [])
        #expect(board.presence(of: ada, stored: shown)?.isOnline == true)
    }

    @Test("the last device's end is the user's, at once, with the time")
    mutating func offline() {
        connectAda()
        #expect(board.disconnected(1, of: ada, at: at(20)) == [.remember(ada, seen(20)), .tell(ada)])
        #expect(
            board.presence(of: ada, stored: shown) == Presence(user: ada, isOnline: false, lastSeen: seen(20)))
    }

    @Test("a user who is active at another node is online here, until the last node says otherwise, which stores when")
    mutating func elsewhere() {
        #expect(board.elsewhere(true, ada, showsPresence: nil, lastSeen: nil, at: at(0)) == [])
        #expect(board.elsewhere(true, ada, showsPresence: true, lastSeen: nil, at: at(1)) == [.tell(ada)])
        #expect(board.presence(of: ada, stored: shown)?.isOnline == true)
        #expect(board.onlinePeople == [], "that node stores it")
        #expect(board.sweep(at: at(2 * PresenceLeases.noteInterval)) { _ in 0 } == [])
        #expect(board.elsewhere(false, ada, showsPresence: true, lastSeen: seen(7), at: at(9)) == [.tell(ada)])
        #expect(board.presence(of: ada, stored: shown) == Presence(user: ada, isOnline: false, lastSeen: seen(7)))
        _ = board.sweep(at: at(9 + PresenceLeases.afterglow)) { _ in 0 }
        #expect(board.isEmpty)
    }

    @Test("a device here and one elsewhere count as two: only the last end is announced, and by its own node stored")
    mutating func bothHereAndElsewhere() {
        connectAda()
        #expect(board.elsewhere(true, ada, showsPresence: true, lastSeen: nil, at: at(1)) == [])
        #expect(board.disconnected(1, of: ada, at: at(2)) == [])
        #expect(board.elsewhere(false, ada, showsPresence: true, lastSeen: seen(3), at: at(4)) == [.tell(ada)])
        connectAda()
        #expect(board.elsewhere(true, ada, showsPresence: true, lastSeen: nil, at: at(5)) == [])
        #expect(board.elsewhere(false, ada, showsPresence: true, lastSeen: seen(6), at: at(6)) == [])
        #expect(board.disconnected(1, of: ada, at: at(8)) == [.remember(ada, seen(8)), .tell(ada)])
    }

    @Test("a user nobody here has heard of cannot go offline")
    mutating func unknownElsewhere() {
        #expect(board.elsewhere(false, ada, showsPresence: true, lastSeen: seen(1), at: at(1)) == [])
        #expect(board.isEmpty)
    }

    @Test("a user whose devices are all in the background is offline, and online again with one of them")
    mutating func background() {
        connectAda()
        _ = board.connected(2, of: ada, at: at(0))
        #expect(board.activity(false, on: 1, of: ada, at: at(5)) == [])
        #expect(board.activity(false, on: 2, of: ada, at: at(6)) == [.remember(ada, seen(6)), .tell(ada)])
        #expect(board.presence(of: ada, stored: shown)?.isOnline == false)
        #expect(board.activity(true, on: 2, of: ada, at: at(7)) == [.tell(ada)])
        #expect(board.presence(of: ada, stored: shown)?.isOnline == true)
    }

    @Test("a device silent for the lease ends a presence as of its last frame, and the next frame restores it")
    mutating func lease() {
        connectAda()
        #expect(board.sweep(at: at(44_999)) { _ in 44_999 } == [])
        let effects = board.sweep(at: at(50_000)) { _ in 45_000 }
        #expect(effects == [.lapsed(1), .remember(ada, seen(5_000)), .tell(ada)])
        #expect(board.presence(of: ada, stored: shown)?.isOnline == false)
        #expect(board.heard(1, of: ada, at: at(50_500)) == [.tell(ada)])
        #expect(board.presence(of: ada, stored: shown)?.isOnline == true)
    }

    @Test("one silent device does not end the presence of a user with another")
    mutating func leaseOfOne() {
        connectAda()
        _ = board.connected(2, of: ada, at: at(0))
        #expect(board.sweep(at: at(50_000)) { $0 == 1 ? 50_000 : 100 } == [.lapsed(1)])
        #expect(board.presence(of: ada, stored: shown)?.isOnline == true)
    }

    @Test("a user who hides their presence is not announced")
    mutating func hidden() {
        _ = board.connected(1, of: ada, at: at(0))
        #expect(board.found(false, for: ada, at: at(1)) == [])
        let stored = PresenceLeases.Stored(showsPresence: false, lastSeen: seen(0))
        #expect(board.presence(of: ada, stored: stored) == nil)
        #expect(board.disconnected(1, of: ada, at: at(2)) == [.remember(ada, seen(2))])
        #expect(board.presence(of: ada, stored: stored) == nil)
    }

    @Test("hiding and showing take effect at once, and a no-op announces nothing")
    mutating func switched() {
        connectAda()
        let hidden = PresenceLeases.Stored(showsPresence: false, lastSeen: seen(0))
        #expect(board.switched(to: false, by: ada) == true)
        #expect(board.presence(of: ada, stored: hidden) == nil)
        #expect(board.switched(to: false, by: ada) == false)
        #expect(board.switched(to: true, by: ada) == true)
        #expect(board.presence(of: ada, stored: shown)?.isOnline == true)
    }

    @Test("an offline user may change the setting too, and the stored value counts")
    mutating func switchedAway() {
        let stored = PresenceLeases.Stored(showsPresence: true, lastSeen: seen(1))
        #expect(board.switched(to: true, by: ada) == true)
        #expect(board.presence(of: ada, stored: stored) == Presence(user: ada, isOnline: false, lastSeen: seen(1)))
        #expect(board.isEmpty)
    }

    @Test("a new audience sees the last announced presence, so that they get the next change too")
    mutating func told() {
        connectAda()
        for round in 1...3 {
            _ = board.disconnected(1, of: ada, at: at(Int64(round)))
            _ = board.connected(1, of: ada, at: at(Int64(round)))
        }
        _ = board.disconnected(1, of: ada, at: at(4))
        #expect(board.presence(of: ada, stored: shown)?.isOnline == true, "the allowance is used up")
        #expect(board.sweep(at: at(5_000)) { _ in 0 } == [.tell(ada)])
        #expect(board.presence(of: ada, stored: shown)?.isOnline == false)
    }

    @Test("a look-up does not undo a later change of the setting")
    mutating func switchedMeanwhile() {
        _ = board.connected(1, of: ada, at: at(0))
        _ = board.switched(to: false, by: ada)
        #expect(board.found(true, for: ada, at: at(1)) == [])
        #expect(board.presence(of: ada, stored: shown)?.isOnline == false)
    }

    @Test("frequent changes are announced less often, and the final state always")
    mutating func flapping() {
        connectAda()
        var told = 1
        for round in 0..<100 {
            let time = at(Int64(round))
            told += board.disconnected(1, of: ada, at: time).count { $0 == .tell(ada) }
            told += board.connected(1, of: ada, at: time).count { $0 == .tell(ada) }
        }
        told += board.disconnected(1, of: ada, at: at(100)).count { $0 == .tell(ada) }
        #expect(told == Int(TellingAllowance.atOnce))
        let later = board.sweep(at: at(1_200)) { _ in 0 }
        #expect(later.isEmpty || later == [.tell(ada)])
        #expect(board.presence(of: ada, stored: shown)?.isOnline == false)
        #expect(board.sweep(at: at(2_300)) { _ in 0 } == [])
    }

    @Test("last-seen times of long presences are stored from time to time")
    mutating func noted() {
        connectAda()
        let time = at(PresenceLeases.noteInterval)
        #expect(board.sweep(at: time) { _ in 0 } == [.remember(ada, time.wall)])
        #expect(board.sweep(at: time) { _ in 0 } == [])
    }

    @Test("offline users are evicted after a while, and then the stored value counts")
    mutating func forgotten() {
        connectAda()
        _ = board.disconnected(1, of: ada, at: at(10))
        _ = board.sweep(at: at(20)) { _ in 0 }
        #expect(!board.isEmpty)
        _ = board.sweep(at: at(11 + PresenceLeases.afterglow)) { _ in 0 }
        #expect(board.isEmpty)
        let stored = PresenceLeases.Stored(showsPresence: true, lastSeen: seen(10))
        #expect(
            board.presence(of: ada, stored: stored) == Presence(user: ada, isOnline: false, lastSeen: seen(10)))
    }

    @Test("events of unknown devices are no-ops")
    mutating func unknownDevice() {
        #expect(board.activity(true, on: 9, of: ada, at: at(0)) == [])
        #expect(board.disconnected(9, of: ada, at: at(0)) == [])
        #expect(board.heard(9, of: ada, at: at(0)) == [])
        #expect(board.isEmpty)
    }
}
