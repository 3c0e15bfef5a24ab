import NexusCore
import Testing

@testable import NexusServer

@Suite("Catching up")
struct CatchUpTests {
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

    private func post(_ count: Int, text: String = "x") throws {
        for _ in 0..<count { try server.post(text, in: talk, by: ann) }
    }

    private func changes(after seq: Seq) throws -> Changes { try server.changes(of: talk, after: seq, for: bob) }

    @Test("rows changed after the cursor come in their present state, others do not")
    func changed() throws {
        try post(5)
        let messages = try server.page(of: talk, for: bob).messages
        try server.apply(.edit(talk, message: messages[0].id, text: "First"), by: ann)
        try server.apply(.edit(talk, message: messages[0].id, text: "Second"), by: ann)
        try server.apply(.delete(talk, messages: [messages[4].id]), by: ann)
        try server.apply(.receipt(talk, read: 6, delivered: 6), by: bob)
        let changes = try changes(after: 5)
        #expect(!changes.isReset)
        #expect((changes.after, changes.cursor, changes.head) == (5, 10, 10))
        #expect(!changes.hasMore)
        #expect(changes.messages.map(\.id) == [messages[0].id, messages[4].id])
        #expect(changes.messages.map(\.text) == ["Second", ""])
        #expect(changes.members.map(\.user) == [bob])
        #expect(changes.info == nil)
    }

    @Test("a cursor at the head gets nothing")
    func upToDate() throws {
        try post(2)
        let changes = try changes(after: 3)
        #expect((changes.cursor, changes.head) == (3, 3))
        #expect(changes.messages.isEmpty && changes.members.isEmpty && changes.info == nil)
        #expect(!changes.isReset && !changes.isBehindAsker)
    }

    @Test("a cursor beyond the head, whose changes the server has lost, starts over with the newest page")
    func ahead() throws {
        try post(2)
        for after in [4, .max] as [Seq] {
            let changes = try changes(after: after)
            #expect((changes.after, changes.cursor, changes.head) == (after, 3, 3))
            #expect(changes.isReset && changes.isBehindAsker)
            #expect(changes.messages.count == 2 && changes.members.count == 2 && changes.info != nil)
        }
    }

    @Test("without a cursor the newest page comes, with all rows of the conversation")
    func fresh() throws {
        try post(50)
        let all = try changes(after: 0)
        #expect(all.isReset)
        #expect(all.messages.map(\.seq) == Array(2...51))
        #expect(all.oldest == 0)
        #expect(all.info?.id == talk)
        #expect(all.members.count == 2)
        try post(1)
        let newest = try changes(after: 0)
        #expect(newest.messages.map(\.seq) == Array(3...52))
        #expect(newest.oldest == 3)
        #expect(newest.cursor == 52)
    }

    @Test("a thousand changes are caught up one by one; after one more, the newest page comes instead")
    func limit() throws {
        try post(Int(Limits.catchUpChanges) + 1)
        let head = Limits.catchUpChanges + 2
        let last = try changes(after: head - Limits.catchUpChanges)
        #expect(!last.isReset)
        #expect(last.messages.first?.seq == head - Limits.catchUpChanges + 1)
        let beyond = try changes(after: head - Limits.catchUpChanges - 1)
        #expect(beyond.isReset)
        #expect(beyond.cursor == head)
        #expect(beyond.messages.map(\.seq) == Array((head - 49)...head))
        #expect(beyond.oldest == head - 49)
    }

    @Test("a long answer is cut, and its cursor continues without repetition")
    func cut() throws {
        try post(700)
        let first = try changes(after: 1)
        #expect(first.messages.count == HistoryService.messagesPerAnswer)
        #expect(first.cursor == first.messages.last?.seq)
        #expect(first.hasMore)
        let second = try changes(after: first.cursor)
        #expect((first.messages + second.messages).map(\.seq) == Array(2...701))
        #expect(!second.hasMore)
    }

    @Test("an answer is also cut by its bytes, with one message at least")
    func cutByBytes() throws {
        try post(20, text: String(repeating: "🙂", count: Limits.messageCharacters))
        var (after, seqs, answers) = (Seq(1), [Seq](), 0)
        repeat {
            let changes = try changes(after: after)
            #expect(!changes.messages.isEmpty)
            let bytes = changes.messages.reduce(0) { $0 + $1.text.utf8.count }
            #expect(bytes <= HistoryService.bytesPerAnswer + Limits.messageCharacters * 4)
            seqs += changes.messages.map(\.seq)
            after = changes.cursor
            answers += 1
        } while after < 21
        #expect(seqs == Array(2...21))
        #expect(answers == 3)
    }

    @Test("a change with many messages is never split")
    func cutBesideDeletion() throws {
        try post(600)
        let ids = try server.page(of: talk, limit: 200, for: bob).messages.suffix(Limits.messagesPerDelete).map(\.id)
        try server.apply(.delete(talk, messages: Array(ids)), by: ann)
        // 500 are unchanged and 100 are changed by the last change: the cut falls between.
        var (after, deleted) = (Seq(1), 0)
        repeat {
            let changes = try changes(after: after)
            let now = changes.messages.count { $0.isDeleted }
            #expect(now == 0 || now == Limits.messagesPerDelete)
            deleted += now
            after = changes.cursor
        } while after < 602
        #expect(deleted == Limits.messagesPerDelete)
    }

    @Test("unread messages are those of others after the read position, without deleted ones")
    func unread() throws {
        try post(4)
        try server.post("Mine", in: talk, by: bob)
        #expect(try changes(after: 1).unread == 4)
        try server.apply(.receipt(talk, read: 3, delivered: 6), by: bob)
        #expect(try changes(after: 6).unread == 2)
        let last = try server.page(of: talk, .around(5), limit: 1, for: bob).messages
        try server.apply(.delete(talk, messages: last.map(\.id)), by: ann)
        #expect(try changes(after: 7).unread == 1)
        #expect(try server.changes(of: talk, after: 1, for: ann).unread == 1)
    }

    @Test("unread messages are counted up to a limit")
    func unreadLimit() throws {
        try post(Changes.unreadLimit + 5)
        #expect(try changes(after: 0).unread == Changes.unreadLimit)
    }

    @Test("title and members come when they changed")
    func information() throws {
        let cem = try server.person("Cem")
        let group = try server.group(of: ann, with: [bob])
        try server.apply(.rename(group, title: "Trips"), by: ann)
        try server.apply(.addMembers(group, users: [cem]), by: ann)
        try server.apply(.removeMember(group, user: bob), by: ann)
        let all = try server.changes(of: group, after: 1, for: ann)
        #expect(all.info?.title == "Trips")
        #expect(Set(all.members.map(\.user)) == [bob, cem])
        #expect(all.members.first { $0.user == bob }?.hasLeft == true)
        #expect(try server.changes(of: group, after: 2, for: ann).info == nil)
        #expect(try server.changes(of: group, after: 3, for: ann).members.map(\.user) == [bob])
    }

    @Test("only a member catches up")
    func stranger() throws {
        let eve = try server.person("Eve")
        for after in [0, 1, .max] as [Seq] {
            #expect(throws: Refusal.conversationGone) { try server.changes(of: talk, after: after, for: eve) }
            #expect(throws: Refusal.conversationGone) {
                try server.changes(of: server.identifier(), after: after, for: ann)
            }
        }
    }
}
