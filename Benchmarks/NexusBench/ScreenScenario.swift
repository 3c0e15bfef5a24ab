import Foundation
import NexusClient
import NexusCore
import Observation

/// `screen`: a message that arrives in an open conversation with 10,000 loaded messages, from the frame of the live socket to
/// the rows of ``ChatViewModel``: the engine, the store's transaction and the window of the screen. The same with 50 loaded
/// messages shows what the others add. No network is involved.
public struct ScreenScenario: Sendable {
    public var messages: Int
    /// Messages that arrive, one after the other.
    public var arrivals: Int

    public init(messages: Int = 10_000, arrivals: Int = 500) {
        self.messages = messages
        self.arrivals = arrivals
    }

    public func run() async throws -> BenchReport {
        let few = try await measure(loaded: 50)
        let many = try await measure(loaded: messages)
        var report = BenchReport(scenario: "screen")
        report.add("messages", messages)
        report.add("arrivals", arrivals)
        report.add("cpuMsPerMessage", many.cpuMs)
        report.add("cpuMsPerMessageOf50", few.cpuMs)
        report.add("screenMs", Percentiles(many.screen))
        report.add("frameToRowMs", Percentiles(many.total))
        return report
    }

    private struct Figures: Sendable {
        /// The process's processor time, divided by the messages.
        var cpuMs: Double
        /// Milliseconds that the screen takes to have a stored message: the window's changes and the view model's rows.
        var screen: [Double] = []
        /// Milliseconds from each frame to the row, with the wait for the disk.
        var total: [Double] = []
    }

    @MainActor
    private func measure(loaded count: Int) async throws -> Figures {
        let profile = try BenchProfile(messages: messages)
        defer { profile.remove() }
        let model = ChatViewModel(profile.conversation, service: profile.client)
        let connection = Task { try await profile.client.run() }
        let observing = Task { await model.observe() }
        defer {
            connection.cancel()
            observing.cancel()
        }
        while !model.isOnline || model.rows.isEmpty { await changed(model) }
        while model.messages.count < count, model.hasOlder { await model.loadOlder() }
        guard model.messages.count >= min(count, messages) else {
            throw BenchFailure("screen: \(model.messages.count) messages are loaded")
        }
        var figures = try await arrive(profile, model)
        observing.cancel()
        await observing.value
        figures.screen = try await take(profile, model)
        return figures
    }

    @MainActor
    private func arrive(_ profile: BenchProfile, _ model: ChatViewModel) async throws -> Figures {
        let clock = ContinuousClock()
        var figures = Figures(cpuMs: 0)
        // The first ones fill caches.
        var cpu = 0.0
        for number in 0..<(arrivals + 20) {
            if number == 20 { cpu = ProcessFigures.own.cpuSeconds ?? 0 }
            let start = clock.now
            let message = profile.arrive()
            while model.rows.last?.message?.id != message { await changed(model) }
            if number >= 20 { figures.total.append((clock.now - start) / .milliseconds(1)) }
        }
        figures.cpuMs = ((ProcessFigures.own.cpuSeconds ?? 0) - cpu) * 1_000 / Double(arrivals)
        return figures
    }

    /// The screen's part alone: messages that are stored before it looks.
    @MainActor
    private func take(_ profile: BenchProfile, _ model: ChatViewModel) async throws -> [Double] {
        let clock = ContinuousClock()
        var times: [Double] = []
        for _ in 0..<arrivals {
            // A list on the screen holds the rows that it shows.
            let shown = model.rows
            let message = profile.arrive()
            try await profile.stored(message)
            let start = clock.now
            await model.load()
            times.append((clock.now - start) / .milliseconds(1))
            guard model.rows.count > shown.count else { throw BenchFailure("screen: a message is not shown") }
        }
        return times
    }

    /// Waits until the rows or the connection change.
    @MainActor
    private func changed(_ model: ChatViewModel) async {
        await withCheckedContinuation { continuation in
            withObservationTracking {
                _ = (model.lastChange, model.isOnline, model.isLoading)
            } onChange: {
                continuation.resume()
            }
        }
    }
}
