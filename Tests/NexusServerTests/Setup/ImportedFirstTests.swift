import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Imported people on a server that is not set up")
struct ImportedFirstTests {
    /// A server with imported people and no account, all ways in for them, and its set-up.
    private struct Scene {
        static let token = "a-link-that-was-mailed"

        let accounts: TestAccounts
        let joining: JoinService
        let entry: ProviderEntry
        let code: SetupCode

        init(isForcedOpen: Bool = false) async throws {
            accounts = try TestAccounts(joining: JoinRule(isForcedOpen: isForcedOpen))
            let (database, service) = (accounts.database, accounts.service)
            let now = { @Sendable [clock = accounts.clock] in clock.now }
            let heads = ConversationHeads()
            database.beforeCommit { try heads.writeHeads($0) }
            let gate = OperationGate(
                database: database, service: OperationService(heads: heads), publisher: Publisher(hub: Hub()),
                limit: .operations(RateLimitSettings(), now: now), now: now)
            joining = JoinService(database: database, accounts: service, gate: gate, now: now)
            entry = ProviderEntry(database: database, accounts: service, joining: joining, gate: gate) { _, _, _ in }
            code = SetupCode(for: .inline)
            let expiry = now().advanced(by: JoinLinks.life)
            try await database.write { transaction in
                for (number, name) in ["Grace", "Ben"].enumerated() {
                    let person = User(
                        id: UserID(high: 7, low: UInt64(number)), name: name,
                        email: "\(name.lowercased())@example.org")
                    _ = try AccountRepository.insert(person, passwordHash: "", at: .zero, transaction)
                }
                try JoinLinkRepository.put(
                    "grace@example.org", tokenHash: Token.hash(Scene.token), until: expiry, at: .zero, transaction)
            }
        }

        /// Grace takes over her account with the link to her address.
        func claim() async throws -> SignedIn {
            try await joining.claim(ClaimRequest(token: Scene.token, password: "correct horse", device: "test"))
        }

        /// Ben comes from a provider that has confirmed his address.
        func enter() async throws -> SignedIn {
            var settings = ProviderSettings(
                name: "acme", title: "Acme", issuer: "https://id.example", clientID: "nexus")
            settings.linksByAddress = true
            let person = ProviderPerson(
                ["sub": .text("ben"), "email": .text("ben@example.org"), "email_verified": .flag(true)],
                ProviderIssuer(settings.issuer), settings)
            let visit = ProviderEntry.Visit(device: "test", invitation: nil, secondFactor: nil, origin: .unknown)
            return try await entry.enter(person, settings, visit)
        }

        func setUp() async throws -> SignedIn {
            let setup = SetupService(database: accounts.database, accounts: accounts.service, code: code)
            let account = SignUpRequest(
                email: "ada@example.org", password: "correct horse", name: "Ada", device: "test")
            return try await setup.setUp(SetupRequest(code: code.text, account: account, team: "Engines"))
        }
    }

    @Test("are refused by link and by provider, the set-up goes on, and they come in after it as anyone does")
    func refused() async throws {
        let scene = try await Scene()
        #expect(try await refusal { _ = try await scene.claim() } == .setupRequired)
        #expect(try await refusal { _ = try await scene.enter() } == .setupRequired)
        #expect(try await scene.setUp().profile.isAdministrator)
        #expect(try await !scene.claim().profile.isAdministrator)
        #expect(try await !scene.enter().profile.isAdministrator)
    }

    @Test("the first of them administers a server that its operator opened to everyone")
    func forcedOpen() async throws {
        let scene = try await Scene(isForcedOpen: true)
        #expect(try await scene.claim().profile.isAdministrator)
        #expect(try await !scene.enter().profile.isAdministrator)
    }
}
