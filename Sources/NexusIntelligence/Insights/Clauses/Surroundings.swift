import Foundation
import NexusCore

/// What the messages before one do, and how quickly and by whom they follow each other.
struct Surroundings: Sendable {
    static let count = 8 * ClauseAct.allCases.count + 10

    let numbers: [Float]

    init(of message: InsightMessage, in context: TurnContext) {
        let turns = context.turns
        let acts = ClauseAct.allCases.count
        let nothing = [Float](repeating: 0, count: acts)
        func greatest(_ some: [TurnContext.Turn]) -> [Float] {
            some.reduce(into: nothing) { sum, turn in
                for act in turn.acts.indices.prefix(acts) { sum[act] = max(sum[act], turn.acts[act]) }
            }
        }
        func before(_ distance: Int) -> TurnContext.Turn? {
            turns.count >= distance ? turns[turns.count - distance] : nil
        }
        let mean = turns.reduce(into: nothing) { sum, turn in
            for act in turn.acts.indices.prefix(acts) { sum[act] += turn.acts[act] / Float(turns.count) }
        }
        let own = turns.filter { $0.sender == message.sender }
        let answered = context.answered(by: message)
        var numbers: [Float] = []
        numbers.reserveCapacity(Self.count)
        for distance in 1...3 { numbers += greatest(before(distance).map { [$0] } ?? []) }
        numbers += greatest(turns) + mean + greatest(answered.map { [$0] } ?? []) + greatest(own)
        numbers += greatest(turns.filter { $0.sender != message.sender })
        for distance in 1...3 { numbers.append(before(distance)?.sender == message.sender ? 1 : 0) }
        for distance in [1, 2, 5] {
            let minutes = before(distance).map {
                Float(max(0, message.writtenAt.milliseconds - $0.writtenAt.milliseconds)) / 60_000
            }
            numbers.append(minutes.map { min(Self.longest, log1p($0)) } ?? Self.longest)
        }
        let last = turns.suffix(5)
        numbers.append(Float(Set(last.map(\.sender)).count) / 5)
        numbers.append(last.contains { $0.sender == message.sender } ? 1 : 0)
        numbers.append(Float(own.count) / Float(TurnContext.limit))
        numbers.append(Float(turns.count) / Float(TurnContext.limit))
        self.numbers = numbers
    }

    /// Pauses beyond 6.7 hours are alike.
    private static let longest: Float = 6
}
