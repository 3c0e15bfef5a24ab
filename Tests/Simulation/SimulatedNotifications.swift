import Foundation
@testable import NexusCore
import NexusDatabase

@testable import NexusServer

/// Notifications in a run: the real follower and its queue over the server's database, one transaction at a time, with crashes between any two;
/// and what the rules gave at each step, from the ledger.
///
/// Its decisions are random numbers of its own, so that a seed's run is the same with and without it.
final class SimulatedNotifications {
    /// What a device is to show of a conversation.
    struct Place: Hashable {
        var endpoint: PushEndpointID
        var conversation: ConversationID
    }

    private unowned let world: Simulation
    private let isOn: Bool
    private var random: DeviceRandom
    private var endpoints: [(id: PushEndpointID, user: UserID)] = []
    /// How far each conversation was followed, as the ledger knows it.
    private var followed: [ConversationID: Seq] = [:]
    /// The newest message that the rules told, by steps that were completed, and by steps that a crash may have ended first. They differ
    /// only if something changed in between.
    private(set) var certain: [Place: Seq] = [:]
    private(set) var possible: [Place: Seq] = [:]

    init(world: Simulation) {
        self.world = world
        // It costs these runs 5 % of their time; other runs show that nothing else depends on it.
        isOn = world.conditions.seed % 2 == 1
        random = DeviceRandom(seed: world.conditions.seed &* 0xD134_2543_DE82_EF95)
    }

    /// The follower at the present time.
    private var projection: NotificationProjection {
        NotificationProjection(
            zone: .gmt, sendsMails: false, now: { [time = world.time] in time }, activeSessions: { _ in [] }, queued: {}
        )
    }

    /// A device registers for push notifications.
    func register(_ device: SimulatedDevice) throws {
        guard isOn else { return }
        if endpoints.isEmpty { scheduleStep() }
        let (number, user, now) = (UInt64(device.number), device.user, world.time)
        let endpoint = PushEndpoint(
            id: PushEndpointID(high: 3, low: number), user: user, session: SessionID(high: 2, low: number),
            service: .web, address: "device \(number)", publicKey: [], secret: [])
        try world.server.keep { transaction, _ in
            let token = Array("session \(number)".utf8)
            try SessionRepository.insert(
                endpoint.session, user: user, device: endpoint.address, origin: .unknown,
                secrets: .init(
                    accessHash: token, accessExpiresAt: now, refreshHash: token,
                    refreshExpiresAt: now.advanced(by: 86_400_000)), at: now, transaction)
            try PushEndpointRepository.put(endpoint, at: now, transaction)
        }
        endpoints.append((endpoint.id, user))
    }

    /// The server's database is an earlier one: everything is followed again, for the devices that it knows.
    func restored() throws {
        guard isOn else { return }
        let known = try world.server.read { reader in
            Set(try reader.all("SELECT id FROM push_endpoints") { try $0.next() as PushEndpointID })
        }
        endpoints.removeAll { !known.contains($0.id) }
        (followed, certain, possible) = ([:], [:], [:])
    }

    // MARK: Following

    private func scheduleStep() {
        world.schedule(at: world.now + Int64(random.pick(300...6_000))) { [self] in
            guard !world.isQuiet else { return }
            if world.now >= world.server.downUntil { try follow(crashes: 2_500) }
            scheduleStep()
        }
    }

    /// Follows all conversations, on a node that leads, or believes so.
    ///
    /// - Parameter crashes: the chance in 10,000 of a crash in each of them.
    private func follow(crashes: Int) throws {
        guard let node = try world.server.leaders.next() else { return }
        let projection = projection
        while let id = try node.read({ try projection.behind(limit: 1, $0) }).first {
            guard let step = try node.read({ try projection.step(in: id, $0) }) else { return }
            // The number of transactions before the crash.
            let end = random.chance(crashes) ? random.pick(0...step.wishes.count) : .max
            let tale = tale(of: id)
            // Among others its fence may end it.
            note(tale, isCertain: end == .max && !world.server.hasOthers)
            var works: [@Sendable (Transaction) throws -> Void] = step.wishes.map { wish in
                { try projection.queue(wish.wish, on: wish.endpoint, in: id, $0) }
            }
            let time = world.time
            let ending: @Sendable (Transaction) throws -> Void = {
                _ = try projection.end(step, at: time, $0)
            }
            if world.plant == .movesCursorBeforeQueue { works.insert(ending, at: 0) } else { works.append(ending) }
            if let conditions = world.server.conditions, crashes > 0, random.chance(conditions.lostLock) {
                return try holdUp(node, works, tale)
            }
            for (number, work) in works.enumerated() {
                if number == end { return world.log("the follower of notifications crashes") }
                guard try world.server.leaders.write(on: node, work) else { return }
            }
            if world.server.hasOthers { note(tale, isCertain: true) }
        }
    }

    private func isBehind() throws -> Bool {
        let projection = projection
        return try !world.server.read { try projection.behind(limit: 1, $0) }.isEmpty
    }

    /// A node stands still amid a step and loses its lock meanwhile: later it goes on as if nothing had happened.
    private func holdUp(
        _ node: SimulatedNode, _ works: [@Sendable (Transaction) throws -> Void], _ tale: Tale
    ) throws {
        let done = random.pick(0...(works.count - 1))
        for work in works[..<done] {
            guard try world.server.leaders.write(on: node, work) else { return }
        }
        world.log("node \(node.number) stands still amid a step")
        world.server.leaders.loseLock()
        node.isHeldUp = true
        let start = node.start
        world.schedule(at: world.now + Int64(random.pick(100...20_000))) { [self] in
            guard node.start == start else { return }
            node.isHeldUp = false
            world.log("node \(node.number) goes on")
            for work in works[done...] {
                guard try world.server.leaders.write(on: node, work) else { return }
            }
            note(tale, isCertain: true)
        }
    }

    /// What the rules give for a step, at the time when it is read.
    private struct Tale {
        var id: ConversationID
        /// The newest message that devices are told of.
        var told: [Place: Seq] = [:]
        /// Devices of former members: what was queued for them is withdrawn with the cursor.
        var withdrawn: [Place] = []
        var followed: Seq?
    }

    private func tale(of id: ConversationID) -> Tale {
        var tale = Tale(id: id)
        let messages = (world.ledger.messages[id] ?? [:]).values
            .filter { $0.seq > followed[id] ?? 0 && $0.isSaid }.sorted { $0.seq < $1.seq }
            .prefix(NotificationProjection.messagesPerStep)
        for (endpoint, user) in endpoints {
            let place = Place(endpoint: endpoint, conversation: id)
            if !world.ledger.isMember(user, of: id) {
                tale.withdrawn.append(place)
            } else if let told = messages.last(where: { tells($0, to: user) })?.seq {
                tale.told[place] = told
            }
        }
        let isCut = messages.count == NotificationProjection.messagesPerStep
        tale.followed = isCut ? messages.last?.seq : world.ledger.heads[id]
        return tale
    }

    /// Notes what the rules give for a step.
    private func note(_ tale: Tale, isCertain: Bool) {
        for place in tale.withdrawn {
            certain[place] = nil
            if isCertain { possible[place] = nil }
        }
        for (place, told) in tale.told {
            possible[place] = max(possible[place] ?? 0, told)
            if isCertain { certain[place] = max(certain[place] ?? 0, told) }
        }
        if isCertain { followed[tale.id] = tale.followed }
    }

    /// Whether the rules tell a user of a message now.
    private func tells(_ message: Message, to user: UserID) -> Bool {
        let id = message.conversation
        let ledger = world.ledger
        let recipient = NotificationRules.Recipient(
            user: user, settings: NotificationSettings(),
            conversation: ledger.own[user]?.settings[id] ?? ConversationSettings(conversation: id),
            isDirect: ledger.infos[id]?.kind == .direct, blocksSender: ledger.hasBlocked(user, message.sender),
            read: ledger.members[id]?[user]?.read ?? 0, minute: 0)
        let repliesTo = message.replyTo.flatMap { ledger.messages[id]?[$0]?.sender }
        return NotificationRules.decide(
            message, repliesTo: repliesTo, isUrgent: false, for: recipient, at: world.time
        ).tells
    }

    // MARK: The rule after quiet

    /// After quiet exactly those notifications are pending that the rules give.
    func require() throws {
        guard isOn else { return }
        // A node that does not lead any more may have its turn first.
        repeat { try follow(crashes: 0) } while try isBehind()
        // What the follower passed over is due all the same.
        for (id, head) in world.ledger.heads where followed[id] ?? 0 < head { note(tale(of: id), isCertain: true) }
        for (endpoint, user) in endpoints {
            for id in world.ledger.heads.keys.sorted() {
                let place = Place(endpoint: endpoint, conversation: id)
                let pending = try pending(place, user)
                let range = due(place, user, certain)...max(due(place, user, certain), due(place, user, possible))
                try SimulationTests.require(
                    range.contains(pending), "exactly those notifications are pending that the rules give",
                    "\(id) on device \(endpoint.low): message \(pending) instead of \(range)")
            }
        }
    }

    /// The message that would be sent to a device now; 0 for none.
    private func pending(_ place: Place, _ user: UserID) throws -> Seq {
        let (now, isAskedOnce) = (world.time, world.plant == .sendsWithoutAskingAgain)
        return try world.server.read { reader in
            let wanted: Seq? = try reader.first(
                "SELECT wanted FROM pushes WHERE endpoint_id = $1 AND conversation_id = $2", .id(place.endpoint),
                .id(place.conversation)
            ) { try $0.next() }
            guard let wanted, !isAskedOnce else { return wanted ?? 0 }
            let told = try ToldMessages(of: user, in: place.conversation, through: wanted, zone: .gmt, at: now, reader)
            return told?.messages.first?.message.seq ?? 0
        }
    }

    /// The message that a device is to be told of, as the rules have it in the end.
    private func due(_ place: Place, _ user: UserID, _ wanted: [Place: Seq]) -> Seq {
        guard let last = wanted[place], world.ledger.isMember(user, of: place.conversation) else { return 0 }
        let read = world.ledger.members[place.conversation]?[user]?.read ?? 0
        return (world.ledger.messages[place.conversation] ?? [:]).values
            .filter { $0.seq > read && $0.seq <= last && $0.sender != user && $0.isSaid }
            .sorted { $0.seq > $1.seq }.prefix(ToldMessages.candidates)
            .first { tells($0, to: user) }?.seq ?? 0
    }
}
