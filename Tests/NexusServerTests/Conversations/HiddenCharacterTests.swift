import NexusCore
import Testing

@testable import NexusServer

@Suite("Deceptive names and titles")
struct HiddenCharacterTests {
    let server: InlineServer
    let ann: UserID
    let bob: UserID

    init() throws {
        server = try InlineServer()
        ann = try server.person("Ann")
        bob = try server.person("Bob")
    }

    @Test("titles, descriptions and names are stored composed")
    func composed() throws {
        let group = try server.group(of: ann, with: [bob], title: "Cafe\u{301}")
        try server.apply(.describe(group, DescriptionChange(about: "Re\u{301}sume\u{301}\nof it")), by: ann)
        try server.apply(.updateProfile(ProfileChange(name: "Zoe\u{308}", about: "nai\u{308}ve")), by: bob)
        let changes = try server.changes(of: group, after: 0, for: ann)
        let info = try #require(changes.info)
        #expect(Array((info.title ?? "").utf8) == Array("Caf\u{E9}".utf8))
        #expect(Array(info.about.utf8) == Array("R\u{E9}sum\u{E9}\nof it".utf8))
        let found = try server.read { [ann, bob] in try AccountRepository.person(bob, for: ann, in: $0) }
        let user = try #require(found)
        #expect(Array(user.name.utf8) == Array("Zo\u{EB}".utf8))
        #expect(Array(user.about.utf8) == Array("na\u{EF}ve".utf8))
    }

    @Test("invisible characters are refused in every name or title, with the code of its field")
    func refused() throws {
        let group = try server.group(of: ann, with: [bob])
        let spoof = "Ad\u{200B}a"
        #expect(try refusal { _ = try server.group(of: ann, with: [bob], title: spoof) } == .titleInvalid)
        #expect(try refusal { try server.apply(.rename(group, title: spoof), by: ann) } == .titleInvalid)
        #expect(
            try refusal { try server.apply(.describe(group, DescriptionChange(about: spoof)), by: ann) } == .textInvalid
        )
        #expect(try refusal { try server.apply(.updateProfile(ProfileChange(name: spoof)), by: ann) } == .invalidName)
        #expect(try refusal { try server.apply(.updateProfile(ProfileChange(about: spoof)), by: ann) } == .textInvalid)
    }

    @Test("an older name stays readable, and other fields of its account can be changed")
    func old() throws {
        let old = User(id: server.identifier(), name: "Ev\u{200B}e\u{7}", email: "eve@example.org")
        try server.write { [now = server.now] transaction in
            _ = try AccountRepository.insert(old, passwordHash: "", at: now, transaction)
        }
        try server.apply(.updateProfile(ProfileChange(about: "Still here")), by: old.id)
        let found = try server.read { [ann] in try AccountRepository.person(old.id, for: ann, in: $0) }
        let user = try #require(found)
        #expect(Array(user.name.utf8) == Array("Ev\u{200B}e\u{7}".utf8))
        #expect(user.about == "Still here")
    }
}
