import Foundation
import NexusCore
import NexusEvaluation
import NexusIntelligence
import NexusTestSupport
import Testing

@testable import NexusServer

/// The assistant's answers respect members' edits, whether or not all messages are processed.
@Suite("The assistant and insights")
struct InsightAnswerTests {
    let bench: InsightBench

    init() throws { bench = try InsightBench() }

    private func ask(_ text: String, for user: UserID? = nil) async throws -> AssistantAnswer {
        let assistant = bench.server.assistant()
        let question = try await assistant.accept(
            AssistantQuestion(text, conversation: bench.group), by: user ?? bench.ann)
        return try await assistant.answer(question) { _ in }.answer
    }

    private func item() async throws -> InsightRecord { try #require(try await bench.items().first) }

    @Test("dismissed and cancelled items are left out")
    func dismissed() async throws {
        try await bench.say("Bob, please send the invoice by 2026-03-09.", by: bench.ann)
        #expect(try await ask("Extract action items").citations.map(\.note) == ["Bob, by 2026-03-09"])
        try await bench.change(item(), InsightChange(state: .dismissed))
        #expect(try await ask("Extract action items").kind == .notFound)
        #expect(try await ask("Any deadlines?").kind == .notFound)
        let summary = try await bench.server.assistant().summaries.summary(
            of: bench.group, .all, for: bench.ann, utcOffset: 0)
        #expect(summary.points.allSatisfy { $0.kind == nil })
    }

    @Test(
        "completed items are listed after open ones, with members' edits of texts, dates and assignees"
    )
    func settled() async throws {
        try await bench.say("Bob, please send the invoice by 2026-03-09.", by: bench.ann)
        try await bench.say("Cai, please book the big stage.", by: bench.ann)
        let items = try await bench.items()
        #expect(items.count == 2)
        for item in items where item.text.contains("invoice") {
            try await bench.change(item, InsightChange(state: .done))
        }
        for item in items where item.text.contains("stage") {
            try await bench.change(
                item,
                InsightChange(text: "Book the small stage", assignee: .set(bench.bob), due: .set("2026-03-12")))
        }
        let actions = try await ask("Extract action items")
        #expect(
            actions.citations.map(\.note) == ["“Book the small stage”, Bob, by 2026-03-12", "Bob, by 2026-03-09, done"])
        let due = try await ask("Any deadlines?")
        #expect(due.citations.map(\.message) == actions.citations.map(\.message))
    }

    @Test("unprocessed messages are processed, and members' edits are respected")
    func behind() async throws {
        try await bench.say("Bob, please send the invoice.", by: bench.ann)
        try await bench.change(item(), InsightChange(state: .dismissed))
        try await bench.say("Cai, please book the big stage.", by: bench.ann)
        let accepted = try bench.write("Sure, I'll do that by 2026-03-09.", by: bench.cai)
        try bench.write("We decided to invite the choir.", by: bench.ann)
        let before = try await ask("Extract action items")
        #expect(before.citations.map(\.note) == ["Cai, by 2026-03-09"])
        #expect(try await ask("What decisions were made?").citations.count == 1)
        try await bench.follow()
        #expect(try await ask("Extract action items").citations.map(\.note) == before.citations.map(\.note))
        #expect(try await ask("What decisions were made?").citations.count == 1)

        try bench.server.apply(.edit(bench.group, message: accepted.id, text: "No time, sorry."), by: bench.cai)
        let edited = try await ask("Extract action items")
        try await bench.follow()
        #expect(try await ask("Extract action items").citations == edited.citations)
    }

    @Test("the answer is the same whether insights were extracted before or for the question")
    func same() async throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Fixtures/Insights/team-chat.json")
        let chat = try TeamChat(json: Data(contentsOf: url))
        for conversation in chat.conversations.prefix(3) {
            let bench = try InsightBench()
            let people = [bench.ann, bench.bob, bench.cai]
            for (number, message) in conversation.messages.enumerated() {
                try bench.write(message.text, by: people[number % 3])
                if number == conversation.messages.count / 2 { try await bench.follow() }
            }
            func rows() throws -> [CitedInsight] {
                try bench.server.read { [ann = bench.ann, group = bench.group] reader in
                    let scope = try AssistantScope(for: ann, in: group, reader)
                    let place = try #require(scope.places.first)
                    return try ConversationInsights(
                        of: place, in: scope, serverZone: InsightBench.serverZone, reader)
                }.all()
            }
            let before = try rows()
            try await bench.follow()
            #expect(try rows() == before)
            #expect(!before.isEmpty)
        }
    }

    @Test("what changed lists tasks that got another date or assignee, and decisions that replace others")
    func changed() async throws {
        try await bench.say("Cai, please book the big stage.", by: bench.ann)
        let invoice = try await bench.say("Bob, please send the invoice by 2026-03-09.", by: bench.ann)
        #expect(try await ask("What changed?").kind == .notFound)
        try bench.write("Let's move it to 2026-03-12.", by: bench.ann, replyTo: invoice.id)
        // Before and after the follower has processed it.
        #expect(try await ask("What changed?").citations.map(\.message) == [invoice.id])
        try await bench.follow()
        #expect(try await ask("What changed?").citations.map(\.message) == [invoice.id])
    }

    @Test("inaccessible messages are never used")
    func unreadable() async throws {
        try await bench.say("Bob, please send the invoice.", by: bench.ann)
        try bench.write("Cai, please book the big stage.", by: bench.ann)
        try bench.server.apply(.updateRelation(bench.ann, RelationChange(isBlocked: true)), by: bench.bob)
        #expect(try await ask("Extract action items", for: bench.bob).citations.isEmpty)
        try bench.server.apply(
            .updateSettings(bench.group, SettingsChange(clearedThrough: SettingsChange.asItStands)), by: bench.cai)
        #expect(try await ask("Extract action items", for: bench.cai).citations.isEmpty)
        #expect(try await ask("Extract action items").citations.count == 2)
    }

    @Test("a cached summary is renewed after a member's edit")
    func cached() async throws {
        try await bench.say("Bob, please send the invoice by 2026-03-09.", by: bench.ann)
        let summaries = bench.server.assistant().summaries
        func note() async throws -> String? {
            try await summaries.summary(of: bench.group, .all, for: bench.ann, utcOffset: 0).points.first?.note
        }
        #expect(try await note() == "Bob, by 2026-03-09")
        try await bench.change(item(), InsightChange(state: .done))
        #expect(try await note() == "Bob, by 2026-03-09, done")
    }

    @Test("a language model gets the insights on record, and no dismissed ones")
    func model() async throws {
        try await bench.say("Bob, please send the invoice by 2026-03-09.", by: bench.ann)
        try await bench.change(item(), InsightChange(state: .done, text: "Pay Mallory"))
        let stage = try await bench.say("Cai, please book the big stage.", by: bench.ann)
        let present = try await bench.items().first { $0.source == stage.id }
        try await bench.change(#require(present), InsightChange(state: .dismissed))
        let model = ScriptedChatModel(saying: #"{"statements":[]}"#)
        _ = try await bench.server.assistant(model).summaries.summary(
            of: bench.group, .all, for: bench.ann, utcOffset: 0)
        #expect(model.asked.first?.quotes.map(\.note) == ["action item, Bob, by 2026-03-09, done"])
    }
}
