import NexusCore
import Testing

@testable import NexusServer

@Suite("Pages of history")
struct HistoryPageTests {
    let server: InlineServer
    let ann: UserID
    let bob: UserID
    let talk: ConversationID

    /// Ten messages at 2, 4, … 20, each followed by a receipt that has the `seq` between.
    init() throws {
        server = try InlineServer()
        ann = try server.person("Ann")
        bob = try server.person("Bob")
        talk = try server.direct(ann, bob)
        for number in 1...10 {
            let message = try server.post("\(number)", in: talk, by: ann)
            try server.apply(.receipt(talk, read: message.seq, delivered: message.seq), by: bob)
        }
    }

    private func page(_ anchor: PageRequest.Anchor, _ limit: Int) throws -> Page {
        try server.page(of: talk, anchor, limit: limit, for: bob)
    }

    /// A short description of a page.
    private func summary(_ anchor: PageRequest.Anchor, _ limit: Int) throws -> [Seq] {
        let page = try page(anchor, limit)
        #expect(page.head == 21)
        #expect(page.conversation == talk)
        return [page.from, page.through] + page.messages.map(\.seq)
    }

    @Test("the newest page ends at the head; a page that is not full reaches the beginning")
    func newest() throws {
        #expect(try summary(.before(.max), 3) == [16, 21, 16, 18, 20])
        #expect(try summary(.before(.max), 10) == [2, 21] + Array(stride(from: 2, through: 20, by: 2)))
        #expect(try summary(.before(.max), 11) == [1, 21] + Array(stride(from: 2, through: 20, by: 2)))
    }

    @Test("a page before a change ends just before it, whether that is a message or not")
    func before() throws {
        #expect(try summary(.before(16), 2) == [12, 15, 12, 14])
        #expect(try summary(.before(17), 2) == [14, 16, 14, 16])
        #expect(try summary(.before(22), 1) == [20, 21, 20])
        #expect(try summary(.before(1_000), 1) == [20, 21, 20])
    }

    @Test("before the first message there is nothing, and the page says so")
    func beginning() throws {
        #expect(try summary(.before(3), 5) == [1, 2, 2])
        #expect(try summary(.before(2), 5) == [1, 1])
        #expect(try summary(.before(1), 5) == [1, 0])
        #expect(try summary(.before(0), 5) == [1, 0])
    }

    @Test("a page around a message includes it, with equally many on either side if possible")
    func around() throws {
        #expect(try summary(.around(10), 4) == [8, 14, 8, 10, 12, 14])
        #expect(try summary(.around(11), 4) == [8, 14, 8, 10, 12, 14])
        #expect(try summary(.around(10), 5) == [8, 16, 8, 10, 12, 14, 16])
        #expect(try summary(.around(10), 1) == [10, 10, 10])
    }

    @Test("around the ends of the conversation a page is shorter, and says that nothing is missing")
    func aroundEnds() throws {
        #expect(try summary(.around(2), 4) == [1, 6, 2, 4, 6])
        #expect(try summary(.around(0), 4) == [1, 4, 2, 4])
        #expect(try summary(.around(20), 4) == [18, 21, 18, 20])
        #expect(try summary(.around(18), 4) == [16, 21, 16, 18, 20])
        #expect(try summary(.around(.max), 4) == [18, 21, 18, 20])
    }

    @Test("consecutive pages have every message once and no gap", arguments: [1, 2, 3, 7, 50])
    func all(_ limit: Int) throws {
        var (seqs, before) = ([Seq](), Seq.max)
        repeat {
            let page = try page(.before(before), limit)
            #expect(page.through == (before == .max ? 21 : before - 1))
            seqs = page.messages.map(\.seq) + seqs
            before = page.from
        } while before > 1
        #expect(seqs == Array(stride(from: 2, through: 20, by: 2)))
    }

    @Test("a page shows messages in their present state, tombstones too")
    func presentState() throws {
        let messages = try page(.before(.max), 2).messages
        try server.apply(.edit(talk, message: messages[0].id, text: "Nine"), by: ann)
        try server.apply(.delete(talk, messages: [messages[1].id]), by: ann)
        let now = try page(.before(.max), 2)
        #expect(now.head == 23)
        #expect(now.messages.map(\.text) == ["Nine", ""])
        #expect(now.messages.map(\.changed) == [22, 23])
        #expect(now.messages.map(\.isDeleted) == [false, true])
    }

    @Test("a conversation without messages is one empty page")
    func empty() throws {
        let group = try server.group(of: ann, with: [bob])
        for anchor in [.before(.max), .around(1), .around(0)] as [PageRequest.Anchor] {
            let page = try server.page(of: group, anchor, for: bob)
            #expect(page == Page(conversation: group, from: 1, through: 1, head: 1, messages: []))
        }
    }

    @Test("only a member gets a page")
    func stranger() throws {
        let eve = try server.person("Eve")
        for anchor in [.before(.max), .around(2)] as [PageRequest.Anchor] {
            #expect(throws: Refusal.conversationGone) { try server.page(of: talk, anchor, for: eve) }
            #expect(throws: Refusal.conversationGone) { try server.page(of: server.identifier(), anchor, for: ann) }
        }
    }
}
