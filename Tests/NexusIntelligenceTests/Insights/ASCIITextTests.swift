import Foundation
import NexusCore
import NexusEvaluation
import Testing

@testable import NexusIntelligence

@Suite("ASCII texts")
struct ASCIITextTests {
    /// Texts of team chat, and parts of them joined by tricky characters.
    private static func texts() throws -> [String] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Fixtures/Insights/team-chat.json")
        let texts = try TeamChat(json: Data(contentsOf: file)).conversations.flatMap { $0.messages.map(\.text) }
        let words = texts.flatMap { $0.split(separator: " ").map(String.init) }
        let joints = [
            " ", " ", " ", "\r\n", "\n> ", "`", " @", "'s ", "?! ", "... ", " - ", "://x ", "12:30", "3/4 ", ", ", "-",
            ".5",
        ]
        var state: UInt64 = 42
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1
            return Int((state >> 33) % UInt64(count))
        }
        let mixed = (0..<2_000).map { _ in
            (0...random(12)).map { _ in words[random(words.count)] + joints[random(joints.count)] }.joined()
        }
        return texts + mixed
    }

    @Test("bytes and characters give the same result")
    func same() throws {
        for text in try Self.texts() {
            guard let ascii = ASCIIText(text) else { continue }
            let (sentences, expected) = (Sentence.read(ascii), Sentence.readCharacters(text))
            #expect(sentences.map(\.isQuestion) == expected.map(\.isQuestion))
            #expect(sentences.map { text[$0.range] } == expected.map { text[$0.range] })
            for (sentence, other) in zip(sentences, expected) {
                #expect(sentence.words.map(\.text) == other.words.map(\.text))
                #expect(sentence.words.map { text[$0.range] } == other.words.map { text[$0.range] })
                #expect(
                    sentence.words.map { [$0.isCapitalised, $0.isPaused, $0.isMention] }
                        == other.words.map { [$0.isCapitalised, $0.isPaused, $0.isMention] })
            }
            let (tokens, others) = (DateToken.read(ascii), DateToken.readCharacters(text))
            #expect(tokens.map(\.kind) == others.map(\.kind))
            #expect(tokens.map(\.text) == others.map(\.text))
            #expect(tokens.map(\.digits) == others.map(\.digits))
            #expect(tokens.map { text[$0.range] } == others.map { text[$0.range] })
            #expect(
                tokens.map { [$0.isJoined, $0.isGenitive, $0.isCapitalised] }
                    == others.map { [$0.isJoined, $0.isGenitive, $0.isCapitalised] })
        }
    }

    @Test("texts without a time word are skipped")
    func noDates() throws {
        let zone = WritingZone.utc
        for text in try Self.texts() {
            let tokens = DateToken.read(text)
            let reader = DateReader(tokens: tokens, now: .init(milliseconds: 1_772_442_000_000), zone: zone)
            let found = tokens.indices.filter { reader.expression(at: $0) != nil }
            #expect(found.allSatisfy { tokens[$0].mayBegin }, "\(text)")
            #expect(found.isEmpty || tokens.contains(where: \.mayTellTime), "\(text)")
        }
    }
}
