import NIOPosix
import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Finding out who has an account")
struct EnumerationTests {
    /// Every state of an account that an address may have.
    private enum Kind: String, CaseIterable {
        case none, usual, suspended, unclaimed, provider, secondFactor, leaving

        var email: String { "\(rawValue.lowercased())@example.org" }
    }

    @Test("a stranger gets the same answer for every address: to a wrong password, and to all that asks for a link")
    func answers() async throws {
        try await RunningServer.serveWithMail { server, _ in
            let ada = try await server.signUp("Ada")
            func act(_ path: String, _ body: String) async throws {
                #expect(try await server.ask("POST", path, body, token: ada.accessToken).status == 200)
            }
            for name in ["Usual", "Suspended", "SecondFactor", "Leaving"] {
                let person = try await server.signUp(name)
                let path = "/v1/admin/accounts/\(person.profile.user.id.text)"
                switch name {
                case "Suspended": try await act(path, #"{"suspended":true}"#)
                case "SecondFactor": _ = try await server.enrol(person)
                case "Leaving": try await act(path + "/deletion", "{}")
                default: break
                }
            }
            try await act("/v1/admin/accounts", #"{"name":"Una","email":"unclaimed@example.org"}"#)
            let asked: [(path: String, body: (String) -> String)] = [
                ("/v1/sessions", { #"{"email":"\#($0)","password":"a wrong guess","device":"x"}"# }),
                ("/v1/sessions", { #"{"email":"\#($0)","password":"a wrong guess","device":"x","code":"000000"}"# }),
                ("/v1/password/forgot", { #"{"email":"\#($0)"}"# }), ("/v1/join", { #"{"email":"\#($0)"}"# }),
                ("/v1/sessions/passkey/challenge", { #"{"email":"\#($0)"}"# }),
            ]
            for (path, body) in asked {
                var seen: Set<String> = []
                for kind in Kind.allCases {
                    let answer = try await server.ask("POST", path, body(kind.email))
                    // Challenges are random; all that is told of them is there for every address.
                    let text = answer.body.replacing(/"challenge":"[^"]*"/, with: "")
                    seen.insert("\(answer.status) \(text) \(answer.headers.keys.sorted())")
                }
                #expect(seen.count == 1, "\(path) \(seen)")
            }
        }
    }

    @Test("a wrong password takes as much derivation for every kind of account as for an unknown address")
    func work() async throws {
        // No derivation works here: requests that need one fail in that way, others are answered.
        let accounts = try TestAccounts(threads: NIOThreadPool(numberOfThreads: 1))
        let now = accounts.clock.now
        let hashes: [(Kind, String)] = [
            (.usual, "scrypt$32768$8$3$AAAA$AAAA"), (.suspended, "scrypt$2$8$1$AAAA$AAAA"), (.unclaimed, ""),
            (.provider, AccountRepository.noPassword), (.secondFactor, "garbage"), (.leaving, "scrypt$x$8$3$A$A"),
        ]
        try await accounts.database.write { transaction in
            for (kind, hash) in hashes {
                let user = User(id: UserID(at: now), name: kind.rawValue, email: kind.email)
                _ = try AccountRepository.insert(user, passwordHash: hash, at: now, transaction)
            }
            try transaction.run("UPDATE users SET suspended_at = 1 WHERE email = $1", .text(Kind.suspended.email))
        }
        for kind in Kind.allCases {
            await #expect(throws: CancellationError.self) { try await accounts.signIn(kind.email) }
        }
        // Whatever is stored, derivations add up to those of today's cost.
        let cost = PasswordHasher.Cost.least
        #expect(PasswordHasher.padding(of: nil, to: cost).reduce(0) { $0 + $1.work } == cost.work)
    }
}
