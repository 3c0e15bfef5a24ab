import NexusCore
import NexusDatabase

/// Mails links to the owners of addresses who want to join.
struct JoinLinks: Sendable {
    /// Milliseconds that a link works.
    static let life: Int64 = 30 * 60_000
    /// E-mails to one address: at once, and again in an hour.
    static let perHour = 3

    private let database: any Database
    private let mails: MailQueue
    private let limit: TokenBuckets<String>
    private let now: @Sendable () -> Timestamp

    init(database: any Database, mails: MailQueue, now: @escaping @Sendable () -> Timestamp) {
        self.database = database
        self.mails = mails
        self.now = now
        let perHour = Double(JoinLinks.perHour)
        limit = TokenBuckets(.init(burst: perHour, perMinute: perHour / 60), now: now)
    }

    /// Queues a link, or for the owner of an account a note that they have one; nothing for other addresses.
    func send(to email: String) async throws {
        let known = try await database.read { try AddressRule.standing(of: email, in: $0) }
        if case .unknown = known { return }
        guard limit.take(email) == nil else { return }
        let time = now()
        try await database.write { [mails] transaction in
            let team = try TeamRepository.info(transaction).team
            let server = mails.settings.server
            let expiry = time.advanced(by: JoinLinks.life)
            let token = Token.link()
            let content: MailContent
            switch try AddressRule.standing(of: email, in: transaction) {
            case .unknown: return
            case .member(let user): content = .alreadyMember(name: user.name, team: team, server: server)
            case .unclaimed, .welcome:
                try JoinLinkRepository.put(
                    email, tokenHash: Token.hash(token), until: expiry, at: time, transaction)
                content = .joinLink(team: team, server: server, link: "\(server)/join#\(token)")
            }
            try mails.add(.invitation, content, to: email, until: expiry, at: time, transaction)
        }
        mails.wake()
    }
}
