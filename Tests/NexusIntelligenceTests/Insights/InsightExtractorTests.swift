import NexusCore
import NexusIntelligence
import Testing

@Suite("Insights of a conversation")
struct InsightExtractorTests {
    static let ana = InsightMember(id: UserID(high: 1, low: 1), name: "Ana Ruiz")
    static let ben = InsightMember(id: UserID(high: 1, low: 2), name: "Ben Okafor")
    static let cleo = InsightMember(id: UserID(high: 1, low: 3), name: "Cleo")

    typealias Line = (InsightMember, String)

    /// Messages a minute apart from Tuesday, 3 March 2026, 09:20 UTC.
    static func messages(_ lines: [Line]) -> [InsightMessage] {
        lines.enumerated().map { index, line in
            InsightMessage(
                id: MessageID(high: 2, low: UInt64(index)), sender: line.0.id, text: line.1,
                writtenAt: DueDateParserTests.writtenAt.advanced(by: Int64(index) * 60_000), zone: .utc)
        }
    }

    static func insights(_ lines: [Line]) -> [Insight] {
        var extractor = InsightExtractor(members: [ana, ben, cleo])
        for message in messages(lines) { extractor.take(message) }
        return extractor.insights
    }

    static func items(_ lines: [Line]) -> [ActionItem] {
        insights(lines).compactMap { insight in
            guard case .actionItem(let item) = insight else { return nil }
            return item
        }
    }

    @Test("a request names its task, its assignee and its due date")
    func request() throws {
        let items = Self.items([(Self.ana, "Ben, can you please send me the screenshots by Friday 5 pm? Thanks!")])
        let item = try #require(items.first)
        #expect(items.count == 1)
        #expect(item.task == "Send me the screenshots")
        #expect(item.assignee == Self.ben.id)
        #expect(item.due?.iso8601 == "2026-03-06T17:00Z")
        #expect(item.state == .open)
        #expect(item.source == MessageID(high: 2, low: 0))
    }

    @Test(
        "a person addressed by first name, surname or both is the assignee",
        arguments: ["Ben", "Okafor", "Ben Okafor"])
    func fullNames(name: String) {
        let items = Self.items([(Self.ana, "\(name), could you please send the contract?")])
        #expect(items.map(\.assignee) == [Self.ben.id])
        #expect(items.map(\.task) == ["Send the contract"])
    }

    @Test("an unaddressed request has no assignee until a member accepts it")
    func nobodyGuessed() {
        let request: Line = (Self.ana, "Can someone book the room for tomorrow?")
        #expect(Self.items([request]).map(\.assignee) == [nil])
        #expect(Self.items([request, (Self.cleo, "Sure, on it")]).map(\.assignee) == [Self.cleo.id])
    }

    @Test(
        "a request and its acceptance are one item",
        arguments: ["ok", "will do", "👍", "I'll send it tomorrow", "klar", "claro"])
    func acceptance(answer: String) {
        let items = Self.items([(Self.ana, "Ben, please send the contract"), (Self.ben, answer)])
        #expect(items.count == 1)
        #expect(items.first?.events.map(\.message) == [MessageID(high: 2, low: 1)])
    }

    @Test("a promise assigns its author, and an acceptance adds the missing date")
    func promise() {
        #expect(Self.items([(Self.cleo, "I'll update the docs tonight")]).map(\.assignee) == [Self.cleo.id])
        let items = Self.items([
            (Self.ana, "We need to fix the login page"), (Self.ben, "I'll fix the login by Thursday"),
        ])
        #expect(items.map { $0.due?.iso8601 } == ["2026-03-05"])
        #expect(items.map(\.assignee) == [Self.ben.id])
    }

    @Test("a report of completion is a suggestion, and users close the item")
    func done() {
        let items = Self.items([
            (Self.ana, "Ben, please renew the certificate"), (Self.ben, "ok"), (Self.ben, "certificate renewed ✅"),
        ])
        #expect(items.map(\.state) == [.saidDone(by: MessageID(high: 2, low: 2))])
    }

    @Test(
        "unfinished work is not done",
        arguments: ["not done yet", "is it done?", "almost done", "once it's done I'll tell you"])
    func notDone(text: String) {
        let items = Self.items([(Self.ana, "Ben, please renew the certificate"), (Self.ben, text)])
        #expect(items.first?.state == .open)
    }

    @Test("a retracted item is cancelled")
    func cancelled() {
        let items = Self.items([
            (Self.ana, "Ben, please order new chairs"), (Self.ana, "never mind the chairs, we found some"),
        ])
        #expect(items.map(\.state) == [.cancelled(by: MessageID(high: 2, low: 1))])
    }

    @Test("a repeated request is one item")
    func repeated() {
        let items = Self.items([
            (Self.ana, "Ben, please send the signed contract to legal"), (Self.cleo, "nice weather"),
            (Self.ana, "Ben please don't forget to send the signed contract to legal by Friday"),
        ])
        #expect(items.count == 1)
        #expect(items.first?.due?.iso8601 == "2026-03-06")
        #expect(items.first?.events.map(\.message) == [MessageID(high: 2, low: 2)])
    }

    @Test("a task that is repeated again and again names its first repetitions alone, and its checkpoint stops growing")
    func repeatedForYears() {
        var extractor = InsightExtractor(members: [Self.ana, Self.ben])
        let request = "Ben, please send the signed contract to legal"
        let messages = Self.messages(Array(repeating: (Self.ana, request), count: 2 * ActionItem.eventLimit + 2))
        var sizes: [Int] = []
        for message in messages {
            extractor.take(message)
            sizes.append(extractor.checkpoint.text.utf8.count)
        }
        guard case .actionItem(let item) = extractor.insights.first else { return #expect(Bool(false)) }
        #expect(extractor.insights.count == 1)
        #expect(item.events.map(\.message) == messages[1...ActionItem.eventLimit].map(\.id))
        #expect(sizes[ActionItem.eventLimit + 1] == sizes.last)
    }

    @Test(
        "past work, hypotheticals, questions and jokes are no action items",
        arguments: [
            "I sent the report yesterday", "We used to need to reboot it daily", "If I were you I'd rewrite it",
            "Should we hire someone?",
            "What if we moved to Rust?", "I might write a post, no promises", "please don't", "Yes please",
            "I'll be there", "Let me know",
            "You must be kidding lol", "I can't believe it", "Thanks for sending the report", "", "👍",
            "> Ben, please send the contract",
            "`please run make`", "Can you believe it?", "I'll never understand this",
        ])
    func noAction(text: String) {
        #expect(Self.items([(Self.ana, text)]).isEmpty)
    }

    @Test(
        "decisions are settled, not proposed",
        arguments: [
            ("Let's go with the blue one.", true), ("We decided to wait", true), ("Decision: we roll back", true),
            ("From now on we meet on Mondays", true),
            ("Should we go with the blue one?", false), ("Let's see", false), ("We decided that, right?", false),
            ("maybe we go with blue", false),
        ])
    func decisions(text: String, isDecision: Bool) {
        let found = Self.insights([(Self.ana, text)]).contains { if case .decision = $0 { true } else { false } }
        #expect(found == isDecision)
    }

    @Test("a decision replaces one of another message, and none of its own")
    func replaced() {
        func replaced(_ lines: [Line]) -> [MessageID?] {
            Self.insights(lines).compactMap { insight -> MessageID?? in
                if case .decision(let decision) = insight { decision.replaces } else { nil }
            }
        }
        let both = "We decided that Ana runs the morning tour. We decided that Ben runs the evening tour."
        #expect(replaced([(Self.ana, both)]) == [nil, nil])
        let moved = "We decided that Cleo runs the evening tour."
        #expect(replaced([(Self.ana, both), (Self.ana, moved)]) == [nil, nil, MessageID(high: 2, low: 0)])
    }

    @Test(
        "the end of a period is a deadline only if it gives time to act",
        arguments: [
            ("I'm at the dentist until noon tomorrow.", false), ("Ben is out until Friday", false),
            ("We have until Friday to answer", true), ("Registration is open until Friday", true),
        ])
    func lasting(text: String, isDeadline: Bool) {
        let found = Self.insights([(Self.ana, text)]).contains { if case .deadline = $0 { true } else { false } }
        #expect(found == isDeadline)
    }

    @Test("text after the date joins the text before it")
    func dateInTheMiddle() {
        let items = Self.items([(Self.ana, "Please read the runbook before Thursday, all of you.")])
        #expect(items.map(\.task) == ["Read the runbook, all of you"])
    }

    @Test(
        "urgent messages name the urgent words",
        arguments: [
            ("Prod is down!!", "is down"), ("This is URGENT please", "URGENT"), ("not urgent at all", nil),
            ("no rush", nil), ("Is it urgent?", nil),
        ])
    func priority(text: String, reason: String?) {
        let reasons = Self.insights([(Self.ana, text)]).compactMap { insight in
            if case .priority(let priority) = insight { priority.reason } else { nil }
        }
        #expect(reasons == (reason.map { [$0] } ?? []))
    }

    @Test("the result does not depend on batching")
    func portions() {
        let texts = [
            "Ben, can you send the deck by Friday?", "sure", "We need to fix the build", "I'll fix it tomorrow", "done",
            "deck sent",
            "Let's keep the old logo.", "URGENT: the site is down", "never mind the build",
            "Cleo, please call the bank", "ok",
        ]
        let people = [Self.ana, Self.ben, Self.cleo]
        var random = SystemRandomNumberGenerator()
        for _ in 0..<60 {
            let messages = Self.messages(
                (0..<40).map { _ in
                    (people.randomElement(using: &random) ?? Self.ana, texts.randomElement(using: &random) ?? "")
                })
            var whole = InsightExtractor(members: people)
            for message in messages { whole.take(message) }
            var kept = InsightExtractor(members: people)
            var position = 0
            while position < messages.count {
                var portion = kept
                let end = min(messages.count, position + Int.random(in: 1...7, using: &random))
                for message in messages[position..<end] { portion.take(message) }
                kept = portion
                position = end
            }
            #expect(kept.insights == whole.insights)
            #expect(Set(whole.insights.map(\.source)).isSubset(of: Set(messages.map(\.id))))
        }
    }

    @Test("hostile messages never trap")
    func hostile() {
        let pieces = [
            "please ", "@", "Ben, ", "\n> ", "`", "can you ", "we need ", "\u{0}", "e\u{301}\u{301}", "🏳️‍🌈", "done ",
            "let's ", ":-", "!!!?", "I'll ",
        ]
        var random = SystemRandomNumberGenerator()
        let lines: [Line] = (0..<300).map { _ in
            (Self.ana, (0..<30).map { _ in pieces.randomElement(using: &random) ?? "" }.joined())
        }
        let sources = Self.insights(lines + [(Self.ben, String(repeating: "please do it ", count: 5_000))]).map(
            \.source)
        #expect(sources.allSatisfy { $0.low <= 300 })
    }
}
