import NexusCore
import Testing

@testable import NexusServer

@Suite("Posting")
struct PostTests {
    let server: InlineServer
    let ann: UserID
    let bob: UserID
    let stranger: UserID
    let talk: ConversationID

    init() throws {
        server = try InlineServer()
        ann = try server.person("Ann")
        bob = try server.person("Bob")
        stranger = try server.person("Sam")
        talk = try server.direct(ann, bob)
    }

    private func post(_ text: String, writtenAt: Timestamp? = nil) -> Operation {
        server.operation(.post(talk, text: text, writtenAt: writtenAt ?? server.now))
    }

    @Test("a post takes the next seq and goes to every member")
    func published() throws {
        let operation = post("Hello")
        let applied = try server.apply(operation, by: ann)
        #expect(applied.acknowledgement == Acknowledgement(operation: operation.id, seq: 2, at: server.now))
        #expect(applied.publications.map(\.recipients) == [[ann, bob].sorted()])
        let message = Message(
            id: operation.id.retyped(), conversation: talk, seq: 2, changed: 2, sender: ann, text: "Hello",
            writtenAt: server.now)
        #expect(applied.change == Change(conversation: talk, seq: 2, messages: [message]))
        #expect(try server.page(of: talk, for: bob).messages == [message])
    }

    @Test("the time of a post is known by its place, also once the message is deleted")
    func postedAt() throws {
        let message = try server.post("Hello", in: talk, by: ann)
        let time = server.now
        server.now = time.advanced(by: 60_000)
        try server.apply(.delete(talk, messages: [message.id]), by: ann)
        let known = try server.read { [talk] in try $0.postedAt(of: message.seq, in: talk) }
        #expect(known == time)
        let missing = try server.read { [talk] in try $0.postedAt(of: 9, in: talk) }
        #expect(missing == nil)
    }

    @Test("a repeated post returns the original success at any time, and publishes nothing")
    func repeated() throws {
        let operation = post("Hello", writtenAt: server.now.advanced(by: -60_000))
        let first = try server.apply(operation, by: ann)
        try server.post("Another", in: talk, by: bob)
        server.now = server.now.advanced(by: 3_600_000)
        let second = try server.apply(operation, by: ann)
        #expect(second.acknowledgement == first.acknowledgement)
        #expect(second.publications.isEmpty)
        server.restart()
        #expect(try server.apply(operation, by: ann).acknowledgement == first.acknowledgement)
        #expect(try server.page(of: talk, for: bob).messages.map(\.text) == ["Hello", "Another"])
        #expect(try server.post("Third", in: talk, by: ann).seq == 4)
    }

    @Test("a post repeated after its author left is still a success")
    func repeatedAfterLeaving() throws {
        let group = try server.group(of: ann, with: [bob])
        let operation = server.operation(.post(group, text: "Bye", writtenAt: server.now))
        let first = try server.apply(operation, by: bob)
        try server.apply(.leave(group), by: bob)
        #expect(try server.apply(operation, by: bob).acknowledgement == first.acknowledgement)
        #expect(throws: Refusal.conversationGone) {
            try server.apply(.post(group, text: "No", writtenAt: server.now), by: bob)
        }
    }

    @Test("the identifier of another user's message, or of one elsewhere, is taken")
    func takenIdentifier() throws {
        let operation = post("Hello")
        try server.apply(operation, by: ann)
        #expect(throws: Refusal.identifierTaken) { try server.apply(operation, by: bob) }
        let group = try server.group(of: ann, with: [bob])
        let elsewhere = Operation(id: operation.id, kind: .post(group, text: "Hello", writtenAt: server.now))
        #expect(throws: Refusal.identifierTaken) { try server.apply(elsewhere, by: ann) }
        #expect(try server.post("Next", in: talk, by: ann).seq == 3)
    }

    @Test("a text is trimmed; an empty or too long one is refused with the limit")
    func text() throws {
        #expect(try server.post("  two words \n", in: talk, by: ann).text == "two words")
        #expect(throws: Refusal(.empty(field: .message))) { try server.apply(post(" \n "), by: ann) }
        let limit = Limits.messageCharacters
        #expect(try server.post(String(repeating: "é", count: limit), in: talk, by: ann).seq == 3)
        let error = #expect(throws: Refusal.self) {
            try server.apply(post(String(repeating: "é", count: limit + 1)), by: ann)
        }
        #expect(error?.code == .textTooLong)
        #expect(error?.message.contains("8000") == true)
    }

    @Test("a time of writing is never later than the arrival")
    func writtenAt() throws {
        for (claimed, stored) in [(Int64.max, Int64(0)), (5_000, 0), (-5_000, -5_000)] {
            let time = claimed == .max ? Timestamp(milliseconds: .max) : server.now.advanced(by: claimed)
            let applied = try server.apply(post("Now", writtenAt: time), by: ann)
            #expect(applied.change?.messages.first?.writtenAt == server.now.advanced(by: stored))
        }
    }

    @Test("a time of writing more than 400 days before the arrival is replaced by it")
    func writtenLongAgo() throws {
        server.now = server.now.advanced(by: 500 * 86_400_000)
        for (age, stored) in [
            (Limits.writtenAtPastMilliseconds, Limits.writtenAtPastMilliseconds),
            (Limits.writtenAtPastMilliseconds + 1, 0), (.max, 0),
        ] {
            let applied = try server.apply(post("Then", writtenAt: server.now.advanced(by: -age)), by: ann)
            #expect(applied.change?.messages.first?.writtenAt == server.now.advanced(by: -stored), "\(age)")
        }
    }

    @Test("for a stranger a conversation looks nonexistent")
    func nobodysConversation() throws {
        let nowhere: ConversationID = server.identifier()
        #expect(throws: Refusal.conversationGone) { try server.apply(post("Hello"), by: stranger) }
        #expect(throws: Refusal.conversationGone) {
            try server.apply(.post(nowhere, text: "Hello", writtenAt: server.now), by: ann)
        }
    }

    @Test("many posts take every seq once")
    func gapless() throws {
        let group = try server.group(of: ann, with: [bob])
        for number in 0..<50 {
            try server.post("One", in: talk, by: number % 2 == 0 ? ann : bob)
            try server.post("Other", in: group, by: bob)
            if number == 25 { server.restart() }
        }
        for id in [talk, group] {
            #expect(try server.page(of: id, for: ann).messages.map(\.seq) == Array(2...51))
        }
    }
}
