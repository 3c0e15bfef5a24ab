import Foundation
import NexusCore
import Testing

@testable import NexusIntelligence

@Suite("The second look at clauses")
struct ContextNetworkTests {
    private static let ana = InsightExtractorTests.ana
    private static let ben = InsightExtractorTests.ben

    @Test("has its parameters, and refuses damaged ones")
    func parameters() {
        #expect(ContextNetwork.shared != nil)
        #expect(SmallNetwork(base64: "AAAA", inputs: 1, hiddenSize: 1, outputs: 1) == nil)
        #expect(SmallNetwork(base64: "no base64", inputs: 1, hiddenSize: 1, outputs: 1) == nil)
    }

    @Test("adds its scores to those before, and makes them probabilities")
    func probabilities() throws {
        // Mean 1, scale 2; hidden weight 1, shift 0; out weight 1; direct weight -1, shift 0.5; slope 2, shift 1; threshold 0.25.
        var bytes = Data()
        func add(_ value: Float) { withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) } }
        func matrix(_ weight: Float) {
            add(weight.magnitude / 127)
            bytes.append(UInt8(bitPattern: weight < 0 ? -127 : 127))
        }
        add(1)
        add(2)
        matrix(1)
        add(0)
        matrix(1)
        matrix(-1)
        add(0.5)
        add(2)
        add(1)
        add(0.25)
        let network = try #require(
            SmallNetwork(base64: bytes.base64EncodedString(), inputs: 1, hiddenSize: 1, outputs: 1))
        #expect(network.thresholds == [0.25])
        // The input is -2, so the hidden unit is silent: 2 · (2 + 0.5 + 3) + 1.
        let found = try #require(network.probabilities([0], addedTo: [3]).first)
        #expect(abs(found - 1 / (1 + exp(-12))) < 0.000_01)
    }

    @Test("sees what the eight messages before do, by whom and how long ago")
    func surroundings() {
        let messages = InsightExtractorTests.messages(
            (0..<12).map { ($0 % 2 == 0 ? Self.ana : Self.ben, "Line \($0).") })
        var context = TurnContext()
        let empty = Surroundings(of: messages[0], in: context)
        #expect(empty.numbers.count == Surroundings.count)
        let acts = ClauseAct.allCases.count
        #expect(empty.numbers.prefix(8 * acts).allSatisfy { $0 == 0 })
        for (index, message) in messages.dropLast().enumerated() {
            var turn = TurnContext.Turn(message, [], names: Names([Self.ana, Self.ben]))
            turn.acts = [Float](repeating: 0, count: acts)
            turn.acts[ClauseAct.urgent.rawValue] = Float(index) / 20
            context.take(turn)
        }
        let numbers = Surroundings(of: messages[11], in: context).numbers
        #expect(numbers.count == Surroundings.count)
        func urgent(_ block: Int) -> Float { numbers[block * acts + ClauseAct.urgent.rawValue] }
        #expect([0, 1, 2].map(urgent) == [10, 9, 8].map { Float($0) / 20 })
        // The greatest and the mean of messages 3 to 10, that of the message answered, the sender's own, the others'.
        #expect(urgent(3) == 0.5)
        #expect(abs(urgent(4) - 6.5 / 20) < 0.000_1)
        #expect([5, 6, 7].map(urgent) == [10, 9, 10].map { Float($0) / 20 })
        let rest = numbers.suffix(10).map { Double($0) }
        #expect(rest[0...2] == [0, 1, 0])
        #expect(abs(rest[3] - log1p(1)) < 0.000_1)
        #expect(abs(rest[5] - log1p(5)) < 0.000_1)
        #expect(Array(rest[6...]).elementsEqual([0.4, 1, 0.5, 1]) { abs($0 - $1) < 0.000_1 })
    }

    @Test("tells kinds of words in a date and beside it")
    func dates() throws {
        func features(_ text: String) throws -> [Float] {
            let message = try #require(InsightExtractorTests.messages([(Self.ana, text)]).first)
            let dates = DueDateParser(zone: message.zone).matches(in: text, writtenAt: message.writtenAt)
            let clause = try #require(ClauseSplitter(names: Names([Self.ana])).clauses(of: text).first)
            #expect(dates.count == 1)
            return DateFeatures(dates, 0, in: clause, of: message, isKept: false, lasts: false).numbers
        }
        let from = try features("I'm out from Friday")
        let by = try features("The draft is due by Friday")
        #expect(from.count == DateFeatures.count && by.count == DateFeatures.count)
        #expect(from != by)
        #expect(DateSurroundings.inside.flags(["from"]) == DateSurroundings.inside.flags(["ab"]))
        #expect(DateSurroundings.inside.flags(["viernes", "bis"]).filter { $0 == 1 }.count == 2)
        #expect(DateSurroundings.before.flags(["<"]).first == 1)
        #expect(DateSurroundings.after.flags([">"]).first == 1)
    }

    @Test("goes on from a checkpoint as if it had not been interrupted")
    func checkpoint() throws {
        let lines: [InsightExtractorTests.Line] = [
            (Self.ana, "The server room is on fire, everybody out!"), (Self.ben, "Can you call the fire brigade?"),
            (Self.ana, "Calling them now."), (Self.ben, "Let's meet at the gate at noon on Friday."),
            (Self.ana, "ok, the gate then. Report is due on Monday"),
        ]
        let members = [Self.ana, Self.ben]
        let names = Names(members)
        let messages = InsightExtractorTests.messages(lines).map { message in
            let count = ClauseSplitter(names: names).clauses(of: message.text).count
            func blank(_ size: Int) -> [Float] { [Float](repeating: 0.1, count: size) }
            return (
                message,
                MessageMeaning(
                    message: blank(MessageMeaning.sizes.message), answered: blank(MessageMeaning.sizes.answered),
                    fragment: blank(MessageMeaning.sizes.fragment),
                    clauses: (0..<count).map { _ in blank(MessageMeaning.sizes.clause) })
            )
        }
        var whole = InsightExtractor(members: members)
        for (message, meaning) in messages { whole.take(message, meaning: meaning) }
        var parts = InsightExtractor(members: members)
        for (message, meaning) in messages {
            let stored = try #require(InsightCheckpoint(text: parts.checkpoint.text))
            parts = InsightExtractor(members: members, from: stored)
            parts.take(message, meaning: meaning)
        }
        #expect(parts.checkpoint == whole.checkpoint)
    }
}
