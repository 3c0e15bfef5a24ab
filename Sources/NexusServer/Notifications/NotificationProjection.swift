import Foundation
import NexusCore
import NexusDatabase
import NexusIntelligence

/// Queues what devices are to be told of, by ``NotificationRules``, and withdraws what was read: from a cursor in each conversation.
///
/// What a step queues is repeated without effect after a crash, since a device's row names the newest message of a conversation.
struct NotificationProjection: Projection {
    /// Messages of a conversation in one step.
    static let messagesPerStep = 200
    /// Rows in one transaction; it may end earlier, for others that wait.
    static let rowsPerTransaction = 200

    /// The zone of users whose own is unknown.
    let zone: TimeZone
    /// Whether users can be e-mailed about what they miss.
    let sendsMails: Bool
    let now: @Sendable () -> Timestamp
    /// The sessions of a user's devices that are active now.
    let activeSessions: @Sendable (UserID) -> Set<SessionID>
    /// Called after something was queued.
    let queued: @Sendable () -> Void

    var name: String { "notifications" }

    /// Every change may be a message, a receipt or a departure.
    func concerns(_ change: Change) -> Bool { true }

    func behind(limit: Int, _ reader: Reader) throws -> [ConversationID] {
        try reader.all(
            """
            SELECT c.id FROM conversations AS c LEFT JOIN notification_places AS p ON p.conversation_id = c.id
            WHERE c.head > COALESCE(p.followed, 0) ORDER BY c.changed_at DESC LIMIT $1
            """, .integer(limit)
        ) { try $0.next() }
    }

    func remaining(_ reader: Reader) throws -> Int64 {
        try reader.first(
            """
            SELECT COALESCE(SUM(c.head - COALESCE(p.followed, 0)), 0) FROM conversations AS c
            LEFT JOIN notification_places AS p ON p.conversation_id = c.id WHERE c.head > COALESCE(p.followed, 0)
            """
        ) { try $0.next() } ?? 0
    }

    func follow(_ conversations: [ConversationID], _ work: CatchUp) async throws -> Set<ConversationID> {
        let steps = try await work.read { [self] reader in try conversations.compactMap { try step(in: $0, reader) } }
        for step in steps { try await write(step, work) }
        // The cursors move once everything is queued, of all conversations together.
        let time = now()
        var isQueued = steps.contains { !$0.wishes.isEmpty }
        var rest = steps[...]
        while !rest.isEmpty {
            let (written, changed) = try await work.write { [rest] transaction in
                var (written, changed) = (0, false)
                for step in rest {
                    if written > 0, transaction.shouldYield { break }
                    if try end(step, at: time, transaction) { changed = true }
                    written += 1
                }
                return (written, changed)
            }
            rest = rest.dropFirst(written)
            if changed { isQueued = true }
        }
        if isQueued { queued() }
        return Set(steps.filter(\.hasMore).map(\.conversation))
    }

    /// Queues what devices are to show.
    private func write(_ step: Step, _ work: CatchUp) async throws {
        var rest = step.wishes[...]
        while !rest.isEmpty {
            let part = rest.prefix(Self.rowsPerTransaction)
            let written = try await work.write { transaction in
                var written = 0
                for (endpoint, wish) in part {
                    if written > 0, transaction.shouldYield { break }
                    try queue(wish, on: endpoint, in: step.conversation, transaction)
                    written += 1
                }
                return written
            }
            rest = rest.dropFirst(written)
        }
    }

    /// Queues what a device is to show.
    func queue(
        _ wish: Wish, on endpoint: PushEndpointID, in conversation: ConversationID, _ transaction: Transaction
    ) throws {
        try PushQueueRepository.want(
            wish.seq, of: conversation, on: endpoint, isUrgent: wish.isUrgent, dueAt: wish.dueAt,
            expiresAt: wish.expiresAt, transaction)
    }

    /// Withdraws what is outdated, notes whom to e-mail, and moves the cursor. Returns whether devices are to be told.
    func end(_ step: Step, at time: Timestamp, _ transaction: Transaction) throws -> Bool {
        for mail in step.mails {
            try MissedMailRepository.want(step.conversation, for: mail.user, dueAt: mail.dueAt, transaction)
        }
        for push in step.outdated { try PushQueueRepository.withdraw(push, at: time, transaction) }
        let isShownAgain =
            try step.hasPushes && PushQueueRepository.showAgain(in: step.conversation, at: time, transaction)
        try transaction.run(
            """
            INSERT INTO notification_places (conversation_id, followed) VALUES ($1, $2)
            ON CONFLICT (conversation_id) DO UPDATE SET followed = excluded.followed
            """, .id(step.conversation), .integer(step.through))
        return !step.outdated.isEmpty || isShownAgain
    }

    // MARK: Steps

    /// What the devices of a listener are to show of a conversation: the newest message.
    struct Wish: Sendable {
        var seq: Seq
        var isUrgent: Bool
        /// When the first of them was posted.
        var firstAt: Timestamp
        var dueAt: Timestamp
        var expiresAt: Timestamp
    }

    struct Step: Sendable {
        var conversation: ConversationID
        var wishes: [(endpoint: PushEndpointID, wish: Wish)] = []
        /// Users who are e-mailed, and when.
        var mails: [(user: UserID, dueAt: Timestamp)] = []
        var outdated: [QueuedPush] = []
        /// Whether devices have rows of the conversation.
        var hasPushes: Bool
        /// The conversation is followed up to there.
        var through: Seq
        var hasMore = false
    }

    /// Where a conversation stands, and whether anything in it concerns notifications: most servers have few devices, and few messages are unread.
    private static let place = SQL(
        """
        SELECT c.head, COALESCE(p.followed, 0), c.allows_ai,
            EXISTS (SELECT 1 FROM pushes AS q WHERE q.conversation_id = c.id),
            EXISTS (SELECT 1 FROM members AS m JOIN push_endpoints AS e ON e.user_id = m.user_id
                WHERE m.conversation_id = c.id AND m.has_left = 0)
        FROM conversations AS c LEFT JOIN notification_places AS p ON p.conversation_id = c.id WHERE c.id = $1
        """)

    /// The next step in a conversation; nil if it is followed.
    func step(in id: ConversationID, _ reader: Reader) throws -> Step? {
        let place = try reader.first(Self.place, .id(id)) { row in
            (
                head: try row.next(Seq.self), followed: try row.next(Seq.self), readsText: try row.next(Bool.self),
                hasPushes: try row.next(Bool.self), hasDevices: try row.next(Bool.self)
            )
        }
        guard let place, place.followed < place.head else { return nil }
        var step = Step(conversation: id, hasPushes: place.hasPushes, through: place.head)
        if place.hasPushes { step.outdated = try PushQueueRepository.outdated(in: id, reader) }
        guard sendsMails || place.hasDevices else { return step }
        let time = now()
        let messages = try NotifiedMessage.after(
            place.followed, in: id, since: time.advanced(by: -PushPace.urgentLife), limit: Self.messagesPerStep,
            reader)
        guard let last = messages.last else { return step }
        if messages.count == Self.messagesPerStep {
            step.hasMore = true
            step.through = last.message.seq
        }
        let audience = try NotificationAudience(
            of: id, sendsMails ? .everyone : .withDevices, senders: Set(messages.map(\.message.sender)), in: reader)
        let texts = messages.map { place.readsText && Urgency.isExpressed(in: $0.message.text) }
        for listener in audience.listeners {
            let wish = self.wish(for: listener, audience, zip(messages, texts), at: time)
            if let wish { for endpoint in listener.endpoints { step.wishes.append((endpoint, wish)) } }
            guard sendsMails else { continue }
            // Quiet hours hold devices back, and not e-mails.
            let mailed =
                listener.settings.quiet.isOff
                ? wish : self.wish(for: listener.withoutQuietHours, audience, zip(messages, texts), at: time)
            if let mailed,
                let due = MissedMailPass.due(
                    listener.settings.mail, postedAt: mailed.firstAt, in: listener.zone(or: zone))
            {
                step.mails.append((listener.user, due))
            }
        }
        return step
    }

    /// What a listener is to be told of these messages; nil for nothing.
    private func wish(
        for listener: NotificationAudience.Listener, _ audience: NotificationAudience,
        _ messages: some Sequence<(NotifiedMessage, Bool)>, at time: Timestamp
    ) -> Wish? {
        let device: NotificationRules.Device = activeSessions(listener.user).isEmpty ? .idle : .activeElsewhere
        var wish: Wish?
        for (told, isUrgent) in messages {
            let expiry = told.postedAt.advanced(by: isUrgent ? PushPace.urgentLife : PushPace.life)
            guard expiry > time else { continue }
            let decision = NotificationRules.decide(
                told.message, repliesTo: told.repliesTo, isUrgent: isUrgent,
                for: audience.recipient(
                    listener, of: told.message.sender, on: device, serverZone: zone, at: time),
                at: time)
            guard case .tell(_, let delay) = decision else { continue }
            let due = told.postedAt.advanced(by: delay)
            wish = Wish(
                seq: told.message.seq, isUrgent: isUrgent || wish?.isUrgent == true,
                firstAt: wish?.firstAt ?? told.postedAt,
                dueAt: min(due, wish?.dueAt ?? due),
                expiresAt: max(expiry, wish?.expiresAt ?? expiry))
        }
        return wish
    }
}
