import Foundation
import NexusCore
import NexusDatabase
import NexusIntelligence

/// The confidence from which insights of a kind are shown among the others, as this server's members have taught it.
///
/// "Not a task" raises the threshold of its kind, confirming or completing an insight lowers it. A refused insight counts by
/// its confidence and an accepted one by what it lacked: obvious ones teach nothing. Members count up to a bound each, all
/// together up to another, and what they said counts half after ``halfLife``. An insight below is suggested, never hidden.
struct InsightThresholds: Equatable, Sendable {
    /// A member's influence on a threshold, at most.
    static let perMember = 0.08
    /// The greatest distance from ``InsightPolicy/likely``.
    static let reach = 0.25
    /// The change by one refusal of full confidence.
    static let step = 0.02
    /// Milliseconds after which a judgement counts half: 90 days.
    static let halfLife: Int64 = 90 * 86_400_000

    private var values: [InsightRecord.Kind: Double] = [:]

    /// Before any judgement.
    init() {}

    /// The thresholds at a time.
    init(at time: Timestamp, _ reader: Reader) throws {
        var shifts: [InsightRecord.Kind: Double] = [:]
        for judgement in try Judgement.all(reader) {
            guard let kind = InsightRecord.Kind(rawValue: judgement.kind) else { continue }
            shifts[kind, default: 0] += Self.bounded(Self.step * judgement.balance(at: time), by: Self.perMember)
        }
        values = shifts.mapValues { InsightPolicy.likely.value + Self.bounded($0, by: Self.reach) }
    }

    subscript(kind: InsightRecord.Kind) -> Confidence { values[kind].map(Confidence.init) ?? InsightPolicy.likely }

    /// An SQL condition: true for a row of `insights AS i` that is not only suggested.
    var isSure: String {
        let cases = InsightRecord.Kind.allCases.map { "WHEN '\($0.rawValue)' THEN \(self[$0].value)" }
        return "(i.settled <> 0 OR i.confidence >= CASE i.kind \(cases.joined(separator: " ")) END)"
    }

    /// Notes that a member's change refuses or accepts an insight, or takes that back.
    static func learn(
        from before: StoredInsight, to after: StoredInsight, by user: UserID, at time: Timestamp,
        _ transaction: Transaction
    ) throws {
        let change = weight(of: after) - weight(of: before)
        guard change != 0 else { return }
        let known = try Judgement.of(user, after.kind, transaction)
        // What can no longer count is not kept, so that a member who errs can undo it soon.
        let most = perMember / step
        let balance = bounded((known?.balance(at: time) ?? 0) + change, by: most)
        try transaction.run(
            """
            INSERT INTO insight_judgements (kind, user_id, balance, at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (kind, user_id) DO UPDATE SET balance = excluded.balance, at = excluded.at
            """, .text(after.kind.rawValue), .id(user), .real(balance), .time(time))
    }

    /// What an insight's state teaches: nothing if no member has set it, or if a member made the insight.
    private static func weight(of insight: StoredInsight) -> Double {
        guard insight.settled.contains(.state), !insight.isMade else { return 0 }
        return insight.state == .dismissed ? insight.confidence.value : insight.confidence.value - 1
    }

    private static func bounded(_ value: Double, by bound: Double) -> Double { min(bound, max(-bound, value)) }

    /// A member's judgements of a kind.
    private struct Judgement {
        var kind: String
        var balance: Double
        var at: Timestamp

        static func all(_ reader: Reader) throws -> [Judgement] {
            try reader.all("SELECT kind, balance, at FROM insight_judgements ORDER BY kind, user_id", body: read)
        }

        static func of(_ user: UserID, _ kind: InsightRecord.Kind, _ reader: Reader) throws -> Judgement? {
            try reader.first(
                "SELECT kind, balance, at FROM insight_judgements WHERE kind = $1 AND user_id = $2",
                .text(kind.rawValue), .id(user), body: read)
        }

        private static func read(_ row: inout Row) throws -> Judgement {
            Judgement(kind: try row.next(), balance: try row.next(), at: try row.next())
        }

        func balance(at time: Timestamp) -> Double {
            let passed = max(0, time.milliseconds - at.milliseconds)
            return balance * exp2(-Double(passed) / Double(InsightThresholds.halfLife))
        }
    }
}
