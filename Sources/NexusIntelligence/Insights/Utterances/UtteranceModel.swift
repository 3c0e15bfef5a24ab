import Foundation

/// The trained parameters, as `UtteranceClassifier` uses them.
struct UtteranceModel: Sendable {
    /// A linear score over an utterance's words and, for the two tasks, the words around it.
    struct Head: Sendable {
        var bias: Float
        var ownScale: Float
        /// Weights of the buckets of words, then those of the length.
        var own: [Int8]
        var windowScales: [Float]
        var windows: [[Int8]]
    }

    /// Boosted trees over the heads' scores.
    struct Forest: Sendable {
        struct Node: Sendable {
            /// The feature to compare, or -1 for a leaf.
            var feature: Int
            /// The threshold; a leaf's value.
            var value: Float
            var left: Int
            var right: Int
        }

        var share: Float
        var linearShare: Float
        var threshold: Float
        var trees: [[Node]]

        func score(_ features: [Float]) -> Float {
            var sum: Float = 0
            for tree in trees {
                var place = 0
                while tree[place].feature >= 0 {
                    place = features[tree[place].feature] <= tree[place].value ? tree[place].left : tree[place].right
                }
                sum += tree[place].value
            }
            return sum * share
        }
    }

    var ownBuckets: Int
    var nearBuckets: Int
    /// The main tasks (actions, decisions), then the auxiliary ones.
    var heads: [Head]
    var forests: [Forest]
    /// Hashes of the meetings that it was trained on: never to be measured on.
    var trained: Set<UInt32>

    static let tasks = 2
    static let auxiliaries = 7
    static let features = 19 + 5 * auxiliaries
    /// The networks' features beside vectors: length, question, speaker, each task's score in its parts, and the
    /// auxiliary tasks.
    static let networkFeatures =
        2 + UtteranceTurns.features + tasks * (1 + UtteranceWindows.groups.count) + auxiliaries

    /// Reads parameters.
    ///
    /// - Returns: `nil` for bytes that are none.
    init?(base64: String) {
        guard let data = Data(base64Encoded: base64) else { return nil }
        var bytes = ParameterBytes(Array(data))
        guard bytes.word() == 0x4E49_584E, bytes.word() == 1, let own = bytes.word(), let near = bytes.word(),
            let lengths = bytes.word(), let windows = bytes.word(), own > 0, near > 0,
            windows == UInt32(UtteranceWindows.all.count)
        else { return nil }
        ownBuckets = Int(own)
        nearBuckets = Int(near)
        heads = []
        for index in 0..<(Self.tasks + Self.auxiliaries) {
            guard let bias = bytes.float(), let scale = bytes.float(), let weights = bytes.weights(Int(own + lengths))
            else { return nil }
            var head = Head(bias: bias, ownScale: scale, own: weights, windowScales: [], windows: [])
            for _ in 0..<(index < Self.tasks ? Int(windows) : 0) {
                guard let scale = bytes.float(), let weights = bytes.weights(Int(near)) else { return nil }
                head.windowScales.append(scale)
                head.windows.append(weights)
            }
            heads.append(head)
        }
        forests = []
        for _ in 0..<Self.tasks {
            guard let share = bytes.float(), let linear = bytes.float(), let threshold = bytes.float(),
                let count = bytes.word()
            else {
                return nil
            }
            var forest = Forest(share: share, linearShare: linear, threshold: threshold, trees: [])
            for _ in 0..<count {
                guard let tree = bytes.tree(features: Self.features) else { return nil }
                forest.trees.append(tree)
            }
            forests.append(forest)
        }
        guard let count = bytes.word() else { return nil }
        trained = []
        for _ in 0..<count {
            guard let hash = bytes.word() else { return nil }
            trained.insert(hash)
        }
    }
}
