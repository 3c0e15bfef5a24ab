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

    /// Follows all conversations.
    ///
    /// - Parameter crashes: the chance in 10,000 of a crash in each of them.
    private func follow(crashes: Int) throws {
        let projection = projection
        while let id = try world.server.read({ try projection.behind(limit: 1, $0) }).first {
            guard let step = try world.server.read({ try projection.step(in: id, $0) }) else { return }
            // The number of transactions before the crash.
            let end = random.chance(crashes) ? random.pick(0...step.wishes.count) : .max
            note(id, isCertain: end == .max)
            var works: [@Sendable (Transaction) throws -> Void] = step.wishes.map { wish in
                { try projection.queue(wish.wish, on: wish.endpoint, in: id, $0) }
            }
            let time = world.time
            let ending: @Sendable (Transaction) throws -> Void = {
                _ = try projection.end(step, at: time, $0)
            }
            if world.plant == .movesCursorBeforeQueue { works.insert(ending, at: 0) } else { works.append(ending) }
            for (number, work) in works.enumerated() {
                if number == end { return world.log("the follower of notifications crashes") }
                try world.server.write(work)
            }
        }
    }

    /// Notes what the rules give for what a step follows.
    private func note(_ id: ConversationID, isCertain: Bool) {
        let messages = (world.ledger.messages[id] ?? [:]).values
            .filter { $0.seq > followed[id] ?? 0 && $0.isSaid }.sorted { $0.seq < $1.seq }
            .prefix(NotificationProjection.messagesPerStep)
        for (endpoint, user) in endpoints {
            let place = Place(endpoint: endpoint, conversation: id)
            guard world.ledger.isMember(user, of: id) else {
                // What was queued for a former member is withdrawn with the cursor.
                certain[place] = nil
                if isCertain { possible[place] = nil }
                continue
            }
            guard let told = messages.last(where: { tells($0, to: user) })?.seq else { continue }
            possible[place] = max(possible[place] ?? 0, told)
            if isCertain { certain[place] = max(certain[place] ?? 0, told) }
        }
        guard isCertain else { return }
        let isCut = messages.count == NotificationProjection.messagesPerStep
        followed[id] = isCut ? messages.last?.seq : world.ledger.heads[id]
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
        try follow(crashes: 0)
        // What the follower passed over is due all the same.
        for (id, head) in world.ledger.heads where followed[id] ?? 0 < head { note(id, isCertain: true) }
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
