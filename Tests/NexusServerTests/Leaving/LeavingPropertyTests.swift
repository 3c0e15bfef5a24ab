import Logging
import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Leaving, in any order")
struct LeavingPropertyTests {
    /// Three people, of whom the first administers, and everything that lets them in and out.
    private final class World {
        let accounts: TestAccounts
        let deletions: DeletionService
        let administration: AdministrationService
        let removal: AccountRemoval
        var people: [UserID] = []
        var tokens: [(token: String, user: UserID)] = []

        init() async throws {
            accounts = try TestAccounts()
            let heads = ConversationHeads()
            let database = accounts.database
            database.beforeCommit { try heads.writeHeads($0) }
            var limits = RateLimitSettings()
            limits.isOn = false
            let now = { @Sendable [clock = accounts.clock] in clock.now }
            let gate = OperationGate(
                database: database, service: OperationService(heads: heads), publisher: Publisher(hub: Hub()),
                limit: .operations(limits, now: now), now: now)
            deletions = DeletionService(
                database: database, accounts: accounts.service,
                passwords: PasswordService(database: database, accounts: accounts.service), gate: gate, mails: nil,
                wake: {})
            administration = AdministrationService(
                database: database, gate: gate, now: now, sessionEnded: { _ in })
            removal = AccountRemoval(
                database: database, gate: gate, now: now,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                sessionEnded: { _ in }, insightsChanged: { _, _ in })
            for name in ["Ada", "Ben", "Cem"] {
                let signedIn = try await accounts.signUp(name)
                people.append(signedIn.profile.user.id)
                tokens.append((signedIn.accessToken, signedIn.profile.user.id))
            }
        }

        /// Acts, or is refused with a sentence.
        func act(_ random: inout SplitMix) async throws {
            let (one, other) = (Int.random(in: 0..<3, using: &random), Int.random(in: 0..<3, using: &random))
            let messages: LeftMessages = Bool.random(using: &random) ? .keep : .delete
            do {
                switch Int.random(in: 0..<10, using: &random) {
                case 0, 1:
                    let name = ["ada", "ben", "cem"][one]
                    let signedIn = try await accounts.signIn("\(name)@example.org")
                    tokens.append((signedIn.accessToken, signedIn.profile.user.id))
                case 2, 3:
                    guard let held = tokens.last(where: { $0.user == people[one] }) else { return }
                    let session = try await accounts.service.authorize(held.token)
                    _ = try await deletions.schedule(
                        DeletionRequest(password: "correct horse", messages: messages), of: session)
                case 4: try await deletions.cancel(of: people[one])
                case 5:
                    _ = try await administration.update(
                        people[other], AccountChange(isSuspended: Bool.random(using: &random)), by: people[one])
                case 6:
                    _ = try await administration.update(
                        people[other], AccountChange(isAdministrator: Bool.random(using: &random)), by: people[one])
                case 7:
                    _ = try await deletions.schedule(
                        AdministeredDeletion(messages: messages, atOnce: Bool.random(using: &random)),
                        of: people[other], by: people[one])
                case 8: try await deletions.cancel(of: people[other], by: people[one])
                default:
                    accounts.clock.advance(by: Int64.random(in: 0..<8, using: &random) * 86_400_000)
                    for _ in 0..<20 where try await removal.step() {}
                }
            } catch let refusal as Refusal {
                #expect(!refusal.message.isEmpty)
            }
        }

        /// The users who may not hold a session, and the administrators who can act.
        func state() async throws -> (out: Set<UserID>, administrators: Int) {
            try await accounts.database.read { reader in
                let out: [UserID] = try reader.all(
                    "SELECT id FROM users WHERE suspended_at IS NOT NULL OR deleted_at IS NOT NULL"
                ) { try $0.next() }
                let administrators: Int? = try reader.first(
                    "SELECT COUNT(*) FROM users WHERE is_administrator = 1 AND suspended_at IS NULL"
                ) { try $0.next() }
                return (Set(out), administrators ?? 0)
            }
        }
    }

    @Test("nobody holds a session that the rules refuse, and an administrator remains", arguments: 1...12)
    func sessions(seed: Int) async throws {
        var random = SplitMix(state: UInt64(seed))
        let world = try await World()
        for step in 1...120 {
            try await world.act(&random)
            let (out, administrators) = try await world.state()
            #expect(administrators > 0, "seed \(seed), step \(step)")
            for (token, user) in world.tokens where out.contains(user) {
                let isIn = (try? await world.accounts.service.authorize(token)) != nil
                #expect(!isIn, "seed \(seed), step \(step)")
            }
        }
    }
}
