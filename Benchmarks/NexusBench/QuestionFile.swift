import Foundation
import NexusIntelligence

/// Conversations with questions whose answers are known, in the format of LoCoMo (docs/intelligence.md).
struct QuestionFile {
    struct Conversation: Decodable {
        struct Turn: Decodable {
            let id: String
            let session: Int
            let speaker: String
            let text: String
            let image_caption: String?
        }
        struct Question: Decodable {
            let question: String
            let category: String?
            let evidence: [String]
        }
        let turns: [Turn]
        let session_dates: [String: String]
        let qa: [Question]

        func passages(embeddedBy model: MeaningModel?) -> [Passage] {
            let passages = turns.map { turn in
                Passage(
                    sender: turn.speaker, text: turn.text + (turn.image_caption.map { " [image: \($0)]" } ?? ""),
                    day: session_dates["\(turn.session)"] ?? "", exchange: turn.session)
            }
            guard let encoder = model?.encoder else { return passages }
            return zip(passages, encoder.embed(passages.map(\.line))).map { passage, vector in
                var passage = passage
                passage.vector = vector
                return passage
            }
        }
    }

    let conversations: [Conversation]

    /// - Throws: `BenchFailure`.
    init(_ path: String) throws {
        do {
            conversations = try JSONDecoder().decode([Conversation].self, from: Data(contentsOf: URL(filePath: path)))
        } catch {
            throw BenchFailure("\(path) is no file of conversations with questions.")
        }
    }
}

extension MeaningModel {
    /// The model of a folder; nil to measure words alone.
    /// - Throws: `BenchFailure` if the model is missing or damaged.
    static func forBench(_ models: ModelFolder?) throws -> MeaningModel? {
        do {
            return try models.map { try MeaningModel($0) }
        } catch {
            throw BenchFailure("\(error). `scripts/fetch-model.sh` fetches the model.")
        }
    }
}
