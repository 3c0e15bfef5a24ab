import Foundation

/// How well texts cover a question, token by token: for each token of the question the nearest token of the text,
/// weighted by rarity. (O. Khattab and M. Zaharia, "ColBERT", 2020, with the token vectors of a sentence model.)
struct TokenMatch {
    /// For each text, from -1 to 1.
    let scores: [Float]

    /// - Parameters:
    ///   - pieces: the texts to compare.
    ///   - all: the texts among which a token is rare or not.
    init(question: String, pieces: [[Int32]], among all: [[Int32]], model: MeaningModel) {
        let encoder = model.encoder
        let asked = encoder.tokenizer.encode(question, limit: SentenceEncoder.textLimit)
        let weights = Self.weights(of: asked, among: all, specials: encoder.tokenizer.vocabulary.specials)
        let total = weights.reduce(0, +)
        let question = model.tokens.tokens(of: [asked]).flatMap(\.vectors)
        scores = model.tokens.tokens(of: pieces).map(\.vectors).map { tokens in
            let products = Self.products(question, tokens, width: encoder.shape.width)
            let count = tokens.count / encoder.shape.width
            var score: Float = 0
            for (row, weight) in weights.enumerated() {
                score += weight * (products[(row * count)..<((row + 1) * count)].max() ?? 0)
            }
            return total > 0 ? score / total : 0
        }
    }

    /// Each token of the question with each of the text, row by row.
    private static func products(_ question: [Float], _ tokens: [Float], width: Int) -> [Float] {
        let rows = question.count / width
        let columns = tokens.count / width
        var products = [Float](repeating: 0, count: rows * columns)
        question.withUnsafeBufferPointer { question in
            tokens.withUnsafeBufferPointer { tokens in
                products.withUnsafeMutableBufferPointer { products in
                    guard let a = question.baseAddress, let b = tokens.baseAddress, let out = products.baseAddress
                    else { return }
                    BLAS.multiplyTransposed(
                        a, stride: width, b, stride: width, into: out, stride: columns, rows: rows, columns: columns,
                        inner: width)
                }
            }
        }
        return products
    }

    private static func weights(of asked: [Int32], among texts: [[Int32]], specials: Vocabulary.Specials) -> [Float] {
        var having: [Int32: Float] = [:]
        let wanted = Set(asked)
        for text in texts { for piece in wanted.intersection(text) { having[piece, default: 0] += 1 } }
        return asked.map { piece in
            if piece == specials.start || piece == specials.end { return 0.5 }
            let count = having[piece] ?? 0
            return log(1 + (Float(texts.count) - count + 0.5) / (count + 0.5))
        }
    }
}
