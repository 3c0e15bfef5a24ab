/// Counts of right, wrong and missed detections.
public struct DetectionScore: Equatable, Sendable {
    public var right = 0
    public var wrong = 0
    public var missed = 0

    public init(right: Int = 0, wrong: Int = 0, missed: Int = 0) {
        self.right = right
        self.wrong = wrong
        self.missed = missed
    }

    /// The share of right detections; 1 if there were none.
    public var precision: Double { right + wrong == 0 ? 1 : Double(right) / Double(right + wrong) }
    /// The share of labels that were detected; 1 if there are none.
    public var recall: Double { right + missed == 0 ? 1 : Double(right) / Double(right + missed) }
    /// The harmonic mean of both.
    public var f1: Double { right == 0 ? 0 : 2 * precision * recall / (precision + recall) }

    public static func + (left: DetectionScore, right: DetectionScore) -> DetectionScore {
        DetectionScore(
            right: left.right + right.right, wrong: left.wrong + right.wrong, missed: left.missed + right.missed)
    }

    mutating func count(found: Bool, labelled: Bool) {
        switch (found, labelled) {
        case (true, true): right += 1
        case (true, false): wrong += 1
        case (false, true): missed += 1
        case (false, false): break
        }
    }
}
