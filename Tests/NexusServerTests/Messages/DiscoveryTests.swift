import NexusCore
import Testing

@testable import NexusServer

@Suite("Discovering what moved")
struct DiscoveryTests {
    let server: InlineServer
    let ann: UserID
    let bob: UserID

    init() throws {
        server = try InlineServer()
        ann = try server.person("Ann")
        bob = try server.person("Bob")
    }

    @Test("without a time all of the user's conversations are named, with their heads")
    func all() throws {
        let talk = try server.direct(ann, bob)
        let group = try server.group(of: ann, with: [bob])
        try server.post("Hi", in: group, by: bob)
        let moved = try server.moved(since: nil, for: ann)
        #expect(moved.time == server.now)
        #expect(!moved.hasMore)
        #expect(
            Set(moved.conversations.map(\.conversation)) == [talk, group]
                && moved.conversations.first { $0.conversation == group }?.head == 2)
    }

    @Test("each has the time of its last message, unaffected by events and receipts, or of its creation")
    func lastAt() throws {
        let (made, talk) = (server.now, try server.direct(ann, bob))
        let group = try server.group(of: ann, with: [bob])
        server.now = made.advanced(by: 5_000)
        let post = try server.post("Hi", in: group, by: bob)
        server.now = made.advanced(by: 9_000)
        try server.apply(.rename(group, title: "Later"), by: ann)
        try server.apply(.receipt(group, read: post.seq, delivered: post.seq), by: ann)
        let moved = try server.moved(since: nil, for: ann)
        #expect(moved.conversations.first { $0.conversation == talk }?.lastAt == made)
        #expect(moved.conversations.first { $0.conversation == group }?.lastAt == made.advanced(by: 5_000))
    }

    @Test("since a time only later changes are named")
    func since() throws {
        let talk = try server.direct(ann, bob)
        _ = try server.group(of: ann, with: [bob])
        let time = server.now
        server.now = time.advanced(by: 1)
        try server.post("Hi", in: talk, by: bob)
        let moved = try server.moved(since: time, for: ann)
        #expect(moved.conversations.map(\.conversation) == [talk])
        #expect(moved.conversations.map(\.head) == [2])
        #expect(try server.moved(since: moved.time, for: ann).conversations.isEmpty)
    }

    @Test("a clock that goes back hides no change from a client with a later time")
    func clock() throws {
        let talk = try server.direct(ann, bob)
        let time = server.now
        server.now = time.advanced(by: -3_600_000)
        try server.post("From the past", in: talk, by: bob)
        let moved = try server.moved(since: time.advanced(by: -1), for: ann)
        #expect(moved.conversations.map(\.conversation) == [talk])
        #expect(moved.conversations.map(\.head) == [2])
    }

    @Test("a conversation that the user left is named to returning clients, and not to new ones")
    func left() throws {
        let group = try server.group(of: ann, with: [bob])
        let time = server.now
        server.now = time.advanced(by: 1_000)
        try server.apply(.leave(group), by: bob)
        server.now = server.now.advanced(by: 1_000)
        try server.post("Later", in: group, by: ann)
        let entry = Moved.Entry(conversation: group, head: 2, hasLeft: true)
        #expect(try server.moved(since: time, for: bob).conversations == [entry])
        #expect(try server.moved(since: time.advanced(by: 1_000), for: bob).conversations.isEmpty)
        #expect(try server.moved(since: nil, for: bob).conversations.isEmpty)
    }

    @Test("long lists are paged, and each is named once", arguments: [1, 3, 1_000])
    func many(_ perTick: Int) throws {
        let count = Limits.movedConversations * 2 + 10
        for number in 0..<count {
            if number % perTick == 0 { server.now = server.now.advanced(by: 1) }
            _ = try server.group(of: ann, with: [])
        }
        var found: [ConversationID] = []
        var since: Timestamp?
        var moved: Moved
        repeat {
            moved = try server.moved(since: since, for: ann)
            found += moved.conversations.map(\.conversation)
            since = moved.time
        } while moved.hasMore
        #expect(found.count == count)
        #expect(Set(found).count == count)
    }

    @Test("a user without conversations gets none")
    func nobody() throws {
        _ = try server.direct(ann, bob)
        let eve = try server.person("Eve")
        for since in [nil, Timestamp.zero, Timestamp(milliseconds: .max), Timestamp(milliseconds: .min)] {
            #expect(try server.moved(since: since, for: eve).conversations.isEmpty)
        }
    }
}
