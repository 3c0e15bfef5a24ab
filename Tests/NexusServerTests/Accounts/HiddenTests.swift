import NexusCore
import Testing

@testable import NexusServer

@Suite("Messages deleted for oneself")
struct HiddenTests {
    let server: InlineServer
    let ann: UserID
    let bob: UserID
    let talk: ConversationID

    init() throws {
        server = try InlineServer()
        ann = try server.person("Ann")
        bob = try server.person("Bob")
        talk = try server.direct(ann, bob)
    }

    private func hide(_ seqs: [Seq]) throws -> Applied {
        try server.apply(.updateSettings(talk, SettingsChange(hidden: seqs)), by: ann)
    }

    private func hidden() throws -> [Seq] {
        try server.read { [ann] in try UserSettingsService.changes(of: ann, after: 0, in: $0).settings.flatMap(\.hidden)
        }
    }

    @Test("go to the user's own devices alone, in order and once each; repetitions are no change")
    func own() throws {
        for text in ["one", "two", "three"] { try server.post(text, in: talk, by: bob) }
        let applied = try hide([4, 2])
        #expect(applied.own?.settings.map(\.hidden) == [[2, 4]])
        #expect(applied.publications.isEmpty)
        #expect(try hide([3]).own?.settings.map(\.hidden) == [[2, 3, 4]])
        #expect(try hide([2, 3]).acknowledgement.seq == 0)
        try server.apply(.updateSettings(talk, SettingsChange(draft: "half")), by: ann)
        #expect(try hidden() == [2, 3, 4])
        #expect(try server.page(of: talk, for: bob).messages.count == 3)
    }

    @Test("that do not exist are left out")
    func positions() throws {
        try server.post("one", in: talk, by: bob)
        #expect(try hide([0, 3, 99]).acknowledgement.seq == 0)
        #expect(try hidden().isEmpty)
    }

    @Test("are forgotten once the conversation is cleared as well")
    func cleared() throws {
        try server.post("one", in: talk, by: bob)
        _ = try hide([2])
        try server.apply(.updateSettings(talk, SettingsChange(clearedThrough: SettingsChange.asItStands)), by: ann)
        #expect(try hidden().isEmpty)
    }

    @Test("are limited in number")
    func limit() throws {
        for number in 0...Limits.hiddenMessages { try server.post("\(number)", in: talk, by: bob) }
        let seqs = (0..<Limits.hiddenMessages).map { Seq($0 + 2) }
        _ = try hide(seqs)
        #expect(try hidden() == seqs)
        #expect(try refusal { _ = try hide([Seq(Limits.hiddenMessages + 2)]) } == .tooManyHidden)
        #expect(try hidden() == seqs)
    }
}
