import NexusCore

/// Who is there: a machine fed with what happens to connections, whose effects somebody else performs.
///
/// Somebody is online while at least one of their devices is connected, in use and not silent for longer than the lease. A person
/// is kept here while a device of theirs is connected, and a little longer, until what was last seen of them is stored.
struct PresenceBoard {
    typealias Device = UInt64

    enum Effect: Equatable {
        /// Those who share a conversation are to be told how it stands with that person now.
        case tell(UserID)
        /// When that person was last there is to be stored.
        case remember(UserID, Timestamp)
        /// A device has been silent for too long; its next sign of life is to be reported by `heard`.
        case lapsed(Device)
    }

    /// What is stored of a person.
    struct Stored: Equatable, Sendable {
        var showsPresence: Bool
        var lastSeen: Timestamp?
    }

    private struct Link {
        let device: Device
        var isActive = true
        var isLapsed = false
    }

    private struct Person {
        var links: [Link] = []
        /// `nil` until it has been looked up: nobody is told anything before.
        var showsPresence: Bool?
        var isOnline = false
        /// When they went offline; `nil` for somebody who has not been online here.
        var lastSeen: Timestamp?
        /// Whether others were told last that they are online.
        var isToldOnline = false
        /// When, by uptime, it was last asked to store that they were there.
        var notedAt: Int64
        var emptySince: Int64?
        var allowance: TellingAllowance

        var isShownOnline: Bool { showsPresence == true && isOnline }
        var isUnsettled: Bool { isShownOnline != isToldOnline }

        func isGone(at now: Moment) -> Bool {
            guard let emptySince else { return false }
            return now.uptime - emptySince >= PresenceBoard.afterglow
        }
    }

    private var people: [UserID: Person] = [:]
    private let lease: Int64

    /// Milliseconds after which it is stored that somebody is still there, so that a crash forgets no more.
    static let noteInterval: Int64 = 600_000
    /// People noted so in one sweep, at most.
    static let notesPerSweep = 100
    /// Milliseconds for which somebody without a device is kept.
    static let afterglow: Int64 = 5_000

    /// - Parameter lease: milliseconds of silence after which a device counts as gone.
    init(lease: Int64 = Limits.presenceLeaseMilliseconds) { self.lease = lease }

    // MARK: What happens

    mutating func connected(_ device: Device, of user: UserID, at now: Moment) -> [Effect] {
        var person =
            people[user] ?? Person(notedAt: now.uptime, allowance: TellingAllowance(at: now.uptime))
        person.links.append(Link(device: device))
        people[user] = person
        return settle(user, at: now)
    }

    mutating func disconnected(_ device: Device, of user: UserID, at now: Moment) -> [Effect] {
        people[user]?.links.removeAll { $0.device == device }
        return settle(user, at: now)
    }

    /// A device that had lapsed gave a sign of life.
    mutating func heard(_ device: Device, of user: UserID, at now: Moment) -> [Effect] {
        change(device, of: user) { $0.isLapsed = false }
        return settle(user, at: now)
    }

    /// Whether somebody looks at a device has changed.
    mutating func activity(_ isActive: Bool, on device: Device, of user: UserID, at now: Moment) -> [Effect] {
        change(device, of: user) { $0.isActive = isActive }
        return settle(user, at: now)
    }

    /// Whether somebody who connected shows their presence has been looked up. What is known already is changed by `switched` alone.
    mutating func found(_ showsPresence: Bool, for user: UserID, at now: Moment) -> [Effect] {
        guard people[user] != nil, people[user]?.showsPresence == nil else { return [] }
        people[user]?.showsPresence = showsPresence
        return settle(user, at: now)
    }

    /// Somebody shows or hides their presence, and those concerned are about to be told, however often they were told of them.
    ///
    /// - Returns: Whether that is new, as far as is known here.
    mutating func switched(to showsPresence: Bool, by user: UserID) -> Bool {
        guard var person = people[user] else { return true }
        let isNew = person.showsPresence != showsPresence
        person.showsPresence = showsPresence
        person.isToldOnline = person.isShownOnline
        people[user] = person
        return isNew
    }

    /// Looks for devices that have been silent for too long, and does what had to wait.
    ///
    /// - Parameter silence: milliseconds since something last came from a device.
    mutating func sweep(at now: Moment, silence: (Device) -> Int64) -> [Effect] {
        // Nearly always nothing is due of nearly everybody: only those of whom something is are touched.
        let due = people.filter { isDue($0.value, at: now, silence) }
        var effects: [Effect] = []
        var notes = 0
        for (user, person) in due {
            var leastSilence = Int64.max
            for link in person.links {
                let time = silence(link.device)
                leastSilence = min(leastSilence, time)
                let isLapsed = time >= lease
                if isLapsed, !link.isLapsed { effects.append(.lapsed(link.device)) }
                change(link.device, of: user) { $0.isLapsed = isLapsed }
            }
            effects += settle(user, at: now, silence: person.links.isEmpty ? 0 : leastSilence)
            guard let settled = people[user] else { continue }
            if settled.isOnline, now.uptime - settled.notedAt >= PresenceBoard.noteInterval,
                notes < PresenceBoard.notesPerSweep
            {
                notes += 1
                people[user]?.notedAt = now.uptime
                effects.append(.remember(user, now.wall))
            }
            if settled.isGone(at: now), !settled.isUnsettled { people[user] = nil }
        }
        return effects
    }

    private func isDue(_ person: Person, at now: Moment, _ silence: (Device) -> Int64) -> Bool {
        person.isUnsettled || person.isGone(at: now)
            || person.isOnline && now.uptime - person.notedAt >= PresenceBoard.noteInterval
            || person.links.contains { (silence($0.device) >= lease) != $0.isLapsed }
    }

    // MARK: How it stands

    var onlinePeople: [UserID] { people.filter(\.value.isOnline).map(\.key) }

    /// Whether there is nobody to sweep for.
    var isEmpty: Bool { people.isEmpty }

    /// How it stands with somebody, as others were told or are about to be; `nil` for somebody who does not show it.
    func presence(of user: UserID, stored: Stored) -> Presence? {
        guard stored.showsPresence else { return nil }
        let person = people[user]
        if person?.isToldOnline == true { return Presence(user: user, isOnline: true) }
        return Presence(user: user, isOnline: false, lastSeen: person?.lastSeen ?? stored.lastSeen)
    }

    // MARK: Parts

    private mutating func change(_ device: Device, of user: UserID, _ body: (inout Link) -> Void) {
        guard var person = people[user], let position = person.links.firstIndex(where: { $0.device == device }) else {
            return
        }
        body(&person.links[position])
        people[user] = person
    }

    /// Draws the conclusions of a change of somebody's devices.
    private mutating func settle(_ user: UserID, at now: Moment, silence: Int64 = 0) -> [Effect] {
        guard var person = people[user] else { return [] }
        var effects: [Effect] = []
        person.emptySince = person.links.isEmpty ? person.emptySince ?? now.uptime : nil
        let isOnline = person.links.contains { $0.isActive && !$0.isLapsed }
        if isOnline != person.isOnline {
            person.isOnline = isOnline
            if !isOnline {
                let seen = now.wall.advanced(by: -silence)
                person.lastSeen = seen
                effects.append(.remember(user, seen))
            }
        }
        if person.isUnsettled, person.allowance.take(at: now.uptime) {
            person.isToldOnline = person.isShownOnline
            effects.append(.tell(user))
        }
        people[user] = person
        return effects
    }
}
