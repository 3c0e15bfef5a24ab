import NexusCore
import Testing

@testable import NexusServer

@Suite("What administrators see of accounts, the log and the server")
struct AccountListTests {
    private func ask(_ server: RunningServer, _ path: String, by user: SignedIn) async throws -> RunningServer.Answer {
        try await server.ask("GET", path, token: user.accessToken)
    }

    @Test("accounts are listed in pages by name, each once")
    func pages() async throws {
        try await RunningServer.serve { (server) async throws in
            let ada = try await server.signUp("Ada")
            for name in ["Eve", "Bob", "Dan", "Cem"] { _ = try await server.signUp(name) }
            var names: [[String]] = []
            var cursor: String? = ""
            while let after = cursor {
                let path = "/v1/admin/accounts?limit=2" + (after.isEmpty ? "" : "&cursor=\(after)")
                let page = try AccountList.decode(try await ask(server, path, by: ada).body)
                names.append(page.accounts.map(\.user.name))
                cursor = page.cursor
            }
            #expect(names == [["Ada", "Bob"], ["Cem", "Dan"], ["Eve"]])
            for wrong in ["limit=0", "limit=201", "cursor=x", "state=happy"] {
                let answer = try await ask(server, "/v1/admin/accounts?\(wrong)", by: ada)
                #expect(answer.refusal?.code == .invalidRequest, "\(wrong)")
            }
        }
    }

    @Test("they are filtered by state, and tell devices and last use")
    func states() async throws {
        try await RunningServer.serve { (server) async throws in
            let ada = try await server.signUp("Ada")
            let bob = try await server.signUp("Bob")
            _ = try await server.signUp("Cem")
            let added = #"{"name":"Dora","email":"dora@example.org"}"#
            let answer = try await server.ask("POST", "/v1/admin/accounts", added, token: ada.accessToken)
            #expect(try AdministeredAccount.decode(answer.body).user.isUnclaimed)
            try await server.administer(bob, AccountChange(isSuspended: true), by: ada)
            let expected = [
                "administrators": ["Ada"], "suspended": ["Bob"], "unclaimed": ["Dora"], "second-factor": [],
            ]
            for (state, names) in expected {
                let list = try AccountList.decode(
                    try await ask(server, "/v1/admin/accounts?state=\(state)", by: ada).body)
                #expect(list.accounts.map(\.user.name) == names, "\(state)")
            }
            let all = try AccountList.decode(try await ask(server, "/v1/admin/accounts", by: ada).body).accounts
            #expect(all.map(\.sessions) == [1, 0, 1, 0])
            #expect(all[0].lastUsedAt == server.clock.now)
            #expect(all[3].lastUsedAt == nil)
        }
    }

    @Test("the log is filtered by acts and person, page by page down to the first entry")
    func log() async throws {
        try await RunningServer.serve { (server) async throws in
            let ada = try await server.signUp("Ada")
            let bob = try await server.signUp("Bob")
            let cem = try await server.signUp("Cem")
            for _ in 1...55 {
                try await server.administer(bob, AccountChange(isSuspended: true), by: ada)
                try await server.administer(bob, AccountChange(isSuspended: false), by: ada)
            }
            try await server.administer(cem, AccountChange(isAdministrator: true), by: ada)
            func page(_ query: String) async throws -> AuditPage {
                try AuditPage.decode(try await ask(server, "/v1/admin/audit?\(query)", by: ada).body)
            }
            let first = try await page("acts=account.&person=bob")
            #expect(first.entries.count == 100)
            let second = try await page("acts=account.&person=bob&before=\(try #require(first.next))")
            #expect(second.entries.count == 10)
            #expect(second.next == nil)
            #expect(try await page("person=CEM").entries.map(\.act) == [.appoint])
            #expect(try await page("acts=administrator.,policy.").entries.map(\.act) == [.appoint])
            #expect(try await page("acts=policy.").entries.isEmpty)
            #expect(try await page("acts=' OR 1=1 --").entries.isEmpty)
            #expect(try await page("acts=sign-in.&person=bob@example.org").entries.isEmpty, "a sign-up is none")
        }
    }

    @Test("the inventory counts what the server holds, for administrators alone")
    func inventory() async throws {
        try await RunningServer.serve { (server) async throws in
            let ada = try await server.signUp("Ada")
            let bob = try await server.signUp("Bob")
            #expect(try await ask(server, "/v1/admin/inventory", by: bob).refusal?.code == .forbidden)
            try await server.administer(bob, AccountChange(isSuspended: true), by: ada)
            let held = try Inventory.decode(try await ask(server, "/v1/admin/inventory", by: ada).body)
            #expect([held.accounts, held.administrators, held.suspended, held.unclaimed] == [2, 1, 1, 0])
            #expect([held.sessions, held.conversations, held.messages, held.files] == [1, 0, 0, 0])
        }
    }
}
