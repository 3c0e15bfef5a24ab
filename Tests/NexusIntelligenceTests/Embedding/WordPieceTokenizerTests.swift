import NexusIntelligence
import Testing

@Suite("The tokenizer")
struct WordPieceTokenizerTests {
    private static let pieces = [
        "[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "he", "##llo", "hello", "!", "cafe", "中", "文", "un", "##a",
        "##ffa", "##ble",
    ]

    private func ids(_ text: String, limit: Int = 256) throws -> [Int32] {
        let vocabulary = try Vocabulary(text: Array(Self.pieces.joined(separator: "\n").utf8))
        return WordPieceTokenizer(vocabulary: vocabulary).encode(text, limit: limit)
    }

    @Test("words are split into the longest pieces")
    func longestPieces() throws {
        #expect(try ids("Hello!") == [2, 7, 8, 3])
        #expect(try ids("unaffable") == [2, 12, 13, 14, 15, 3])
    }

    @Test("accents and capitals are ignored, composed or not")
    func accents() throws {
        #expect(try ids("CAFÉ") == [2, 9, 3])
        #expect(try ids("cafe\u{301}") == [2, 9, 3])
    }

    @Test("every ideograph is a piece")
    func ideographs() throws {
        #expect(try ids("中文") == [2, 10, 11, 3])
    }

    @Test("a word that cannot be split completely is one unknown piece, and so is a very long one")
    func unknown() throws {
        #expect(try ids("hellox hello") == [2, 1, 7, 3])
        #expect(try ids(String(repeating: "a", count: 101)) == [2, 1, 3])
    }

    @Test("an empty text has its two end pieces, and a long one keeps both")
    func ends() throws {
        #expect(try ids("") == [2, 3])
        #expect(try ids(String(repeating: "hello ", count: 50), limit: 8) == [2, 7, 7, 7, 7, 7, 7, 3])
        #expect(try ids("un-unaffable", limit: 5).count == 5)
    }

    @Test("a vocabulary without its special pieces is refused")
    func damaged() {
        #expect(throws: ModelError.damaged(file: "vocab.txt", reason: "it lacks [PAD]")) {
            try Vocabulary(text: Array("a\nb\n".utf8))
        }
    }
}
