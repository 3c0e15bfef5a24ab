import Foundation
import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Operations that change insights", .timeLimit(.minutes(10)))
struct InsightOperationTests {
    private func rows(
        _ bench: InsightBench, after: Seq = 0, for user: UserID? = nil, isOn: Bool = true
    ) throws -> InsightRows {
        try bench.server.read { [group = bench.group, user = user ?? bench.ann, time = bench.server.now] in
            try InsightRows(of: group, after: after, for: user, at: time, isOn: isOn, $0)
        }
    }

    private func moved(_ bench: InsightBench, after: Seq = 0, for user: UserID? = nil) throws -> MovedInsights {
        try bench.server.read { [user = user ?? bench.ann] in
            try InsightRevisions.moved(after: after, for: user, $0)
        }
    }

    @Test("every change takes the next revision, tells the members, and is sent as a row")
    func changes() async throws {
        let bench = try InsightBench()
        let message = try await bench.say("The oven is cold", by: bench.bob)
        let id: InsightID = bench.server.identifier()
        let made = try bench.server.apply(
            .insight(
                bench.group,
                .make(NewInsight(id: id, message: message.id, kind: .action, text: "Oven", assignee: bench.cai))),
            by: bench.ann)
        #expect(Set(made.insightReaders) == [bench.ann, bench.bob, bench.cai])
        var answer = try rows(bench, for: bench.bob)
        #expect(answer.cursor == made.acknowledgement.seq && answer.ids == [id])
        #expect(answer.rows.map(\.text) == ["Oven"] && answer.rows.first?.assignee?.name == "Cai")
        #expect(try moved(bench) == MovedInsights(through: answer.cursor, conversations: [bench.group]))

        let second: InsightID = bench.server.identifier()
        let split = try bench.server.apply(
            .insight(bench.group, .split(InsightSplit(insight: id, id: second, text: "Two", rest: "One"))),
            by: bench.cai)
        let done = try bench.server.apply(
            .insight(bench.group, .change(second, InsightChange(state: .done))), by: bench.bob)
        #expect(made.acknowledgement.seq < split.acknowledgement.seq)
        #expect(split.acknowledgement.seq < done.acknowledgement.seq)
        answer = try rows(bench, after: split.acknowledgement.seq)
        #expect(answer.rows.map(\.state) == [.done] && Set(answer.ids) == [id, second])
        try bench.server.apply(
            .insight(bench.group, .merge(InsightMerge(insight: id, other: second, text: "Both"))), by: bench.ann)
        answer = try rows(bench, after: done.acknowledgement.seq)
        #expect(answer.ids == [id] && answer.rows.map(\.text) == ["Both"])
        #expect(try moved(bench, after: answer.cursor).conversations.isEmpty)
    }

    @Test("a repeated operation returns the first success and changes nothing, also after others")
    func idempotent() async throws {
        let bench = try InsightBench()
        let message = try await bench.say("The oven is cold", by: bench.bob)
        let made = try await bench.make("Oven", of: message)
        let id = try #require(made.id)
        let done = bench.server.operation(.insight(bench.group, .change(id, InsightChange(state: .done))))
        let first = try bench.server.apply(done, by: bench.ann)
        try bench.server.apply(.insight(bench.group, .change(id, InsightChange(state: .open))), by: bench.bob)
        let again = try bench.server.apply(done, by: bench.ann)
        #expect(again.acknowledgement == first.acknowledgement && again.insightReaders.isEmpty)
        #expect(try await bench.items().map(\.state) == [.open])
        #expect(throws: Refusal.identifierTaken) { try bench.server.apply(done, by: bench.bob) }
        let nothing = try bench.server.apply(.insight(bench.group, .change(id, InsightChange())), by: bench.ann)
        #expect(nothing.acknowledgement.seq == 0)
    }

    @Test("only members who see an insight change it, and only in its conversation; refusals are typed")
    func authorised() async throws {
        let bench = try InsightBench()
        let message = try await bench.say("The oven is cold", by: bench.bob)
        let id = try #require(try await bench.make("Oven", of: message).id)
        let stranger = try bench.server.person("Dora")
        let elsewhere = try bench.server.group(of: bench.ann, with: [stranger])
        let change = InsightMutation.change(id, InsightChange(state: .done))
        func refusal(_ group: ConversationID, _ mutation: InsightMutation, by user: UserID) -> Refusal? {
            #expect(throws: Refusal.self) { try bench.server.apply(.insight(group, mutation), by: user) }
        }
        #expect(refusal(bench.group, change, by: stranger) == .conversationGone)
        #expect(refusal(elsewhere, change, by: bench.ann) == .insightGone)
        #expect(refusal(elsewhere, change, by: stranger) == .insightGone)
        let new = NewInsight(id: bench.server.identifier(), message: message.id, kind: .action)
        #expect(refusal(elsewhere, .make(new), by: bench.ann) == .insightGone)
        #expect(
            refusal(bench.group, .change(id, InsightChange(assignee: .set(stranger))), by: bench.ann) == .unknownPerson)
        #expect(refusal(bench.group, .change(id, InsightChange(text: " ")), by: bench.ann)?.code == .textEmpty)
        #expect(
            refusal(bench.group, .change(id, InsightChange(due: .set("soon"))), by: bench.ann)?.code == .invalidRequest)
        try bench.server.apply(.updateRelation(bench.bob, RelationChange(isBlocked: true)), by: bench.cai)
        #expect(refusal(bench.group, change, by: bench.cai) == .insightGone)
        #expect(try rows(bench, for: bench.cai).ids.isEmpty)
        #expect(throws: Refusal.conversationGone) { try rows(bench, for: stranger) }
        #expect(try moved(bench, for: stranger).conversations.isEmpty)
        #expect(try rows(bench, isOn: false).ids.isEmpty)
        try bench.server.apply(.updateProfile(ProfileChange(showsAI: false)), by: bench.ann)
        #expect(try rows(bench).ids.isEmpty)
        #expect(refusal(bench.group, change, by: bench.ann) == .insightGone)
    }

    @Test("what is read, edited, deleted and forbidden moves the revision, and an unknown revision gets all")
    func revisions() async throws {
        let bench = try InsightBench()
        let message = try await bench.say("Bob, please repair the oven by Friday", by: bench.ann)
        let first = try rows(bench)
        #expect(!first.ids.isEmpty && first.rows.count == first.ids.count)
        #expect(try rows(bench, after: first.cursor + 1_000).rows.count == first.ids.count)
        try bench.server.apply(.setAI(bench.group, on: false), by: bench.ann)
        let closed = try rows(bench, after: first.cursor)
        #expect(closed.ids.isEmpty && closed.cursor > first.cursor)
        try bench.server.apply(.setAI(bench.group, on: true), by: bench.ann)
        try await bench.follow()
        let opened = try rows(bench, after: closed.cursor)
        #expect(opened.rows.count == first.ids.count)
        try bench.server.apply(.delete(bench.group, messages: [message.id]), by: bench.ann)
        let gone = try rows(bench, after: opened.cursor)
        #expect(gone.ids.isEmpty && gone.cursor > opened.cursor)
    }

    @Test("the revisions of conversations of before become the server's")
    func migrated() async throws {
        let path = NSTemporaryDirectory() + "nexus-insight-rows-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let configuration = DatabaseConfiguration(storage: .file(path + "/nexus.sqlite"), execution: .inline)
        let before = Array(Schema.migrations.prefix { $0.name != Schema.insightRows.name })
        let old = InlineServer(on: try SQLDatabase(configuration, migrations: before))
        try old.write { transaction in
            for number in 1...3 {
                try transaction.run(
                    """
                    INSERT INTO insight_conversations (conversation_id, read_seq, version, rules, revision)
                    VALUES ($1, 0, 0, 1, 7)
                    """, .id(ConversationID(high: 1, low: UInt64(number))))
            }
        }
        try await old.database.close()
        let server = InlineServer(on: try SQLDatabase(configuration, migrations: Schema.migrations))
        let revisions: [Seq] = try server.read { reader in
            try reader.all("SELECT revision FROM insight_conversations ORDER BY revision") { try $0.next() }
        }
        #expect(revisions == [1, 2, 3])
    }
}
