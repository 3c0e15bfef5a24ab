import Testing

@testable import NexusIntelligence

@Suite("Retrieval of messages for a question")
struct ExchangeIndexTests {
    private static func passages(_ lines: [(String, String)], exchange: Int, day: String) -> [Passage] {
        lines.map { Passage(sender: $0.0, text: $0.1, day: day, exchange: exchange) }
    }

    private static let talk =
        passages(
            [
                ("Ada", "The launch moved, did you hear?"), ("Ben", "To when?"),
                ("Ada", "Thursday, because the certificate is late."),
            ], exchange: 1, day: "Monday 2 March 2026")
        + passages(
            [
                ("Ben", "I painted the fence."), ("Ada", "I was painting the kitchen."), ("Ben", "Nice."),
            ], exchange: 2, day: "Sunday 8 March 2026")
        + passages(
            [("Cyd", "Lunch?"), ("Ben", "Sure, noon."), ("Cyd", "See you there.")], exchange: 3,
            day: "Monday 9 March 2026")

    private func first(_ question: String, _ limit: Int = 1) -> [Int] {
        ExchangeIndex(Self.talk).best(limit, for: .init(question)).map(\.place)
    }

    @Test("words match by stem, and question words do not count")
    func stems() {
        #expect(first("Who paints?", 2).sorted() == [3, 4])
    }

    @Test("the person asked about decides between similar messages")
    func askedAbout() {
        #expect(first("What did Ada paint?") == [4])
        #expect(first("What did Ben paint?") == [3])
    }

    @Test("an answer is found by its context")
    func surroundings() {
        #expect(first("When is the launch?", 3).contains(2))
    }

    @Test("a day in the question counts")
    func days() {
        #expect(first("Who had lunch on 9 March?").first == 6)
    }

    @Test("empty questions and corpora are harmless")
    func empty() {
        #expect(ExchangeIndex([]).best(5, for: .init("What?")).isEmpty)
        #expect(first("???", 3).count == 3)
    }

    @Test("languages without spaces match by pairs of letters")
    func unspaced() {
        let talk = Self.passages([("A", "我们明天开会"), ("B", "今天下雨"), ("A", "好的")], exchange: 1, day: "")
        #expect(ExchangeIndex(talk).best(1, for: .init("明天几点开会")).map(\.place) == [0])
    }

    @Test("a message is compared too where answers are likely, however little else speaks for it")
    func sought() {
        let others = (0..<120).map { number in
            Passage(
                sender: "Ada", text: "The fence is painted, part \(number)", day: "Monday 2 March 2026",
                exchange: number,
                vector: [1, 0])
        }
        let answer = Passage(sender: "Ben", text: "Green.", day: "Monday 2 March 2026", exchange: 999, vector: [0, 1])
        let index = ExchangeIndex(others + [answer])
        func places(_ question: ExchangeIndex.Question) -> Set<Int> {
            Set(index.compared(for: question, model: nil, pieces: []).map(\.place))
        }
        let plain = places(.init("Which colour is the fence painted?", vector: [1, 0]))
        let more = places(.init("Which colour is the fence painted?", vector: [1, 0], sought: [0, 1]))
        #expect(plain.count == ExchangeIndex.comparedClosely && !plain.contains(120))
        #expect(more.contains(120) && more.isSuperset(of: plain))
        #expect(more.count <= ExchangeIndex.comparedClosely + ExchangeIndex.sought)
    }

    @Test("vectors decide when words do not")
    func vectors() {
        var talk = Self.passages([("A", "one"), ("B", "two"), ("C", "three")], exchange: 1, day: "")
        for place in talk.indices {
            talk[place].vector = [0, 0, 0]
            talk[place].vector?[place] = 1
        }
        #expect(ExchangeIndex(talk).best(1, for: .init("four", vector: [0, 0, 1])).map(\.place) == [2])
    }
}
