import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Signing up")
struct SignUpTests {
    let accounts: TestAccounts

    init() throws { accounts = try TestAccounts() }

    @Test("opens an account and a session; the address is lower-cased, address and name are trimmed")
    func opened() async throws {
        let signedIn = try await accounts.signUp("  Ada Lovelace\n", email: " Ada@Example.ORG ")
        #expect(signedIn.profile.user.email == "ada@example.org")
        #expect(signedIn.profile.user.name == "Ada Lovelace")
        #expect(signedIn.profile.showsPresence)
        #expect(signedIn.expiresIn == 15 * 60_000)
        let context = try await accounts.service.authorize(signedIn.accessToken)
        #expect(context.profile == signedIn.profile)
        #expect(context.session == signedIn.session)
        #expect(try await accounts.service.profile(of: context.user) == signedIn.profile)
    }

    @Test(
        "an invalid e-mail address is refused",
        arguments: [
            "", "   ", "ada", "ada@", "@example.org", "ada@example", "ada@.org", "ada@example.", "ada@exa..mple.org",
            "ada@exam ple.org", "ada@@example.org", "ada@b@example.org", "ada\u{0}@example.org",
            String(repeating: "a", count: 65) + "@example.org",
            "a@" + String(repeating: "b", count: 249) + ".org",
        ])
    func email(_ email: String) async throws {
        #expect(try await refusal { try await accounts.signUp(email: email) } == .invalidEmail)
    }

    @Test("a password has 8 characters at least and 256 at most")
    func passwords() async throws {
        for password in ["", "1234567", "ééééééé", String(repeating: "x", count: 257)] {
            #expect(try await refusal { try await accounts.signUp(password: password) } == .invalidPassword)
        }
        for (name, password) in [("a", "8234567x"), ("b", " ééééé  "), ("c", String(repeating: "x", count: 256))] {
            try await accounts.signUp(name, password: password)
            try await accounts.signIn("\(name)@example.org", password: password)
        }
        #expect(
            try await refusal { try await accounts.signIn("b@example.org", password: "ééééé") } == .wrongCredentials)
    }

    @Test("a name is not empty or invisible, and has 80 characters at most")
    func names() async throws {
        for name in ["", " \t\n", "\u{200B}\u{FEFF}\u{3000}", String(repeating: "é", count: 81)] {
            #expect(
                try await refusal { try await accounts.signUp(name, email: "ada@example.org") } == .invalidName)
        }
        let longest = String(repeating: "é", count: 80)
        #expect(try await accounts.signUp(longest, email: "ada@example.org").profile.user.name == longest)
    }

    @Test("a name is stored composed, and its characters are counted so")
    func composed() async throws {
        let name = String(repeating: "e\u{301}", count: 80)
        let signedIn = try await accounts.signUp(name, email: "ada@example.org")
        #expect(Array(signedIn.profile.user.name.utf8) == Array(String(repeating: "\u{E9}", count: 80).utf8))
    }

    @Test("a name with invisible characters is refused with a reason that names the field and the character")
    func hidden() async throws {
        let refusal = await #expect(throws: Refusal.self) {
            try await accounts.signUp("Ada\u{202E}", email: "ada@example.org")
        }
        #expect(refusal?.code == .invalidName)
        #expect(
            refusal?.message == "The name has a character that changes the direction of text (U+202E). Remove it.")
    }

    @Test("an address with an account is taken, in every spelling, and its account is unchanged")
    func taken() async throws {
        try await accounts.signUp("Ada")
        #expect(
            try await refusal {
                try await accounts.signUp("Eve", email: "ADA@example.org ", password: "another one")
            } == .emailTaken)
        #expect(try await accounts.signIn().profile.user.name == "Ada")
    }

    @Test("of many concurrent sign-ups with one address one succeeds")
    func race() async throws {
        let accounts = try TestAccounts(execution: .threads)
        let codes = try await withThrowingTaskGroup { group in
            for number in 0..<8 {
                group.addTask {
                    try await refusal { try await accounts.signUp("Ada \(number)", email: "ada@example.org") }
                }
            }
            return try await group.reduce(into: [ErrorCode?]()) { $0.append($1) }
        }
        #expect(codes.count { $0 == nil } == 1)
        #expect(codes.count { $0 == .emailTaken } == 7)
        let rows = try await accounts.database.read { reader in
            try ["users", "sessions"].map { table in
                try reader.first(SQL("SELECT COUNT(*) FROM \(table)")) { try $0.next(Int.self) }
            }
        }
        #expect(rows == [1, 1])
        try await accounts.database.close()
    }

    @Test("neither password nor token is in the database")
    func secrets() async throws {
        let signedIn = try await accounts.signUp(password: "correct horse")
        let again = try await accounts.refresh(signedIn.refreshToken, attempt: "attempt-word")
        let cells = try await accounts.database.read { reader in
            try ["users", "sessions", "secrets"].flatMap { table in
                try reader.all(SQL("SELECT * FROM \(table)")) { row in
                    var cells: [[UInt8]] = []
                    while row.hasNext { cells.append(try row.next()) }
                    return cells
                }
            }.flatMap { $0 }
        }
        #expect(cells.contains(Array("ada@example.org".utf8)))
        let secrets = [
            "correct horse", signedIn.accessToken, signedIn.refreshToken, again.accessToken, again.refreshToken,
            "attempt-word",
        ]
        for secret in secrets {
            #expect(!cells.contains { $0.firstRange(of: Array(secret.utf8)) != nil })
        }
    }
}
