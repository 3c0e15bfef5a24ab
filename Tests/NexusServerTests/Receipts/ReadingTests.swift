import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Read times")
struct ReadingTests {
    let server: InlineServer
    let ann: UserID
    let bob: UserID
    let cem: UserID
    let group: ConversationID

    init() throws {
        server = try InlineServer()
        ann = try server.person("Ann")
        bob = try server.person("Bob")
        cem = try server.person("Cem")
        group = try server.group(of: ann, with: [bob, cem])
    }

    /// A user reads up to a message, `later` milliseconds after the previous action.
    private func read(_ message: Message, by user: UserID, later: Int64) throws -> Reading {
        server.now = server.now.advanced(by: later)
        try server.apply(.receipt(group, read: message.seq, delivered: message.seq), by: user)
        return Reading(user: user, at: server.now)
    }

    private func readings(_ message: Message, for viewer: UserID) throws -> [Reading] {
        let history = server.history
        return try server.read { [group] in
            try ReceiptService.readings(of: message.id, in: group, for: viewer, history, $0).readings
        }
    }

    @Test("each message has the time at which the position passed it")
    func times() throws {
        let first = try server.post("one", in: group, by: ann)
        let early = try read(first, by: bob, later: 1_000)
        let second = try server.post("two", in: group, by: ann)
        let third = try server.post("three", in: group, by: ann)
        let late = try read(third, by: bob, later: 1_000)
        let all = try read(third, by: cem, later: 1_000)
        #expect(try readings(first, for: ann) == [early, all])
        #expect(try readings(second, for: ann) == [late, all])
        #expect(try readings(third, for: bob) == [late, all])
        #expect(try read(first, by: bob, later: 1_000) != early)
        #expect(try readings(first, for: ann) == [early, all], "a position that is not ahead changes nothing")
    }

    @Test("the sender does not count, nor members who joined later or left")
    func audience() throws {
        let dan = try server.person("Dan")
        let message = try server.post("one", in: group, by: ann)
        _ = try read(message, by: ann, later: 1)
        let bobs = try read(message, by: bob, later: 1)
        try server.apply(.addMembers(group, users: [dan]), by: ann)
        let next = try server.post("two", in: group, by: ann)
        _ = try read(next, by: dan, later: 1)
        #expect(try readings(message, for: ann) == [bobs])
        try server.apply(.leave(group), by: bob)
        #expect(try readings(message, for: ann) == [])
        #expect(try refusal { _ = try readings(message, for: bob) } == .conversationGone)
        let elsewhere = try server.post("hi", in: try server.direct(ann, cem), by: ann)
        #expect(try refusal { _ = try readings(elsewhere, for: ann) } == .messageGone)
    }

    @Test("users who hide receipts or have blocked the caller are left out, and those who hide theirs see none")
    func hidden() throws {
        let message = try server.post("one", in: group, by: ann)
        let bobs = try read(message, by: bob, later: 1)
        let cems = try read(message, by: cem, later: 1)
        try server.apply(.updateProfile(ProfileChange(showsReceipts: false)), by: bob)
        #expect(try readings(message, for: ann) == [cems])
        #expect(try readings(message, for: bob) == [bobs])
        try server.apply(.updateRelation(ann, RelationChange(isBlocked: true)), by: cem)
        #expect(try readings(message, for: ann) == [])
    }

    @Test("are forgotten for messages further back than 10,000 changes")
    func bounded() throws {
        #expect(Limits.readingChanges == 10_000)
        func insert(_ from: Seq, _ read: Seq, head: Seq) throws {
            try server.write { [group, bob] in
                try ReadingRepository.insert(
                    bob, in: group, from: from, through: read, head: head, at: .zero, $0)
            }
        }
        func known(_ seq: Seq) throws -> Bool {
            try server.read { [group] in try !ReadingRepository.readings(of: seq, in: group, $0).isEmpty }
        }
        for seq in Seq(1)..<600 { try insert(seq, seq + 1, head: seq + 1) }
        try insert(600, 10_300, head: 10_300)
        #expect(try !known(299))
        #expect(try known(300) && known(600))
    }
}
