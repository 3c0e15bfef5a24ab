import Foundation
import NIOCore
import NexusCore
import NexusServer

/// `idle`: users who are signed in and silent: the server's memory per socket, and sockets opened by token per second.
public struct IdleScenario: Sendable {
    public var connections: Int

    public init(connections: Int = 10_000) { self.connections = connections }

    public func run(on target: BenchTarget) async throws -> BenchReport {
        try await BenchSetting.run("idle", on: target, seed: { try await BenchTeam.people(connections, $0) }) {
            setting, team, report in
            let figures = setting.figures
            // The first socket makes the server allocate its shared state.
            let first = try await setting.connector.open([team.people[0].accessToken]) { _, _ in }
            let before = figures.residentKibibytes ?? 0
            let spending = ServerSpending(of: figures)
            let clock = ContinuousClock()
            let start = clock.now
            let sources = (1...max(1, connections / 20_000 + 1)).map { "127.0.0.\($0)" }
            let channels = try await setting.connector.open(
                team.people.dropFirst().map(\.accessToken), sources: sources
            ) { _, _ in }
            let elapsed = (clock.now - start) / .seconds(1)
            let after = figures.residentKibibytes ?? 0
            report.add("connections", channels.count + first.count)
            report.add("kilobytesPerConnection", (after - before) * 1.024 / Double(max(1, channels.count)))
            report.add("signInsPerSecond", Double(channels.count) / elapsed)
            spending.add(to: &report)
            for channel in channels + first { channel.close(promise: nil) }
        }
    }
}
