/// The insights of a conversation on this device: the first ``InsightRows/limit`` in display order, with the revision that
/// they are of. A value: it takes the server's answers.
public struct InsightState: Equatable, Sendable {
    /// The revision of the rows; 0 before the first answer, and for rows of an earlier epoch.
    public var cursor: Seq
    public var rows: [InsightRecord]

    public init(cursor: Seq = 0, rows: [InsightRecord] = []) {
        self.cursor = cursor
        self.rows = rows
    }

    /// The result of an answer.
    enum Outcome: Equatable {
        /// It was taken.
        case taken
        /// It is of an earlier question.
        case stale
        /// It names an insight that is not here: all must be asked for.
        case incomplete
    }

    mutating func apply(_ answer: InsightRows) -> Outcome {
        guard answer.after == 0 || answer.after == cursor, answer.cursor >= cursor else { return .stale }
        let before = answer.after == 0 ? [] : rows
        var next: [InsightRecord] = []
        for id in answer.ids.prefix(InsightRows.limit) {
            guard let row = answer.rows.first(where: { $0.id == id }) ?? before.first(where: { $0.id == id }) else {
                return .incomplete
            }
            next.append(row)
        }
        cursor = answer.cursor
        rows = next
        return .taken
    }
}
