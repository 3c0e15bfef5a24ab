import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Search")
struct SearchTests {
    let server: InlineServer
    let ann: UserID
    let bob: UserID
    let cem: UserID
    let talk: ConversationID

    init() throws {
        server = try InlineServer()
        ann = try server.person("Ann")
        bob = try server.person("Bob")
        cem = try server.person("Cem")
        talk = try server.direct(ann, bob)
    }

    private func answer(
        _ query: String, for user: UserID, order: SearchCollector.Order = .newest, limit: Int = 50,
        cursor: String? = nil
    ) throws -> SearchAnswer {
        let request = SearchRequest(query: query, order: order, limit: limit, cursor: cursor)
        return try server.read { [now = server.now] in
            try SearchService().answer(request, for: user, now: now, in: $0)
        }
    }

    private func texts(_ query: String, for user: UserID, order: SearchCollector.Order = .newest) throws -> [String] {
        try answer(query, for: user, order: order).results.map(\.snippet.text)
    }

    @Test(
        "finds neither the conversation with a blocked user nor their messages elsewhere, until they are unblocked"
    )
    func blocked() throws {
        let group = try server.group(of: cem, with: [ann, bob])
        try server.post("direct secret", in: talk, by: ann)
        try server.post("group secret", in: group, by: bob)
        try server.post("open secret", in: group, by: cem)
        try server.apply(.updateRelation(bob, RelationChange(isBlocked: true)), by: ann)
        #expect(try texts("secret", for: ann) == ["open secret"])
        #expect(try texts("secret", for: bob).count == 3)
        try fill()
        try follow()
        #expect(try texts("secret", for: ann) == ["open secret"], "by the index, too")
        try server.apply(.updateRelation(bob, RelationChange(isBlocked: false)), by: ann)
        #expect(try texts("secret", for: ann).count == 3)
    }

    @Test("finds one's own messages, be most messages and most hits in conversations of others")
    func behindOthers() throws {
        let others = try server.direct(bob, cem)
        try server.post("first needle", in: talk, by: ann)
        try fill()
        for number in 0..<40 { try server.post("needle \(number)", in: others, by: cem) }
        try server.post("second needle", in: talk, by: bob)
        for number in 0..<40 { try server.post("needle \(number)", in: others, by: bob) }
        try follow()
        #expect(try texts("needle", for: ann) == ["second needle", "first needle"])
    }

    @Test("merges more conversations than are read with one statement by the time of the posts")
    func merged() throws {
        var groups: [ConversationID] = []
        for _ in 0..<40 { groups.append(try server.group(of: ann, with: [cem])) }
        try fill()
        var expected: [String] = []
        for round in 0..<3 {
            for (number, group) in groups.enumerated() {
                server.now = server.now.advanced(by: 1_000)
                try server.post("needle \(round) \(number)", in: group, by: cem)
                expected.insert("needle \(round) \(number)", at: 0)
            }
            if round < 2 { try follow() }
        }
        var found: [String] = []
        var cursor: String?
        repeat {
            let answer = try answer("needle", for: ann, limit: 7, cursor: cursor)
            #expect(answer.results.count <= 7)
            found += answer.results.map(\.snippet.text)
            cursor = answer.cursor
        } while cursor != nil
        #expect(found == expected)
    }

    @Test("an answer that reads all it may has a cursor behind what it looked at, and the pages together find all")
    func budget() throws {
        // Has the grams of the word in every message, and the word in two.
        try server.post("a needle", in: talk, by: ann)
        try fill(SearchService.candidateMessages + 500, text: "need edl dle")
        try server.post("last needle", in: talk, by: ann)
        try fill(SearchService.candidateMessages / 2, text: "need edl dle")
        try follow()
        var found: [String] = []
        var cuts = 0
        var cursor: String?
        repeat {
            let answer = try answer("needle", for: ann, limit: 1, cursor: cursor)
            found += answer.results.map(\.snippet.text)
            if answer.results.isEmpty { cuts += 1 }
            cursor = answer.cursor
        } while cursor != nil
        #expect(found == ["last needle", "a needle"])
        #expect(cuts >= 1)
    }

    @Test("takes a message in as it is now, should it be edited or deleted after it was read for the index")
    func editedMeanwhile() throws {
        let first = try server.post("old needle", in: talk, by: bob)
        let second = try server.post("second needle", in: talk, by: bob)
        let id = talk
        var portion = try #require(try server.read { try SearchIndex.portion(of: id, limit: 10, $0) })
        portion.findGrams()
        try server.apply(.edit(talk, message: first.id, text: "new thread"), by: bob)
        try server.apply(.delete(talk, messages: [second.id]), by: bob)
        let read = portion
        try server.write { _ = try SearchIndex.take(read, $0) }
        #expect(try indexed("nee") == 0)
        #expect(try indexed("thr") == 1)
    }

    @Test("finds nothing in cleared history; the other still does")
    func cleared() throws {
        try server.post("old secret", in: talk, by: bob)
        try server.apply(.updateSettings(talk, SettingsChange(clearedThrough: SettingsChange.asItStands)), by: ann)
        try server.post("new secret", in: talk, by: bob)
        #expect(try texts("secret", for: ann) == ["new secret"])
        #expect(try texts("secret", for: bob) == ["new secret", "old secret"])
        try server.apply(.updateSettings(talk, SettingsChange(clearedThrough: 1)), by: ann)
        #expect(try texts("secret", for: ann) == ["new secret"], "it only moves forward")
    }

    @Test("finds no message deleted for oneself, by the index either; the other still does")
    func hidden() throws {
        let message = try server.post("old secret", in: talk, by: bob)
        try server.post("new secret", in: talk, by: bob)
        try server.apply(.updateSettings(talk, SettingsChange(hidden: [message.seq])), by: ann)
        #expect(try texts("secret", for: ann) == ["new secret"])
        #expect(try texts("secret", for: bob).count == 2)
        try fill()
        try follow()
        #expect(try texts("secret", for: ann) == ["new secret"])
        #expect(try texts("secret", for: bob).count == 2)
    }

    /// Enough messages for the index to be used.
    private func fill(_ count: Int = Int(SearchService.directMessages), text: String = "filler") throws {
        try server.write { [talk, ann, now = server.now] transaction in
            let head = try HistoryRepository.messages(in: talk, before: .max, limit: 1, transaction).last?.seq ?? 2
            for seq in (head + 1)...(head + Int64(count)) {
                let id = MessageID(high: 0x6000, low: UInt64(seq))
                let message = Message(
                    id: id, conversation: talk, seq: seq, changed: seq, sender: ann, text: "\(text) \(seq)",
                    writtenAt: now)
                _ = try MessageRepository.insert(message, at: now, transaction)
            }
            try transaction.run(
                "UPDATE conversations SET head = $2 WHERE id = $1", .id(talk), .integer(head + Int64(count)))
        }
        server.restart()
    }

    private func follow() throws {
        try server.write { transaction in
            while case let behind = try SearchIndex.behind(limit: 100, transaction), !behind.isEmpty {
                for id in behind { try SearchIndex.follow(id, limit: 1_000, transaction) }
            }
        }
    }

    @Test(
        "parts of German and Japanese words, prefixes and phrases are found, in the index and before it",
        arguments: [false, true])
    func found(_ isIndexed: Bool) throws {
        if isIndexed { try fill() }
        try server.post("Die Donaudampfschifffahrtsgesellschaft grüßt", in: talk, by: ann)
        try server.post("明日の会議室は三階です", in: talk, by: bob)
        if isIndexed { try follow() }
        for query in ["schifffahrt", "GESELL", "donau*", "gruss", "\"grüßt\"", "dampf grü*"] {
            #expect(try texts(query, for: bob).count == 1, "\(query)")
        }
        for query in ["会議", "議室", "三", "明日の会議", "\"会議室\""] {
            #expect(try texts(query, for: ann).count == 1, "\(query)")
        }
        for query in ["schifffahrt*", "\"donau\"", "会室"] { #expect(try texts(query, for: ann).isEmpty, "\(query)") }
        let result = try #require(try answer("schifffahrt", for: bob).results.first)
        #expect(result.senderName == "Ann")
        #expect(result.conversation == talk)
        #expect(result.snippet.marks == [14..<25])
    }

    @Test(
        "finds nothing in conversations of others, and nothing after a removal",
        arguments: [false, true])
    func membership(_ isIndexed: Bool) throws {
        let group = try server.group(of: ann, with: [cem])
        try server.post("secret plan", in: group, by: ann)
        if isIndexed {
            try fill()
            try follow()
        }
        #expect(try texts("secret", for: bob).isEmpty)
        #expect(try texts("in:\(group.text) secret", for: bob).isEmpty)
        #expect(try texts("secret", for: cem) == ["secret plan"])
        try server.apply(.removeMember(group, user: cem), by: ann)
        #expect(try texts("secret", for: cem).isEmpty)
        try server.apply(.addMembers(group, users: [bob]), by: ann)
        #expect(try texts("secret", for: bob) == ["secret plan"])
    }

    @Test("a user who sees little of a large server uses the index")
    func largeServer() throws {
        let group = try server.group(of: ann, with: [])
        try server.post("needle here", in: talk, by: bob)
        server.now = server.now.advanced(by: 1)
        try server.post("needle there", in: group, by: ann)
        try fill()
        try follow()
        #expect(try texts("needle", for: ann) == ["needle there", "needle here"])
        #expect(try texts("needle", for: bob) == ["needle here"])
    }

    @Test("edited text is found by its new words alone and deleted text not at all, at once", arguments: [false, true])
    func changed(_ isIndexed: Bool) throws {
        let edited = try server.post("alpha draft", in: talk, by: ann)
        let deleted = try server.post("alpha waste", in: talk, by: ann)
        if isIndexed {
            try fill()
            try follow()
        }
        let before = try indexed("alp")
        try server.apply(.edit(talk, message: edited.id, text: "omega final"), by: ann)
        try server.apply(.delete(talk, messages: [deleted.id]), by: ann)
        #expect(try texts("alpha", for: bob).isEmpty)
        #expect(try texts("omega", for: bob) == ["omega final"])
        // And not only by reading each message again: the index itself has forgotten.
        #expect(before == (isIndexed ? 2 : 0))
        #expect(try indexed("alp") == 0)
        #expect(try indexed("ome") == (isIndexed ? 1 : 0))
        try follow()
        #expect(try indexed("alp") == 0)
        #expect(try texts("alpha", for: bob).isEmpty)
    }

    /// Messages that have a gram by the index.
    private func indexed(_ gram: String) throws -> Int {
        try server.read { try IndexedMessages.count(having: [gram], $0) }
    }

    @Test("a rolled-back change leaves the index unchanged")
    func rolledBack() throws {
        let message = try server.post("alpha", in: talk, by: ann)
        try follow()
        server.failCommits(with: DatabaseError(.full))
        #expect(throws: DatabaseError.self) {
            try server.apply(.edit(talk, message: message.id, text: "omega"), by: ann)
        }
        server.failCommits(with: nil)
        #expect(try indexed("alp") == 1)
        #expect(try indexed("ome") == 0)
    }

    @Test("filters narrow by sender, conversation, day and link", arguments: [false, true])
    func filters(_ isIndexed: Bool) throws {
        let group = try server.group(of: ann, with: [bob], title: "Summer party")
        try server.post("lunch today", in: talk, by: ann)
        try server.post("lunch too", in: talk, by: bob)
        server.now = server.now.advanced(by: 2 * 86_400_000)
        try server.post("lunch at https://example.org", in: group, by: bob)
        if isIndexed {
            try fill()
            try follow()
        }
        #expect(try texts("lunch from:me", for: ann) == ["lunch today"])
        #expect(try texts("from:bo lunch", for: ann) == ["lunch at https://example.org", "lunch too"])
        #expect(try texts("from:bob@example.org from:ann lunch", for: ann).count == 3)
        #expect(try texts("lunch from:nobody", for: ann).isEmpty)
        try server.write { try TeamRepository.put(PolicyChange(hidesEmails: true), $0) }
        #expect(try texts("lunch from:bob@example.org", for: ann).isEmpty, "it would tell whose address it is")
        try server.write { try TeamRepository.put(PolicyChange(hidesEmails: false), $0) }
        #expect(try texts("lunch in:summer", for: ann) == ["lunch at https://example.org"])
        #expect(try texts("in:\"summer party\"", for: ann) == ["lunch at https://example.org"])
        #expect(try texts("lunch in:bob", for: ann) == ["lunch too", "lunch today"])
        #expect(try texts("lunch in:bob", for: bob).isEmpty)
        #expect(try texts("has:link", for: ann) == ["lunch at https://example.org"])
        #expect(try texts("lunch after:yesterday", for: ann) == ["lunch at https://example.org"])
        #expect(try texts("lunch before:yesterday", for: ann).count == 2)
    }

    @Test("the accounts that a sender's name is compared with are the same each time, the oldest first")
    func oldestAccounts() throws {
        // PostgreSQL moves a row that is written again behind the others.
        try server.apply(.updateProfile(name: "Anna", showsPresence: nil), by: ann)
        let people = try server.read { try SearchRepository.people(limit: 2, $0) { _, _ in true } }
        #expect(people == [ann, bob])
    }

    @Test("invalid queries are refused")
    func refused() throws {
        for query in ["mentions:you", "has:cat", "before:x", "\"a", ""] {
            #expect(try refusal { _ = try answer(query, for: ann) } == .searchInvalid, "\(query)")
        }
        for cursor in ["x", "r-1", "m1", "b501", "b-1", ""] {
            #expect(try refusal { _ = try answer("ab", for: ann, cursor: cursor) } == .invalidRequest, "\(cursor)")
        }
    }

    @Test(
        "words of a query language are plain words",
        arguments: [
            "OR", "AND NOT", "NEAR(a b)", "\"\" OR 1", "grams:x", "col*", "^abc", "a+b+c", "'; DROP TABLE messages; --",
            "-abc", "{ab cd}",
            "*ab", "\u{0}ab", "\u{E000}1",
        ])
    func hostile(_ query: String) throws {
        try server.post("nothing of that kind", in: talk, by: ann)
        try fill()
        try follow()
        _ = try? answer(query, for: ann)
        #expect(try texts("nothing", for: ann) == ["nothing of that kind"])
    }

    @Test(
        "pages have no gap or repetition, in both orders", arguments: [false, true],
        SearchCollector.Order.allCases)
    func pages(_ isIndexed: Bool, _ order: SearchCollector.Order) throws {
        for number in 1...25 {
            server.now = server.now.advanced(by: 1_000)
            try server.post("lunch \(number)", in: talk, by: ann)
        }
        if isIndexed {
            try fill()
            try follow()
            server.restart()
            for number in 26...30 { try server.post("lunch \(number)", in: talk, by: bob) }
        }
        var all: [Seq] = []
        var cursor: String?
        repeat {
            let answer = try answer("lunch", for: bob, order: order, limit: 10, cursor: cursor)
            all += answer.results.map(\.seq)
            cursor = answer.cursor
        } while cursor != nil
        #expect(all.count == (isIndexed ? 30 : 25))
        #expect(Set(all).count == all.count)
        if order == .newest { #expect(all == all.sorted(by: >)) }
    }

    @Test("the best match comes first, and of equals the newer")
    func best() throws {
        for text in ["Rathausplatz", "Haus", "Hausnummer", "Haus "] { try server.post(text, in: talk, by: ann) }
        #expect(try answer("haus", for: bob, order: .best).results.map(\.seq) == [5, 3, 4, 2])
    }

    @Test("older messages are indexed, oldest first, and none twice")
    func backfill() throws {
        try server.post("old needle", in: talk, by: ann)
        try fill()
        try server.write { transaction in
            try SearchIndex.begin(transaction)
            #expect(try SearchIndex.isComplete(transaction) == false)
        }
        #expect(try answer("needle", for: ann).isPartial)
        try server.post("new needle", in: talk, by: ann)
        try follow()
        try server.write { transaction in
            while try !SearchIndex.backfill(limit: 500, transaction).isComplete {}
        }
        let answer = try answer("needle", for: ann)
        #expect(answer.results.map(\.snippet.text) == ["new needle", "old needle"])
        #expect(!answer.isPartial)
        #expect(try indexed("nee") == 2)
    }

    @Test("an index with other rules is rebuilt")
    func outdated() throws {
        try server.post("needle", in: talk, by: ann)
        try follow()
        try server.write { transaction in
            try transaction.run("UPDATE search_progress SET version = 0")
            try SearchIndex.beginIfOutdated(transaction)
        }
        #expect(try indexed("nee") == 0)
        try server.write { transaction in while try !SearchIndex.backfill(limit: 500, transaction).isComplete {} }
        #expect(try indexed("nee") == 1)
    }

    @Test("mentions:me finds mentions of the caller, has: finds attachments", arguments: [false, true])
    func mentionsAndFiles(isIndexed: Bool) throws {
        let mention = Mention(user: bob, start: 0, length: 4)
        let posted = try server.apply(
            .post(talk, Post(text: "@Bob the plan", mentions: [mention], writtenAt: server.now)), by: ann)
        let message = try #require(posted.change?.messages.first)
        try server.post("@Bob in words alone", in: talk, by: ann)
        let file = Attachment(
            media: MediaID(high: 7, low: 7), kind: .file, name: "plan.pdf", type: "application/pdf", bytes: 9)
        try server.write { [talk, ann, now = server.now] transaction in
            let row = Message(
                id: MessageID(high: 0x5000, low: 1), conversation: talk, seq: 99, changed: 99, sender: ann,
                text: "here",
                attachments: [file], writtenAt: now)
            _ = try MessageRepository.insert(row, at: now, transaction)
            try transaction.run("UPDATE conversations SET head = 99 WHERE id = $1", .id(talk))
        }
        server.restart()
        if isIndexed {
            try fill()
            try follow()
        }
        #expect(try texts("mentions:me", for: bob) == ["@Bob the plan"])
        #expect(try texts("mentions:me", for: ann) == [])
        #expect(try texts("has:file", for: bob) == ["here"])
        #expect(try texts("has:image", for: bob) == [])
        try server.apply(.edit(talk, message: message.id, text: "@Bob the plan"), by: ann)
        #expect(try texts("mentions:me", for: bob) == [])
    }
}
