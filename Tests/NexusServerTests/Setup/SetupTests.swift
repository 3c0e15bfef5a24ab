import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Setting a fresh server up")
struct SetupTests {
    private func fresh<T: Sendable>(
        limited: Bool = false, log: LogLines? = nil, _ body: @Sendable (RunningServer) async throws -> T
    ) async throws -> T {
        try await RunningServer.serve(
            configure: {
                $0.isOpenToEveryone = false
                $0.rateLimits.isOn = limited
            }, logger: log?.logger, body)
    }

    @Test("no account can be created before the set-up")
    func closed() async throws {
        try await fresh { (server) async throws in
            #expect(try await server.info() == ServerInfo(needsSetup: true))
            #expect(try await server.tryToSignUp("Eve").refusal?.code == .setupRequired)
        }
    }

    @Test("the code of its link opens the administrator's account, names the team, and says who may join")
    func setUp() async throws {
        try await fresh { (server) async throws in
            let ada = try SignedIn.decode(try await server.setUp("Ada").body)
            #expect(ada.profile.isAdministrator)
            #expect(try await server.info() == ServerInfo(team: "Analytical Engines"))
            let audit = try await server.ask("GET", "/v1/admin/audit", token: ada.accessToken).body
            let entries = try AuditPage.decode(audit).entries
            let entry = try #require(entries.first)
            #expect(entry.act == .setUp)
            #expect(entry.actor.id == ada.profile.user.id)
            #expect(entry.note == "join: invited")
        }
    }

    @Test("a code that is guessed, and one that is used again, are refused")
    func replay() async throws {
        try await fresh { (server) async throws in
            for guess in ["", "code", String(server.setupCode.dropLast()), server.setupCode + "A"] {
                #expect(try await server.setUp("Eve", code: guess).refusal?.code == .setupInvalid)
            }
            #expect(try await server.info().needsSetup)
            #expect(try await server.setUp("Ada").status == 200)
            #expect(try await server.setUp("Eve").refusal?.code == .setupInvalid)
            #expect(try await server.info().team == "Analytical Engines")
        }
    }

    @Test("of many who use the code at the same time one sets the server up")
    func race() async throws {
        try await fresh { (server) async throws in
            let statuses = try await withThrowingTaskGroup { group in
                for number in 0..<6 { group.addTask { try await server.setUp("Ada\(number)").status } }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.sorted() == [200, 403, 403, 403, 403, 403])
        }
    }

    @Test("a name, a team or a password that will not do leaves the code good")
    func invalid() async throws {
        try await fresh { (server) async throws in
            #expect(try await server.setUp("Ada", team: " ").refusal?.code == .titleInvalid)
            #expect(
                try await server.setUp("Ada", team: String(repeating: "é", count: 81)).refusal?.code == .titleInvalid)
            #expect(try await server.setUp("Ada", password: "short").refusal?.code == .invalidPassword)
            #expect(try await server.setUp("Ada", team: String(repeating: "é", count: 80)).status == 200)
        }
    }

    @Test("guesses of the code from one address are counted")
    func guesses() async throws {
        try await fresh(limited: true) { (server) async throws in
            for _ in 0..<10 {
                #expect(try await server.setUp("Eve", code: "guess").refusal?.code == .setupInvalid)
            }
            #expect(try await server.setUp("Ada").refusal?.code == .rateLimited)
        }
    }

    @Test("the log does not contain the code")
    func secret() async throws {
        let log = LogLines()
        let code = try await fresh(log: log) { (server) async throws in
            _ = try await server.setUp("Eve", code: server.setupCode + "A")
            _ = try await server.setUp("Ada")
            return server.setupCode
        }
        #expect(!log.all.isEmpty)
        #expect(!log.all.contains { $0.contains(code) })
    }

    @Test("an administrator whose messages were imported finds them under the account of the set-up")
    func imported() async throws {
        let accounts = try TestAccounts(joining: JoinRule(isForcedOpen: false))
        let imported = User(id: UserID(high: 7, low: 7), name: "Ada Byron", email: "ada@example.org")
        try await accounts.database.write {
            _ = try AccountRepository.insert(imported, passwordHash: "", at: .zero, $0)
        }
        let code = SetupCode(for: .inline)
        let setup = SetupService(database: accounts.database, accounts: accounts.service, code: code)
        let account = SignUpRequest(email: "ada@example.org", password: "correct horse", name: "Ada", device: "")
        let signedIn = try await setup.setUp(SetupRequest(code: code.text, account: account, team: "Engines"))
        #expect(signedIn.profile.user.id == imported.id)
        #expect(signedIn.profile.isAdministrator)
    }
}

extension RunningServer {
    func info() async throws -> ServerInfo { try ServerInfo.decode(try await ask("GET", "/v1/server").body) }

    func setUp(
        _ name: String, code: String? = nil, password: String = "correct horse", team: String = "Analytical Engines",
        join: JoinPolicy = .invited
    ) async throws -> Answer {
        let account = SignUpRequest(
            email: "\(name.lowercased())@example.org", password: password, name: name, device: "test")
        let request = SetupRequest(code: code ?? setupCode, account: account, team: team, join: join)
        return try await ask("POST", "/v1/setup", String(decoding: request.json, as: UTF8.self))
    }

    func tryToSignUp(_ name: String, password: String = "correct horse") async throws -> Answer {
        let request = SignUpRequest(
            email: "\(name.lowercased())@example.org", password: password, name: name, device: "test")
        return try await ask("POST", "/v1/accounts", String(decoding: request.json, as: UTF8.self))
    }
}
