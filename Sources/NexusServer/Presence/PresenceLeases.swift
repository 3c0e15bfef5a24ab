import NexusCore

/// The presence of users: a state machine fed with the events of connections, whose effects the host performs.
///
/// A user is online while at least one of their devices is connected, active and not silent for longer than the lease.
/// Users are kept here while one of their devices is connected, and a little longer, until their last-seen time is
/// stored.
struct PresenceLeases {
    typealias Device = UInt64

    enum Effect: Equatable {
        /// Announce the user's current state to people in shared conversations.
        case tell(UserID)
        /// Store that user's last-seen time.
        case remember(UserID, Timestamp)
        /// A device's lease has expired; `heard` reports its next frame.
        case lapsed(Device)
    }

    /// The stored state of a user.
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
        /// Whether the user is active at another node.
        var isElsewhere = false
        /// `nil` until it is looked up: nothing is announced before.
        var showsPresence: Bool?
        var isOnline = false
        /// The time of going offline; `nil` for a user who has not been online here.
        var lastSeen: Timestamp?
        /// Whether the last announcement was online.
        var isToldOnline = false
        /// The uptime at which the last-seen time was last stored.
        var notedAt: Int64
        var emptySince: Int64?
        var allowance: TellingAllowance

        var isShownOnline: Bool { showsPresence == true && isOnline }
        var isUnsettled: Bool { isShownOnline != isToldOnline }

        func isGone(at now: Moment) -> Bool {
            guard let emptySince else { return false }
            return now.uptime - emptySince >= PresenceLeases.afterglow
        }
    }

    private var people: [UserID: Person] = [:]
    private let lease: Int64

    /// Milliseconds after which a long presence is stored again, so that a crash loses no more.
    static let noteInterval: Int64 = 600_000
    /// The maximum of users stored so in one sweep.
    static let notesPerSweep = 100
    /// Milliseconds for which a user without a device is kept.
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

    /// A device with an expired lease sent a frame.
    mutating func heard(_ device: Device, of user: UserID, at now: Moment) -> [Effect] {
        change(device, of: user) { $0.isLapsed = false }
        return settle(user, at: now)
    }

    /// A device has gone to the foreground or background.
    mutating func activity(_ isActive: Bool, on device: Device, of user: UserID, at now: Moment) -> [Effect] {
        change(device, of: user) { $0.isActive = isActive }
        return settle(user, at: now)
    }

    /// A user has become active at another node, or is not any more at any.
    ///
    /// - Parameters:
    ///   - showsPresence: what that node knows of it.
    ///   - lastSeen: when they were active there last; that node stores it.
    mutating func elsewhere(
        _ isActive: Bool, _ user: UserID, showsPresence: Bool?, lastSeen: Timestamp?, at now: Moment
    ) -> [Effect] {
        guard isActive || people[user] != nil else { return [] }
        var person =
            people[user] ?? Person(notedAt: now.uptime, allowance: TellingAllowance(at: now.uptime))
        person.isElsewhere = isActive
        person.showsPresence = person.showsPresence ?? showsPresence
        people[user] = person
        return settle(user, at: now, lastSeen: lastSeen ?? now.wall)
    }

    /// The setting of a connected user has been looked up. A known one is changed by `switched` alone.
    mutating func found(_ showsPresence: Bool, for user: UserID, at now: Moment) -> [Effect] {
        guard people[user] != nil, people[user]?.showsPresence == nil else { return [] }
        people[user]?.showsPresence = showsPresence
        return settle(user, at: now)
    }

    /// A user shows or hides their presence, which is announced regardless of the rate.
    ///
    /// - Returns: Whether that is a change, as far as known here.
    mutating func switched(to showsPresence: Bool, by user: UserID) -> Bool {
        guard var person = people[user] else { return true }
        let isNew = person.showsPresence != showsPresence
        person.showsPresence = showsPresence
        person.isToldOnline = person.isShownOnline
        people[user] = person
        return isNew
    }

    /// Ends expired leases, and performs delayed work.
    ///
    /// - Parameter silence: milliseconds since the last frame of a device.
    mutating func sweep(at now: Moment, silence: (Device) -> Int64) -> [Effect] {
        // For nearly all users nothing is due: only the others are touched.
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
            if settled.isOnline, !settled.links.isEmpty,
                now.uptime - settled.notedAt >= PresenceLeases.noteInterval,
                notes < PresenceLeases.notesPerSweep
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
            || person.isOnline && !person.links.isEmpty
                && now.uptime - person.notedAt >= PresenceLeases.noteInterval
            || person.links.contains { (silence($0.device) >= lease) != $0.isLapsed }
    }

    // MARK: State

    /// People with an active device at this node.
    var onlinePeople: [UserID] {
        people.filter { $0.value.links.contains { $0.isActive && !$0.isLapsed } }.map(\.key)
    }

    /// What is known of a user: whether they show their presence, and when they were last seen.
    func known(_ user: UserID) -> (showsPresence: Bool?, lastSeen: Timestamp?) {
        (people[user]?.showsPresence, people[user]?.lastSeen)
    }

    /// Whether there is nothing to sweep.
    var isEmpty: Bool { people.isEmpty }

    /// The presence last announced for the user; `nil` if hidden.
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

    /// Updates a user's state after a change of their devices.
    ///
    /// - Parameter lastSeen: of a user who was active at another node, which stores it.
    private mutating func settle(
        _ user: UserID, at now: Moment, silence: Int64 = 0, lastSeen: Timestamp? = nil
    ) -> [Effect] {
        guard var person = people[user] else { return [] }
        var effects: [Effect] = []
        let isEmpty = person.links.isEmpty && !person.isElsewhere
        person.emptySince = isEmpty ? person.emptySince ?? now.uptime : nil
        let isOnline = person.isElsewhere || person.links.contains { $0.isActive && !$0.isLapsed }
        if isOnline != person.isOnline {
            person.isOnline = isOnline
            if !isOnline {
                let seen = lastSeen ?? now.wall.advanced(by: -silence)
                person.lastSeen = seen
                if lastSeen == nil { effects.append(.remember(user, seen)) }
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
