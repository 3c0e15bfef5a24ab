import Foundation
import NexusIntelligence

/// `vectors`: an exact scan over the vectors of very many messages in 100 conversations, in one thread.
public struct VectorsScenario: Sendable {
    public var messages: Int
    private static let conversations = 100
    private static let scans = 30

    public init(messages: Int = 1_000_000) {
        self.messages = messages
    }

    public func run() -> BenchReport {
        var random = BenchRandom(seed: 7)
        func vector() -> CompactVector {
            CompactVector((0..<EncoderShape.miniLM.width).map { _ in Float.random(in: -1...1, using: &random) })
        }
        // Scanning time does not depend on the numbers, and a million random ones would take longer than the rest.
        let samples = (0..<1_000).map { _ in vector() }
        var blocks = [VectorBlock](
            repeating: VectorBlock(dimension: EncoderShape.miniLM.width), count: Self.conversations)
        for message in 0..<messages {
            blocks[message % Self.conversations].set(samples[message % samples.count], for: Int64(message))
        }
        var times: [Double] = []
        for _ in 0..<Self.scans {
            let question = vector()
            let began = ContinuousClock.now
            var nearest = NearestKeys<Int64>(limit: 100)
            for block in blocks {
                for (key, cosine) in zip(block.keys, block.cosines(with: question)) where nearest.admits(cosine) {
                    nearest.add(key, score: cosine)
                }
            }
            precondition(nearest.best.count == min(100, messages))
            times.append((ContinuousClock.now - began) / .milliseconds(1))
        }
        var report = BenchReport(scenario: "vectors")
        report.add("messages", messages)
        report.add("scanMilliseconds", Percentiles(times))
        return report
    }
}
