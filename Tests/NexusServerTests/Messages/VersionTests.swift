import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("The history of edits")
struct VersionTests {
    let server: InlineServer
    let ann: UserID
    let bob: UserID
    let talk: ConversationID
    let message: Message

    init() throws {
        server = try InlineServer()
        ann = try server.person("Ann")
        bob = try server.person("Bob")
        talk = try server.direct(ann, bob)
        message = try server.post("Helo", in: talk, by: ann)
    }

    private func versions(for user: UserID) throws -> [MessageVersion] {
        try server.read { [history = server.history, talk, id = message.id] in
            try history.versions(of: id, in: talk, for: user, $0).versions
        }
    }

    private func edit(_ text: String) throws {
        server.now = server.now.advanced(by: 1_000)
        try server.apply(.edit(talk, message: message.id, text: text), by: ann)
    }

    @Test("is the message's text if it was never edited")
    func unedited() throws {
        #expect(try versions(for: bob) == [MessageVersion(text: "Helo", at: message.writtenAt)])
    }

    @Test("is visible to every member, oldest first, each with its time")
    func edited() throws {
        let start = server.now
        try edit("Hello")
        try edit("Hello Bob")
        try edit("Hello Bob")
        #expect(
            try versions(for: bob) == [
                MessageVersion(text: "Helo", at: start), MessageVersion(text: "Hello", at: start.advanced(by: 1_000)),
                MessageVersion(text: "Hello Bob", at: start.advanced(by: 2_000)),
            ])
        #expect(try versions(for: ann).count == 3)
    }

    @Test("does not include reactions between two edits")
    func reaction() throws {
        try edit("Hello")
        try server.apply(.react(talk, message: message.id, emoji: "👍", on: true), by: bob)
        try edit("Hello!")
        #expect(try versions(for: bob).map(\.text) == ["Helo", "Hello", "Hello!"])
    }

    @Test("is deleted with the message, in the same change")
    func deleted() throws {
        try edit("Hello")
        try server.apply(.delete(talk, messages: [message.id]), by: ann)
        #expect(throws: Refusal.messageGone) { _ = try versions(for: ann) }
        let left = try server.read { try $0.first("SELECT COUNT(*) FROM message_versions") { try $0.next(Int.self) } }
        #expect(left == 0)
    }

    @Test("is hidden from non-members, and from requests through another conversation")
    func strangers() throws {
        let cem = try server.person("Cem")
        #expect(throws: Refusal.conversationGone) { _ = try versions(for: cem) }
        let elsewhere = try server.direct(ann, cem)
        #expect(throws: Refusal.messageGone) {
            try server.read { [history = server.history, id = message.id, ann] in
                _ = try history.versions(of: id, in: elsewhere, for: ann, $0)
            }
        }
    }

    @Test("keeps the last of many edits")
    func limit() throws {
        for number in 0...Limits.messageVersions { try edit("\(number)") }
        let kept = try versions(for: bob)
        #expect(kept.count == Limits.messageVersions + 1)
        #expect(kept.first?.text == "0")
        #expect(kept.last?.text == "\(Limits.messageVersions)")
    }
}
