import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Finding people")
struct PeopleTests {
    let server: InlineServer
    let ann: UserID

    init() throws {
        server = try InlineServer()
        ann = try server.person("Ann")
    }

    private func add(_ name: String, _ email: String) throws {
        let user = User(id: server.identifier(), name: name, email: email)
        try server.write { [now = server.now] transaction in
            _ = try AccountRepository.insert(user, passwordHash: "", at: now, transaction)
        }
    }

    private func found(_ query: String, limit: Int = Limits.peopleResults) throws -> [String] {
        try server.read { [ann] reader in
            try AccountRepository.people(PeopleQuery(text: query, limit: limit), for: ann, in: reader).map(\.user.name)
        }
    }

    /// A page of the directory, with the cursor as a client sends it.
    private func page(
        _ query: String = "", after cursor: String? = nil, limit: Int
    ) throws -> (names: [String], cursor: String?) {
        let asked = PeopleQuery(text: query, after: try cursor.map { try PeopleQuery.Cursor($0) }, limit: limit)
        let found = try server.read { [ann] in try AccountRepository.people(asked, for: ann, in: $0) }
        return (found.map(\.user.name), found.last?.cursor.text)
    }

    @Test(
        "matches any part of the name or the address, case-insensitively, by name; all without a query; never the caller"
    )
    func parts() throws {
        try add("Zoë Becker", "zb@example.org")
        try add("Bob", "robert.oak@example.com")
        try add("anna", "a@sub.example.org")
        #expect(try found("") == ["anna", "Bob", "Zoë Becker"])
        #expect(try found("OB") == ["Bob"])
        #expect(try found("Oak@") == ["Bob"])
        #expect(try found("example.org") == ["anna", "Zoë Becker"])
        #expect(try found("ann") == ["anna"])
        #expect(try found("nobody") == [])
    }

    @Test("people without a password, and suspended ones, are marked")
    func marked() throws {
        try add("Bob", "bob@example.org")
        let cem = try server.person("Cem")
        try server.write { [now = server.now] transaction in
            var account = try #require(try ModerationRepository.account(cem, at: now, in: transaction))
            account.suspendedAt = now
            try ModerationRepository.put(account, transaction)
            try transaction.run("UPDATE users SET password_hash = 'some' WHERE id = $1", .id(cem))
        }
        let people = try server.read { [ann] in try AccountRepository.people(PeopleQuery(), for: ann, in: $0) }
        #expect(people.map(\.user.isUnclaimed) == [true, false])
        #expect(people.map(\.user.isSuspended) == [false, true])
        let person = try server.read { [ann] in try AccountRepository.person(cem, for: ann, in: $0) }
        #expect(person?.isSuspended == true)
    }

    @Test("where the policy hides addresses, members see and search names alone, administrators addresses too")
    func hiddenEmails() throws {
        try add("Bob", "robert@example.com")
        let dora = try server.person("Dora")
        try server.write { transaction in
            try TeamRepository.put(PolicyChange(hidesEmails: true), transaction)
            try transaction.run("UPDATE users SET is_administrator = CASE WHEN id = $1 THEN 1 ELSE 0 END", .id(dora))
        }
        #expect(try found("robert") == [])
        let people = try server.read { [ann] in
            try AccountRepository.people(PeopleQuery(text: "bob"), for: ann, in: $0).map(\.user)
        }
        #expect(people.map(\.email) == [""])
        let bob = try #require(people.first).id
        let person = try server.read { [ann] in try AccountRepository.person(bob, for: ann, in: $0) }
        #expect(person?.email == "")
        let byDora = try server.read { try AccountRepository.people(PeopleQuery(text: "robert"), for: dora, in: $0) }
        #expect(byDora.map(\.user.email) == ["robert@example.com"])
        try server.write { try TeamRepository.put(PolicyChange(hidesEmails: false), $0) }
        #expect(try found("robert") == ["Bob"])
    }

    @Test("accents and character width are ignored", arguments: ["zoe", "ZOË", "zoe\u{308}", "ｚｏｅ"])
    func folded(_ query: String) throws {
        try add("Zoë", "z@example.org")
        #expect(try found(query) == ["Zoë"])
    }

    @Test("the wildcards of patterns are literal")
    func wildcards() throws {
        try add("100% Bob", "b@example.org")
        try add("Under_score", "u@example.org")
        try add("Wow!", "w@example.org")
        #expect(try found("%") == ["100% Bob"])
        #expect(try found("_") == ["Under_score"])
        #expect(try found("!") == ["Wow!"])
        #expect(try found("%%") == [])
        #expect(try found("' OR 1=1 --") == [])
        // A combining mark after the sign does not make it a wildcard.
        #expect(try found("%\u{20DD}") == ["100% Bob"])
        #expect(try found("_\u{200D}") == [])
    }

    @Test("returns at most the limit, the first by name")
    func limit() throws {
        for number in 10..<70 { try add("Person \(number)", "\(number)@example.org") }
        let all = try found("person")
        #expect(all == (10..<60).map { "Person \($0)" })
    }

    @Test("pages list each person once, also with equal names or changes in between")
    func pages() throws {
        for number in 10..<60 { try add("Person \(number)", "\(number)@example.org") }
        for number in 0..<7 { try add("Same", "same\(number)@example.org") }
        try add("Zoë", "z@example.org")
        let late = try server.person("Late")
        var names: [String] = []
        var cursor: String?
        repeat {
            let page = try page(after: cursor, limit: 9)
            #expect(page.names.count <= 9)
            names += page.names
            cursor = page.names.count == 9 ? page.cursor : nil
            // A user who moves before the reached position is not returned again, and others do not move.
            if names.count == 18 { try server.apply(.updateProfile(name: "Aaron", showsPresence: nil), by: late) }
        } while cursor != nil
        #expect(names == ["Late"] + (10..<60).map { "Person \($0)" } + Array(repeating: "Same", count: 7) + ["Zoë"])
        let first = try page("same", limit: 5)
        #expect(try page("same", after: first.cursor, limit: 5).names == ["Same", "Same"])
    }

    @Test(
        "a foreign cursor is refused",
        arguments: [
            "", "x", "7", "01990000-0000-7000-8000-0000000000a1", "01990000-0000-7000-8000-0000000000a1.*", "a.YQ",
        ])
    func cursors(_ text: String) throws {
        #expect(try refusal { _ = try PeopleQuery.Cursor(text) } == .invalidRequest)
    }

    @Test("a cursor longer than any name is refused")
    func longCursor() throws {
        let text = "01990000-0000-7000-8000-0000000000a1." + Base64URL.text(of: [UInt8](repeating: 97, count: 100_000))
        #expect(try refusal { _ = try PeopleQuery.Cursor(text) } == .invalidRequest)
    }

    @Test("the page after a cursor leaves out users whom the caller has blocked")
    func blocked() throws {
        for name in ["Bea", "Cem", "Dee"] { try add(name, "\(name)@example.org") }
        let first = try page(limit: 1)
        let everybody = try server.read { [ann] in try AccountRepository.people(PeopleQuery(), for: ann, in: $0) }
        let cem = try #require(everybody.first { $0.user.name == "Cem" }).user.id
        try server.apply(.updateRelation(cem, RelationChange(isBlocked: true)), by: ann)
        #expect(try page(after: first.cursor, limit: 9).names == ["Dee"])
    }

    @Test("a query longer than any name and address finds no one")
    func long() throws {
        try add("Bob", "b@example.org")
        #expect(try found(String(repeating: "b", count: 100_000)) == [])
    }

    @Test("a renamed user is found by the new name and not by the old one")
    func renamed() throws {
        let bob = try server.person("Bob")
        try server.apply(.updateProfile(name: "Émile", showsPresence: nil), by: bob)
        #expect(try found("emile") == ["Émile"])
        // The address still contains the old name.
        #expect(try found("bob@") == ["Émile"])
        #expect(try found("bob ") == [])
    }
}
