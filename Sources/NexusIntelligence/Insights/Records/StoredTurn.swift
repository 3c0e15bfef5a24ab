import Foundation
import NexusCore

// What a checkpoint keeps of messages, in basic types for its coder.

struct StoredTurn: Codable {
    var message: String
    var sender: String
    var writtenAt: Int64
    var isQuestion: Bool
    var names: [String]
    var cues: UInt32
    var words: [String]
    var beginning: String
    var asAnswered: Data
    var asFragment: Data
    var acts: Data

    init(_ turn: TurnContext.Turn) {
        message = turn.message.text
        sender = turn.sender.text
        writtenAt = turn.writtenAt.milliseconds
        isQuestion = turn.isQuestion
        names = turn.names.map(\.text).sorted()
        cues = turn.cues
        words = turn.words
        beginning = turn.beginning
        asAnswered = Self.data(turn.asAnswered)
        asFragment = Self.data(turn.asFragment)
        acts = Self.data(turn.acts)
    }

    var turn: TurnContext.Turn? {
        guard let message = MessageID(message), let sender = UserID(sender) else { return nil }
        return TurnContext.Turn(
            message: message, sender: sender, writtenAt: Timestamp(milliseconds: writtenAt), isQuestion: isQuestion,
            names: Set(names.compactMap(UserID.init(_:))), cues: cues, words: words, beginning: beginning,
            asAnswered: Self.floats(asAnswered), asFragment: Self.floats(asFragment), acts: Self.floats(acts))
    }

    /// Exactly, so that reading goes on as if it had not been interrupted.
    private static func data(_ values: [Float]) -> Data {
        values.reduce(into: Data()) { data, value in
            withUnsafeBytes(of: value.bitPattern.littleEndian) { data.append(contentsOf: $0) }
        }
    }

    private static func floats(_ data: Data) -> [Float] {
        var bytes = ParameterBytes(Array(data))
        return (0..<(data.count / 4)).compactMap { _ in bytes.float() }
    }
}

struct StoredProposal: Codable {
    var number: Int
    var proposer: String
    var message: String?
    var text: String
    var stems: [String]

    init(_ proposal: InsightExtractor.Proposal) {
        number = proposal.number
        proposer = proposal.proposer.text
        message = proposal.message?.text
        text = proposal.text
        stems = proposal.stems.sorted()
    }

    var proposal: InsightExtractor.Proposal? {
        UserID(proposer).map {
            InsightExtractor.Proposal(
                number: number, proposer: $0, message: message.flatMap(MessageID.init(_:)), text: text,
                stems: Set(stems))
        }
    }
}

struct StoredDecision: Codable {
    var message: String
    var stems: [String]

    init(_ decision: InsightExtractor.Settled) {
        message = decision.message.text
        stems = decision.stems.sorted()
    }

    var settled: InsightExtractor.Settled? {
        MessageID(message).map { InsightExtractor.Settled(message: $0, stems: Set(stems)) }
    }
}
