import Foundation
import NexusCore
import NexusDatabase

/// E-mails users about what they missed: one e-mail for all their conversations, once the first message that is still unread has stayed so for as
/// long as they chose.
struct MissedMailPass: Sendable {
    /// Messages of a conversation.
    static let messages = 3
    /// Characters of a message.
    static let textCharacters = 200

    let database: any Database
    let mails: MailQueue
    let unsubscription: Unsubscription
    /// The zone of users whose own is unknown.
    let zone: TimeZone
    let now: @Sendable () -> Timestamp

    /// E-mails one user. Returns whether another may be due.
    func step() async throws -> Bool {
        let time = now()
        let told = try await database.write { [self] transaction in
            guard let user = try MissedMailRepository.due(at: time, in: transaction) else { return false }
            guard try isDue(user, at: time, transaction) else { return true }
            if let missed = try missed(by: user, at: time, transaction) {
                try mails.add(
                    .missed, missed.content, to: missed.address, about: .id(user),
                    until: time.advanced(by: 6 * 3_600_000), at: time, transaction)
            }
            try MissedMailRepository.delete(of: user, transaction)
            return true
        }
        if told { mails.wake() }
        return told
    }

    /// When a message that was posted at a time is mailed; nil for users who want no e-mails.
    static func due(
        _ mail: NotificationMail, postedAt: Timestamp, in zone: TimeZone
    ) -> Timestamp? {
        if let delay = mail.delay { return postedAt.advanced(by: delay) }
        guard mail == .daily else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let date = Date(timeIntervalSince1970: Double(postedAt.milliseconds) / 1_000)
        let next = calendar.nextDate(
            after: date, matching: DateComponents(hour: 8, minute: 0, second: 0), matchingPolicy: .nextTime)
        return next.map { Timestamp(milliseconds: Int64($0.timeIntervalSince1970 * 1_000)) }
    }

    /// Whether a message has stayed unread for long enough. A conversation whose messages were read since, and others came, is put off until
    /// these are due.
    private func isDue(_ user: UserID, at time: Timestamp, _ transaction: Transaction) throws -> Bool {
        guard let profile = try AccountRepository.profile(of: user, in: transaction),
            profile.notifications.mail != .off
        else { return true }
        var isDue = false
        for id in try MissedMailRepository.conversations(of: user, dueAt: time, in: transaction) {
            guard let told = try told(of: user, in: id, at: time, transaction), let oldest = told.messages.last else {
                try MissedMailRepository.delete(id, of: user, transaction)
                continue
            }
            // Of more than are looked at first, the oldest is unknown.
            guard told.unreadCount < ToldMessages.candidates,
                let posted = try transaction.postedAt(of: oldest.message.seq, in: id),
                let due = MissedMailPass.due(
                    profile.notifications.mail, postedAt: posted, in: told.listener.zone(or: zone)), due > time
            else {
                isDue = true
                continue
            }
            try MissedMailRepository.postpone(id, for: user, until: due, transaction)
        }
        return isDue
    }

    private func told(
        of user: UserID, in id: ConversationID, at time: Timestamp, _ reader: Reader
    ) throws -> ToldMessages? {
        try ToldMessages(of: user, in: id, through: .max, isForMail: true, zone: zone, at: time, reader)
    }

    // MARK: Content

    private func missed(
        by user: UserID, at time: Timestamp, _ transaction: Transaction
    ) throws -> (content: MailContent, address: String)? {
        guard let profile = try AccountRepository.profile(of: user, in: transaction),
            profile.notifications.mail != .off, try !AccountStatus.isSuspended(user, in: transaction)
        else { return nil }
        var found: [MissedMessages.Conversation] = []
        for id in try MissedMailRepository.conversations(of: user, in: transaction) {
            guard let told = try told(of: user, in: id, at: time, transaction) else { continue }
            found.append(try conversation(id, told, transaction))
        }
        guard !found.isEmpty else { return nil }
        let info = try TeamRepository.info(transaction)
        let tasks = profile.notifications.mail == .daily ? try tasks(of: user, at: time, transaction) : []
        found.sort { $0.mentions != $1.mentions ? $0.mentions > $1.mentions : $0.newest > $1.newest }
        let token = try unsubscription.token(of: user, transaction)
        let missed = MissedMessages(
            name: profile.user.name, team: info.team, server: mails.settings.server, conversations: found, tasks: tasks,
            hidesContent: profile.notifications.hidesContent || info.hidesNotifications,
            unsubscribe: "\(mails.settings.server)\(Unsubscription.path)?token=\(token)")
        return (.missed(missed), profile.user.email)
    }

    private func conversation(
        _ id: ConversationID, _ told: ToldMessages, _ reader: Reader
    ) throws -> MissedMessages.Conversation {
        let texts = try told.messages.prefix(Self.messages).map {
            try ToldMessages.text(of: $0.message, characters: Self.textCharacters, reader)
        }
        return MissedMessages.Conversation(
            id: id, title: told.audience.title ?? texts.first?.sender ?? "", count: told.unreadCount,
            mentions: told.messages.filter { $0.reason == .mention || $0.reason == .reply }.count,
            newest: told.messages.first?.message.writtenAt ?? .zero,
            lines: texts.reversed().map { "\($0.sender): \($0.text)" })
    }

    /// What the user has to do until the end of today, as insights have it.
    private func tasks(of user: UserID, at time: Timestamp, _ reader: Reader) throws -> [String] {
        try DueTasks.texts(of: user, through: time.advanced(by: 86_400_000), at: time, limit: 10, reader)
    }
}
