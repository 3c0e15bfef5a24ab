import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("The search index, whatever happens to messages")
struct SearchIndexPropertyTests {
    private static let words = [
        "needle", "needles", "thread", "threadbare", "button", "zip", "seam", "hem", "cloth", "clothes",
    ]

    @Test(
        "agrees with the messages and finds what reading all of them finds: posted, edited, deleted, followed in parts, back-filled",
        arguments: 1...6 as ClosedRange<UInt64>)
    func agrees(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let server = try InlineServer()
        let ann = try server.person("Ann")
        let bob = try server.person("Bob")
        let talk = try server.direct(ann, bob)
        var texts: [Seq: (id: MessageID, text: String)] = [:]
        func word() -> String { Self.words[Int.random(in: 0..<Self.words.count, using: &random)] }
        func post(_ count: Int) throws {
            let head = try server.read {
                try $0.first("SELECT head FROM conversations WHERE id = $1", .id(talk)) { try $0.next(Seq.self) }
            }
            var seq = try #require(head)
            var messages: [Message] = []
            for _ in 0..<count {
                // Other changes have positions too.
                seq += 1 + (Int.random(in: 0..<8, using: &random) == 0 ? Int64.random(in: 0..<300, using: &random) : 0)
                let text = [word(), word()].joined(separator: " ")
                messages.append(
                    Message(
                        id: MessageID(high: 0x6000, low: UInt64(seq)), conversation: talk, seq: seq, changed: seq,
                        sender: ann, text: text, writtenAt: server.now))
                texts[seq] = (messages[messages.count - 1].id, text)
            }
            try server.write { [seq, messages] transaction in
                for message in messages {
                    let at = Timestamp(milliseconds: message.seq)
                    _ = try MessageRepository.insert(message, at: at, transaction)
                }
                try transaction.run(
                    "UPDATE conversations SET head = $2, changed_at = $2 WHERE id = $1", .id(talk), .integer(seq))
            }
            server.restart()
        }
        func change(_ count: Int) throws {
            for _ in 0..<count {
                guard let (seq, old) = texts.randomElement(using: &random) else { return }
                if Bool.random(using: &random) {
                    texts[seq] = nil
                    try server.apply(.delete(talk, messages: [old.id]), by: ann)
                } else {
                    let text = word()
                    texts[seq] = (old.id, text)
                    try server.apply(.edit(talk, message: old.id, text: text), by: ann)
                }
            }
        }
        func follow(_ steps: Int = .max) throws {
            try server.write { transaction in
                for _ in 0..<steps where try SearchIndex.follow(talk, limit: 40, transaction) == 0 { return }
            }
        }
        try post(4_100)
        try follow(20)
        try change(30)
        try follow()
        try change(30)
        #expect(try server.read { try IndexIntegrity.problems(in: $0) }.isEmpty)
        try server.write { try SearchIndex.begin($0) }
        try server.write { for _ in 0..<5 { try SearchIndex.backfill(limit: 300, $0) } }
        try post(150)
        try change(30)
        try follow(2)
        try server.write { transaction in while try !SearchIndex.backfill(limit: 300, transaction).isComplete {} }
        try change(30)
        #expect(try server.read { try IndexIntegrity.problems(in: $0) }.isEmpty)
        for word in Self.words {
            var found: [Seq] = []
            var cursor: String?
            repeat {
                let request = SearchRequest(query: word, order: .newest, limit: 50, cursor: cursor)
                let answer = try server.read { [now = server.now] in
                    try SearchService().answer(request, for: bob, now: now, in: $0)
                }
                found += answer.results.map(\.seq)
                cursor = answer.cursor
            } while cursor != nil
            #expect(found == texts.filter { $0.value.text.contains(word) }.keys.sorted(by: >), "\(word)")
        }
    }
}
