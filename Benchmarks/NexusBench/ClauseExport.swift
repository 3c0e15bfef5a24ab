import Foundation
import NexusCore
import NexusEvaluation
import NexusIntelligence

/// `clauses FOLDER --out OUT`: writes the clauses of labelled chats as the reader's network sees them, for Training/train_reader.py:
/// OUT.jsonl has a line a message with its clauses, their features and labels; OUT.f32 the vector of each message, then of its clauses;
/// OUT.f16 the states of each clause's tokens.
public struct ClauseExport: Sendable {
    private struct Line: Encodable {
        struct Part: Encodable {
            var numbers: [Float]
            var own: [UInt16]
            var before: [UInt16]
            var kinds: [String]
            var tokens: Int
        }

        struct Date: Encodable {
            var part: Int
            var numbers: [Float]
            /// Whether the message has a label with its day.
            var kept: Bool
        }

        var file: String
        var number: Int
        var sender: String
        /// In milliseconds.
        var time: Int64
        var answered: UInt64
        var fragment: UInt64
        var kinds: [String]
        var parts: [Part]
        var dates: [Date]
    }

    private let files: [ChatFile]
    private let encoder: SentenceEncoder
    private let out: String

    /// - Throws: `BenchFailure` for files of another form, or without a model.
    public init(file: String, models: ModelFolder, out: String) throws {
        do {
            files = try ChatFolder.files(at: file)
            encoder = try SentenceEncoder(folder: models.embedding)
        } catch {
            throw BenchFailure("\(error)")
        }
        self.out = out
    }

    /// - Throws: `BenchFailure` if the files cannot be written.
    public func run() throws -> BenchReport {
        var lines = Data()
        var vectors = Data()
        var states = Data()
        var clauses = 0
        let json = JSONEncoder()
        for file in files {
            var training = ClauseTraining(members: file.insightMembers, encoder: encoder)
            for (input, message) in zip(file.input, file.messages) {
                let example = training.take(input, sender: message.sender)
                clauses += example.parts.count
                example.vector.withUnsafeBytes { vectors.append(contentsOf: $0) }
                for part in example.parts {
                    part.vector.withUnsafeBytes { vectors.append(contentsOf: $0) }
                    part.states.map { Float16($0) }.withUnsafeBytes { states.append(contentsOf: $0) }
                }
                let line = Line(
                    file: file.name, number: message.number, sender: message.sender,
                    time: input.writtenAt.milliseconds, answered: example.answered?.low ?? 0,
                    fragment: example.fragment?.low ?? 0,
                    kinds: Set(message.labels.map(\.kind.rawValue)).sorted(),
                    parts: example.parts.map { part in
                        Line.Part(
                            numbers: part.numbers, own: part.own, before: part.before,
                            kinds: kinds(of: part.range, message), tokens: part.states.count / encoder.shape.width)
                    }, dates: example.dates.map { date(of: $0, message) })
                if let data = try? json.encode(line) { lines += data + [10] }
            }
        }
        do {
            try lines.write(to: URL(filePath: out + ".jsonl"))
            try vectors.write(to: URL(filePath: out + ".f32"))
            try states.write(to: URL(filePath: out + ".f16"))
        } catch {
            throw BenchFailure("\(out).jsonl and the files beside it cannot be written.")
        }
        var report = BenchReport(scenario: "clauses")
        report.add("conversations", files.count)
        report.add("clauses", clauses)
        return report
    }

    private func date(of date: ClauseTraining.Date, _ message: ChatFile.Message) -> Line.Date {
        let day = date.due.iso8601.prefix(10)
        return Line.Date(
            part: date.part, numbers: date.numbers, kept: message.labels.contains { $0.due?.prefix(10) == day })
    }

    /// The labels whose evidence the clause has, or has half of.
    private func kinds(of range: Range<String.Index>, _ message: ChatFile.Message) -> [String] {
        let text = message.text
        let found = message.labels.filter { label in
            guard let evidence = label.evidence, let place = text.firstRange(of: evidence) else { return false }
            let low = max(place.lowerBound, range.lowerBound)
            let high = min(place.upperBound, range.upperBound)
            guard low < high else { return false }
            let shared = text.distance(from: low, to: high)
            let least = min(
                text.distance(from: range.lowerBound, to: range.upperBound),
                text.distance(from: place.lowerBound, to: place.upperBound))
            return 2 * shared >= least
        }
        return Set(found.map(\.kind.rawValue)).sorted()
    }
}
