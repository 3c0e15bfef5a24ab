import Foundation
import NexusIntelligence
import NexusServer

/// `embed`: embeds texts in one thread, as the server does. The file is a list of objects with a `text` and perhaps
/// other fields, like Fixtures/Model/texts.json.
public struct EmbeddingScenario: Sendable {
    private let encoder: SentenceEncoder
    private let texts: [String]

    private struct Line: Decodable {
        var text: String
    }

    /// - Throws: `CocoaError`, `DecodingError` for the file, `ModelError` for the model.
    public init(file: String, models: ModelFolder) throws {
        let lines = try JSONDecoder().decode([Line].self, from: Data(contentsOf: URL(filePath: file)))
        texts = lines.map(\.text).sorted { $0.utf8.count < $1.utf8.count }
        encoder = try SentenceEncoder(folder: models.embedding)
    }

    public func run() -> BenchReport {
        _ = encoder.embed(Array(texts.prefix(16)))
        let pieces = texts.map { encoder.tokenizer.encode($0, limit: SentenceEncoder.textLimit).count }
        // Others on the machine do not count.
        let began = ThreadTime.used
        let vectors = encoder.embed(texts)
        let seconds = (ThreadTime.used - began) / .seconds(1)
        var report = BenchReport(scenario: "embed")
        report.add("texts", vectors.count)
        report.add("pieces", pieces.reduce(0, +))
        report.add("processorSeconds", seconds)
        report.add("textsPerSecond", Double(vectors.count) / seconds)
        return report
    }
}
