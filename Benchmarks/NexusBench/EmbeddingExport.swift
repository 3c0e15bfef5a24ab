import Foundation
import NexusIntelligence

/// `embed FILE --out OUT`: writes the vectors of texts, for training (Training/train_decisions.py): one row a text in the order of the file,
/// 32-bit floats, little-endian. The file is a list of objects with a `text`, or of meetings with `acts` that have one, also under gzip.
public struct EmbeddingExport: Sendable {
    private struct Line: Decodable { let text: String }
    private struct Meeting: Decodable { let acts: [Line] }

    /// Texts embedded in one go: enough to keep the encoder busy, few enough to stay small in memory.
    private static let portion = 256

    private let encoder: SentenceEncoder
    private let texts: [String]
    private let out: String

    /// - Throws: `BenchFailure` for an invalid file, or if there is no model.
    public init(file: String, models: ModelFolder, out: String) throws {
        guard let data = try? GzipFile.contents(of: Data(contentsOf: URL(filePath: file))) else {
            throw BenchFailure("\(file) cannot be read.")
        }
        if let meetings = try? JSONDecoder().decode([Meeting].self, from: data) {
            texts = meetings.flatMap { $0.acts.map(\.text) }
        } else if let lines = try? JSONDecoder().decode([Line].self, from: data) {
            texts = lines.map(\.text)
        } else {
            throw BenchFailure("\(file) holds no texts.")
        }
        do {
            encoder = try SentenceEncoder(folder: models.embedding)
        } catch {
            throw BenchFailure("\(error). `scripts/fetch-model.sh` fetches the model.")
        }
        self.out = out
    }

    /// - Throws: `BenchFailure` if the vectors cannot be written.
    public func run() throws -> BenchReport {
        let different = Set(texts).sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        var vectors: [String: [Float]] = [:]
        for start in stride(from: 0, to: different.count, by: Self.portion) {
            let portion = different[start..<min(different.count, start + Self.portion)]
            for (text, vector) in zip(portion, encoder.embed(Array(portion))) { vectors[text] = vector }
        }
        var bytes = Data(capacity: texts.count * encoder.shape.width * 4)
        for text in texts {
            let words = (vectors[text] ?? []).map(\.bitPattern.littleEndian)
            words.withUnsafeBytes { bytes.append(contentsOf: $0) }
        }
        do {
            try bytes.write(to: URL(filePath: out))
        } catch {
            throw BenchFailure("\(out) cannot be written.")
        }
        var report = BenchReport(scenario: "embed")
        report.add("texts", texts.count)
        report.add("width", encoder.shape.width)
        return report
    }
}
