import Foundation
import NexusIntelligence
import Testing

/// The output of the public Python libraries for the same texts: see scripts/make-model-fixtures.py.
private struct Reference: Decodable {
    let text: String
    let ids: [Int32]

    static func all() throws -> [Reference] { try ModelFixture.examples("texts.json") }

    /// One row per text, as 16-bit floats.
    static func vectors() throws -> [[Float]] {
        let bytes = [UInt8](try ModelFixture.data("vectors.f16"))
        let width = EncoderShape.miniLM.width
        return stride(from: 0, to: bytes.count, by: width * 2).map { start in
            stride(from: start, to: start + width * 2, by: 2).map {
                half(UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
            }
        }
    }

    /// IEEE 754 binary16; written out because not every processor's Swift has `Float16`.
    private static func half(_ bits: UInt16) -> Float {
        let sign: Float = bits & 0x8000 == 0 ? 1 : -1
        let exponent = Int(bits >> 10 & 31)
        let fraction = Float(bits & 1023)
        return exponent == 0
            ? sign * fraction * Float(sign: .plus, exponent: -24, significand: 1)
            : sign * (1024 + fraction) * Float(sign: .plus, exponent: exponent - 25, significand: 1)
    }
}

@Suite("The embedding model compared with the public libraries", .enabled(if: ModelFixture.folder.hasEmbedding))
struct ModelParityTests {
    @Test("every text has the same tokens")
    func pieces() throws {
        let encoder = try SentenceEncoder(folder: ModelFixture.folder.embedding)
        let references = try Reference.all()
        #expect(references.count >= 300)
        for reference in references {
            #expect(
                encoder.tokenizer.encode(reference.text, limit: 256) == reference.ids, "\(reference.text.prefix(80))")
        }
    }

    @Test("every text has the same vector, alone or in a batch")
    func vectors() throws {
        let encoder = try SentenceEncoder(folder: ModelFixture.folder.embedding)
        let references = try Reference.all()
        let expected = try Reference.vectors()
        let together = encoder.embed(references.map(\.text))
        #expect(together.count == expected.count)
        for (index, vector) in together.enumerated() {
            #expect(cosine(vector, expected[index]) >= 0.9999, "\(references[index].text.prefix(80))")
        }
        for index in [0, 7, 40] {
            #expect(cosine(encoder.embed([references[index].text])[0], together[index]) > 0.999_99)
        }
    }

    @Test("ids beyond the vocabulary and very long texts are harmless")
    func hostile() throws {
        let encoder = try SentenceEncoder(folder: ModelFixture.folder.embedding)
        let vectors = encoder.embed(pieces: [[-5, 1_000_000], [], [Int32](repeating: 2000, count: 3000)])
        #expect(vectors.map(\.count) == [384, 384, 384])
        #expect(vectors.allSatisfy { $0.allSatisfy(\.isFinite) })
    }

    private func cosine(_ a: [Float], _ b: [Float]) -> Float {
        func product(_ x: [Float], _ y: [Float]) -> Float {
            zip(x, y).reduce(0) { $0 + $1.0 * $1.1 }
        }
        return product(a, b) / (product(a, a) * product(b, b)).squareRoot()
    }
}
