import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Finding people")
struct PeopleTests {
    let server: TestServer
    let ann: UserID

    init() throws {
        server = try TestServer()
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
            try AccountRepository.people(matching: query, for: ann, limit: limit, in: reader).map(\.name)
        }
    }

    @Test(
        "by any part of the name or the address, whatever the case, by name; without a query everybody; never oneself")
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

    @Test("accents and the width of letters make no difference", arguments: ["zoe", "ZOË", "zoe\u{308}", "ｚｏｅ"])
    func folded(_ query: String) throws {
        try add("Zoë", "z@example.org")
        #expect(try found(query) == ["Zoë"])
    }

    @Test("the signs of a pattern stand for themselves")
    func wildcards() throws {
        try add("100% Bob", "b@example.org")
        try add("Under_score", "u@example.org")
        try add("Wow!", "w@example.org")
        #expect(try found("%") == ["100% Bob"])
        #expect(try found("_") == ["Under_score"])
        #expect(try found("!") == ["Wow!"])
        #expect(try found("%%") == [])
        #expect(try found("' OR 1=1 --") == [])
        // A mark that joins the sign does not make a wildcard of it.
        #expect(try found("%\u{20DD}") == ["100% Bob"])
        #expect(try found("_\u{200D}") == [])
    }

    @Test("at most as many as the limit, the first by name")
    func limit() throws {
        for number in 10..<70 { try add("Person \(number)", "\(number)@example.org") }
        let all = try found("person")
        #expect(all == (10..<60).map { "Person \($0)" })
    }

    @Test("a query longer than any name and address finds nobody")
    func long() throws {
        try add("Bob", "b@example.org")
        #expect(try found(String(repeating: "b", count: 100_000)) == [])
    }

    @Test("somebody renamed is found by the new name and not by the old one")
    func renamed() throws {
        let bob = try server.person("Bob")
        try server.apply(.updateProfile(name: "Émile", showsPresence: nil), by: bob)
        #expect(try found("emile") == ["Émile"])
        // The address still holds the old one.
        #expect(try found("bob@") == ["Émile"])
        #expect(try found("bob ") == [])
    }
}
