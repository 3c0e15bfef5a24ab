import Foundation
import Testing

@testable import NexusDatabase

@Suite("The line before the writer", .timeLimit(.minutes(10)))
struct WaitingQueueTests {
    /// Takes one batch on a thread of its own, which sleeps when this returns.
    private func server(of line: WaitingQueue<Int>) async throws -> Task<[Int], Never> {
        let serving = Task.detached {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    var batch: [Int] = []
                    _ = line.take(10, into: &batch)
                    continuation.resume(returning: batch)
                }
            }
        }
        while line.sleeping == 0 { await Task.yield() }
        return serving
    }

    @Test("announced transactions are served together")
    func gathers() async throws {
        let line = WaitingQueue<Int>(limit: 10)
        let serving = try await server(of: line)
        line.beginGathering()
        for number in 1...3 { #expect(line.enter(number) == .admitted) }
        line.endGathering()
        #expect(await serving.value == [1, 2, 3])
    }

    @Test("two callers who announce in turn, without a gap, do not starve the others")
    func overlapping() async throws {
        let line = WaitingQueue<Int>(limit: 10)
        let serving = try await server(of: line)
        line.beginGathering()
        #expect(line.enter(1) == .admitted)
        line.beginGathering()
        line.endGathering()
        #expect(await serving.value == [1])
        line.endGathering()
    }

    @Test("who can wait is served alone, after all others")
    func later() {
        let line = WaitingQueue<Int>(limit: 10, laterPatience: .seconds(1_000))
        #expect(line.enterLater(7) == .admitted)
        #expect(line.enterLater(8) == .admitted)
        for number in 1...3 { #expect(line.enter(number) == .admitted) }
        #expect(batches(of: 2, from: line) == [[1, 2], [3], [7], [8]])
    }

    @Test("who can wait and has waited long is served before others, though never twice in a row then")
    func waitedLong() {
        let line = WaitingQueue<Int>(limit: 10, laterPatience: .zero)
        #expect(line.enterLater(7) == .admitted)
        #expect(line.enterLater(8) == .admitted)
        for number in 1...3 { #expect(line.enter(number) == .admitted) }
        #expect(batches(of: 1, from: line) == [[7], [1], [8], [2], [3]])
    }

    @Test("background transactions have the same limit, and none is accepted after the end")
    func laterLimit() {
        let line = WaitingQueue<Int>(limit: 1)
        #expect(line.enterLater(7) == .admitted)
        #expect(line.enterLater(8) == .full)
        #expect(line.enter(1) == .admitted)
        line.close()
        #expect(line.enterLater(9) == .closed)
        #expect(line.count == 2)
    }

    private func batches(of count: Int, from line: WaitingQueue<Int>) -> [[Int]] {
        var batches: [[Int]] = []
        var batch: [Int] = []
        while line.takeNow(count, into: &batch) { batches.append(batch) }
        return batches
    }
}
