import Foundation

/// Looks a second time at what a clause seems to do, beside what the messages before it do: an alarm goes on, "ok then" settles what was proposed,
/// "in the tray" answers who was asked. Then it says which of its dates are to be kept. Trained by Training/train_context.py on what
/// `ClauseNetwork` says of conversations that it has not seen.
struct ContextNetwork: Sendable {
    private let acts: SmallNetwork
    private let dates: SmallNetwork

    static let shared = ContextNetwork()

    /// nil for damaged parameters.
    private init?() {
        let count = ClauseAct.allCases.count
        guard
            let acts = SmallNetwork(
                base64: ContextParameters.acts, inputs: 3 * count + Surroundings.count + ClauseFeatures.count + 1,
                hiddenSize: ContextParameters.hiddenSize, outputs: count),
            let dates = SmallNetwork(
                base64: ContextParameters.dates, inputs: 3 * count + DateFeatures.count + ClauseFeatures.count,
                hiddenSize: ContextParameters.dateHiddenSize, outputs: 1)
        else { return nil }
        (self.acts, self.dates) = (acts, dates)
    }

    /// From which probability an act is taken for one.
    var thresholds: [Float] { acts.thresholds }
    /// From which probability a date is to be kept.
    var dateThreshold: Float { dates.thresholds[0] }

    /// The probability of each act of a clause.
    /// - Parameters:
    ///   - first: what the first look says of all clauses of the message, of which `index` is meant.
    ///   - features: those of the clause.
    func acts(_ first: [[Float]], _ index: Int, _ features: ClauseFeatures, _ surroundings: Surroundings) -> [Float] {
        let own = first[index]
        let odds = own.map(Self.odds)
        // The order of Training/train_context.py.
        let input =
            odds + own + Self.greatest(first) + surroundings.numbers + features.numbers
            + [log1p(Float(first.count))]
        return acts.probabilities(input, addedTo: odds)
    }

    /// The probability that a date is to be kept.
    /// - Parameters:
    ///   - acts: what the second look says of all clauses of the message, of which `index` has the date.
    ///   - features: those of the clause.
    func keeps(_ date: DateFeatures, _ acts: [[Float]], _ index: Int, _ features: ClauseFeatures) -> Float {
        let odds = acts[index].map(Self.odds)
        let input =
            odds + acts[index] + Self.greatest(acts).map(Self.odds) + date.numbers + features.numbers
        return dates.probabilities(input, addedTo: [0])[0]
    }

    private static func greatest(_ clauses: [[Float]]) -> [Float] {
        ClauseAct.allCases.indices.map { act in clauses.reduce(0) { max($0, $1[act]) } }
    }

    /// The logarithm of the odds of a probability, within bounds.
    private static func odds(_ probability: Float) -> Float {
        max(-7, min(5, log(max(1e-6, probability) / max(1e-6, 1 - probability))))
    }
}
