import NexusCore
import Testing

@testable import NexusIntelligence

@Suite("Extractive summaries")
struct ThreadSummaryTests {
    private static func message(
        _ text: String, _ kind: ThreadSummary.Kind = .topic, answers: Int = 0
    ) -> ThreadSummary.Message {
        ThreadSummary.Message(
            Passage(sender: "Ada", text: text, day: "", exchange: 1), kind: kind, answers: answers)
    }

    private static let talk = [
        message("ok"), message("We should talk about the harbour festival and its stage."),
        message("The stage of the harbour festival needs a permit from the town."),
        message("We decided to rent the big stage for the festival.", .decision),
        message("👍"), message("My cat is asleep on the radiator again, bless her."),
        message("Ben, please ask the town for the permit by Friday.", .action), message("lol"),
        message("Can @Zoe join the festival call?", .mention),
    ]

    @Test("points are in order, without remarks, and include decisions")
    func points() {
        let points = ThreadSummary.points(of: Self.talk, limit: 5)
        #expect(points == points.sorted())
        #expect(points.contains(3))
        #expect(Set(points).isDisjoint(with: [0, 4, 7]))
    }

    @Test("a returning reader gets mentions first, then decisions, then action items")
    func catchUp() {
        #expect(Array(ThreadSummary.catchUp(on: Self.talk).prefix(3)) == [8, 3, 6])
    }

    @Test("repetitions are one point")
    func repeated() {
        let twice = [
            Self.message("The permit for the stage has come from the town."),
            Self.message("The permit for the stage has come from the town!"),
        ]
        #expect(ThreadSummary.points(of: twice).count == 1)
    }

    @Test("without messages there are no points, and never more than the limit")
    func bounds() {
        #expect(ThreadSummary.points(of: []).isEmpty)
        let many = (0..<200).map {
            Self.message("Number \($0) of the topic \($0 % 17) is about harbour \($0 % 5)", .decision)
        }
        #expect(ThreadSummary.catchUp(on: many).count <= ThreadSummary.limit)
    }

    @Test("each standing decision and open task is a point before anything else, the likely ones first")
    func standing() {
        var talk = (0..<40).map {
            Self.message(
                "A long remark of general interest, the \($0)th, with many words about harbour \($0) and the sea")
        }
        for place in [3, 9] { talk[place] = Self.message(place == 3 ? "take blue paint" : "meet on Friday", .decision) }
        for place in [20, 30] { talk[place] = Self.message(place == 20 ? "send the form" : "call a plumber", .action) }
        talk[9].confidence = Confidence(0.3)
        talk[30].stands = false
        talk[30].kinds = []
        let points = ThreadSummary.points(of: talk, limit: 3)
        #expect(points == [3, 9, 20])
        #expect(Set(ThreadSummary.points(of: talk)).isSuperset(of: [3, 9, 20]))
        #expect(ThreadSummary.points(of: talk, limit: 2) == [3, 20])
    }

    @Test("a returning reader needs what concerns them and what was reported, and not what they wrote themselves")
    func reader() {
        let text = [
            "The crane stands at the gate", "The permit lies on the desk", "The lorry waits in the yard",
            "The key hangs by the door",
        ]
        var talk = text.map { Self.message($0) }
        talk[1].concernsReader = true
        talk[2].reports = true
        talk[3].isOwn = true
        #expect(ThreadSummary.catchUp(on: talk, limit: 2) == [1, 2])
        #expect(!ThreadSummary.catchUp(on: talk, limit: 3).contains(3))
    }

    @Test("a first name in the text names its person, a part of a word does not")
    func names() {
        #expect(MentionedNames.names("Ann Lee", in: "thanks ANN!"))
        #expect(!MentionedNames.names("Ann Lee", in: "the annual report"))
        #expect(!MentionedNames.names("", in: "anybody"))
    }
}
