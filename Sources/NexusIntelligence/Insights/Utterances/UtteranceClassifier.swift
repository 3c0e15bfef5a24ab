import Foundation

/// Finds the utterances of a conversation that state an action item or a decision, by their words and those around
/// them, and for decisions also by their vectors. Trained on meetings by Training/train_insights.py and
/// train_decisions.py; the position in the conversation does not count.
public struct UtteranceClassifier: Sendable {
    /// The result for an utterance, each with the distance of its score from the threshold; negative below.
    public struct Finding: Equatable, Sendable {
        public var action: Float
        public var decision: Float
    }

    /// Properties of utterances beside their words.
    public struct Context: Sendable {
        /// The speaker of each; any names will do.
        public var speakers: [String]
        /// The embedding (`SentenceEncoder`) of each.
        public var vectors: [[Float]]

        public init(speakers: [String], vectors: [[Float]]) {
            self.speakers = speakers
            self.vectors = vectors
        }
    }

    private let model: UtteranceModel
    private let networks: UtteranceNetworks

    /// - Returns: `nil` if the parameters cannot be read, which a build that passes its tests does not have.
    public init?() {
        guard let model = UtteranceModel(base64: InsightParameters.base64),
            let networks = UtteranceNetworks(
                base64: DecisionParameters.base64, features: UtteranceModel.networkFeatures)
        else { return nil }
        self.model = model
        self.networks = networks
    }

    /// Whether a conversation was in the training set.
    public func wasTrained(on name: String) -> Bool { model.trained.contains(UtteranceWords.hash(name)) }

    /// Classifies all utterances of a conversation, in their order.
    ///
    /// - Parameter context: for each utterance. Without a fitting one, decisions are classified by words alone.
    public func findings(_ texts: [String], context: Context? = nil) -> [Finding] {
        guard !texts.isEmpty else { return [] }
        let words = texts.map { UtteranceWords($0, own: model.ownBuckets, near: model.nearBuckets) }
        let scores = (0..<UtteranceModel.tasks).map { taskScores(words, model.heads[$0]) }
        let totals = scores.map { parts in texts.indices.map { place in parts.reduce(0) { $0 + $1[place] } } }
        let auxiliary = model.heads.dropFirst(UtteranceModel.tasks).map { head in words.map { own($0, head) } }
        var found = (0..<UtteranceModel.tasks).map { task in
            let columns = columns(task, scores, totals, auxiliary, words)
            return texts.indices.map { place in
                let forest = model.forests[task]
                return forest.score(columns.map { $0[place] }) + forest.linearShare * totals[task][place]
                    - forest.threshold
            }
        }
        if let context, networks.fit(context, count: texts.count) {
            let parts = scores.flatMap { $0 } + auxiliary
            let heads = texts.indices.map { place in parts.map { $0[place] } }
            found[1] = networks.scores(context, words, heads: heads, totals: totals[1])
        }
        return texts.indices.map { Finding(action: found[0][$0], decision: found[1][$0]) }
    }

    private func own(_ words: UtteranceWords, _ head: UtteranceModel.Head) -> Float {
        var sum = words.own.reduce(Float(0)) { $0 + Float(head.own[Int($1)]) }
        let length = model.ownBuckets
        if words.count < 6 { sum += Float(head.own[length + words.count]) }
        sum += Float(head.own[length + 6]) * Float(log1p(Double(words.count)) / 3)
        if words.count > 10 { sum += Float(head.own[length + 7]) }
        if words.count > 20 { sum += Float(head.own[length + 8]) }
        return sum * head.ownScale + head.bias
    }

    /// A task's score in parts: for the utterance itself, and for each group of its neighbours.
    private func taskScores(_ words: [UtteranceWords], _ head: UtteranceModel.Head) -> [[Float]] {
        let windows = UtteranceWindows.all.indices.map { index in
            let window = UtteranceWindows.all[index]
            let values = words.map { words in words.near.reduce(Float(0)) { $0 + Float(head.windows[index][Int($1)]) } }
            return UtteranceWindows.sums(values, window.first, window.last).map {
                $0 * window.weight * head.windowScales[index]
            }
        }
        return [words.map { own($0, head) }]
            + UtteranceWindows.groups.map { group in
                words.indices.map { place in group.reduce(0) { $0 + windows[$1][place] } }
            }
    }

    /// The features of the forest, in the order of training.
    private func columns(
        _ task: Int, _ scores: [[[Float]]], _ totals: [[Float]], _ auxiliary: [[Float]], _ words: [UtteranceWords]
    ) -> [[Float]] {
        let total = totals[task]
        var columns = [total] + scores[task]
        columns += [-3, -2, -1, 1, 2, 3].map { UtteranceWindows.shifted(total, $0) }
        columns += [2, 8, 30].map { UtteranceWindows.smoothed(total, $0) }
        columns += [7, 21, 81].map { width in zip(total, UtteranceWindows.greatest(total, width)).map { $0 - $1 } }
        for score in auxiliary {
            columns += [score, UtteranceWindows.shifted(score, -1), UtteranceWindows.shifted(score, 1)]
            columns += [2, 8].map { UtteranceWindows.smoothed(score, $0) }
        }
        return columns + [totals[1 - task], words.map { Float($0.count) }]
    }
}
