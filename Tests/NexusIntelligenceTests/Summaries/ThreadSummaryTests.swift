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
}
