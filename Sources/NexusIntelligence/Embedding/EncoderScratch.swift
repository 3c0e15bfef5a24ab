/// The memory of one run of the encoder over at most `tokens` pieces.
final class EncoderScratch {
    let tokens: Int
    let hidden: UnsafeMutablePointer<Float>
    let residual: UnsafeMutablePointer<Float>
    let attention: UnsafeMutablePointer<Float>
    let context: UnsafeMutablePointer<Float>
    let inner: UnsafeMutablePointer<Float>
    let scores: UnsafeMutablePointer<Float>
    private let memory: UnsafeMutablePointer<Float>

    init(shape: EncoderShape, tokens: Int, longest: Int) {
        self.tokens = tokens
        let row = tokens * shape.width
        let sizes = [row, row, 3 * row, row, tokens * shape.inner, longest * longest]
        memory = .allocate(capacity: sizes.reduce(0, +))
        memory.initialize(repeating: 0, count: sizes.reduce(0, +))
        hidden = memory
        residual = hidden + sizes[0]
        attention = residual + sizes[1]
        context = attention + sizes[2]
        inner = context + sizes[3]
        scores = inner + sizes[4]
    }

    deinit { memory.deallocate() }
}
