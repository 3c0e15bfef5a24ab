import Foundation
import NexusEvaluation
import NexusIntelligence

/// `insights FILE`: how well action items, decisions, deadlines and priorities are found in labelled conversations. The
/// file has either meetings in the form of the AMI corpus (JSON, also gzip) or team chat
/// (Fixtures/Insights/team-chat.json).
///
/// Decisions in meetings are found by words, meaning and speakers, or by words alone; action items and team chat need
/// no model.
///
/// Meetings of the training set are left out and counted.
public struct InsightsScenario: Sendable {
    private struct Meeting: Decodable {
        struct Act: Decodable {
            /// The speaker; without one decisions are found by words alone.
            let s: String?
            let text: String
            let acti: [Int]?
            let deci: [Int]?
        }
        let meeting: String
        let acts: [Act]
    }

    private let file: String
    private let encoder: SentenceEncoder?

    /// - Parameter models: nil, or a folder whose model cannot be opened, measures words alone; the report says which.
    public init(file: String, models: ModelFolder?) {
        self.file = file
        encoder = models.flatMap { try? SentenceEncoder(folder: $0.embedding) }
    }

    /// - Throws: `BenchFailure` for a file that is neither, or of which nothing is left to measure on.
    public func run() throws -> BenchReport {
        let data: Data
        do {
            data = try GzipFile.contents(of: Data(contentsOf: URL(filePath: file)))
        } catch {
            throw BenchFailure("\(file) cannot be read.")
        }
        if let chat = try? TeamChat(json: data) { return report(of: chat) }
        guard let meetings = try? JSONDecoder().decode([Meeting].self, from: data) else {
            throw BenchFailure("\(file) holds neither labelled meetings nor labelled team chat.")
        }
        return try report(of: meetings)
    }

    private func report(of meetings: [Meeting]) throws -> BenchReport {
        guard let classifier = UtteranceClassifier() else {
            throw BenchFailure("The classifier's parameters are damaged.")
        }
        let measured = meetings.filter { !classifier.wasTrained(on: $0.meeting) }
        guard !measured.isEmpty else { throw BenchFailure("The classifier was trained on all of these meetings.") }
        var actions = MeetingScore()
        var decisions = MeetingScore()
        var withMeaning = 0
        for meeting in measured {
            let texts = meeting.acts.map(\.text)
            let context = context(of: meeting)
            if context != nil { withMeaning += 1 }
            let findings = classifier.findings(texts, context: context)
            actions.add(
                found: findings.map { $0.action >= 0 }, labelled: meeting.acts.map { $0.acti?.isEmpty == false })
            decisions.add(
                found: findings.map { $0.decision >= 0 }, labelled: meeting.acts.map { $0.deci?.isEmpty == false })
        }
        var report = BenchReport(scenario: "insights")
        report.add("meetingsMeasured", measured.count)
        report.add("meetingsLeftOutAsTrainedOn", meetings.count - measured.count)
        report.add("meetingsReadWithModel", withMeaning)
        report.add("acts", measured.reduce(0) { $0 + $1.acts.count })
        for (name, score) in [("actions", actions), ("decisions", decisions)] {
            add(score.strict, name, to: &report)
            report.add(name + "F1Within3", 100 * score.nearF1)
        }
        return report
    }

    private func context(of meeting: Meeting) -> UtteranceClassifier.Context? {
        let speakers = meeting.acts.compactMap(\.s)
        guard let encoder, speakers.count == meeting.acts.count else { return nil }
        return UtteranceClassifier.Context(speakers: speakers, vectors: encoder.embed(meeting.acts.map(\.text)))
    }

    private func report(of chat: TeamChat) -> BenchReport {
        var report = BenchReport(scenario: "insights")
        for (part, isHeldOut) in [("heldOut", true), ("tuning", false)] {
            var score = TeamChatScore()
            let conversations = chat.conversations.filter { ($0.heldOut ?? false) == isHeldOut }
            for conversation in conversations { score.add(conversation) }
            report.add(part + "Conversations", conversations.count)
            report.add(part + "Messages", conversations.reduce(0) { $0 + $1.messages.count })
            for (name, found) in [
                ("All", score.all), ("Actions", score.actions), ("Decisions", score.decisions),
                ("Deadlines", score.deadlines),
                ("Priorities", score.priorities),
            ] {
                add(found, part + name, to: &report)
            }
            report.add(part + "AssigneesRight", score.assignees)
            report.add(part + "DueDatesRight", score.dues)
            report.add(part + "StatesRight", score.states)
        }
        return report
    }

    private func add(_ score: DetectionScore, _ name: String, to report: inout BenchReport) {
        report.add(name + "Precision", 100 * score.precision)
        report.add(name + "Recall", 100 * score.recall)
        report.add(name + "F1", 100 * score.f1)
    }
}
