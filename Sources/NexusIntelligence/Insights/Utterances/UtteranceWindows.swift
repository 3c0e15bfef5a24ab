import Foundation

/// Windows around an utterance for the classifier.
enum UtteranceWindows {
    /// First and last neighbour, and the weight of a word there.
    static let all: [(first: Int, last: Int, weight: Float)] = [
        (-1, -1, 0.7), (1, 1, 0.7), (-3, -2, 0.5), (2, 3, 0.5), (-10, -1, 0.25), (1, 10, 0.25), (-40, -1, 0.1),
        (1, 40, 0.1),
        (-120, -1, 0.05), (1, 120, 0.05),
    ]
    /// Windows whose scores are grouped: the next, the near and the far neighbours.
    static let groups: [Range<Int>] = [0..<4, 4..<6, 6..<10]

    /// For each place, sums over its neighbours from `first` to `last`.
    static func sums(_ values: [Float], _ first: Int, _ last: Int) -> [Float] {
        var prefix: [Double] = [0]
        for value in values { prefix.append(prefix[prefix.count - 1] + Double(value)) }
        return values.indices.map { place in
            let start = min(max(0, place + first), values.count)
            let end = max(start, min(values.count, place + last + 1))
            return Float(prefix[end] - prefix[start])
        }
    }

    /// Values `offset` places further; beyond the ends -8.
    static func shifted(_ values: [Float], _ offset: Int) -> [Float] {
        values.indices.map { values.indices.contains($0 + offset) ? values[$0 + offset] : -8 }
    }

    /// Logarithms of the scores' probabilities, smoothed by a Gaussian of a width; beyond the ends 0.
    static func smoothed(_ values: [Float], _ sigma: Double) -> [Float] {
        let radius = Int(3 * sigma + 0.5)
        var kernel = (-radius...radius).map { exp(-0.5 * Double($0 * $0) / (sigma * sigma)) }
        let sum = kernel.reduce(0, +)
        kernel = kernel.map { $0 / sum }
        let chances = values.map { 1 / (1 + exp(-Double($0))) }
        return values.indices.map { place in
            var value = 0.0
            for offset in max(-radius, -place)...min(radius, values.count - 1 - place) {
                value += kernel[offset + radius] * chances[place + offset]
            }
            return Float(log(1e-4 + value))
        }
    }

    /// The greatest value within `width / 2` places.
    static func greatest(_ values: [Float], _ width: Int) -> [Float] {
        values.indices.map { place in
            values[max(0, place - width / 2)...min(values.count - 1, place + width / 2)].max() ?? 0
        }
    }
}
