import NexusCore
import Synchronization

/// What the language model has read for insights since the server started.
final class ModelReadingCounters: Sendable {
    private struct State {
        var windows = 0
        var failures = 0
        var kept = 0
        var refused = 0
        /// Of the last window; nil if it was read.
        var failure: Refusal?
    }

    private let state = Mutex(State())

    func windowEnded(failure: Refusal?) {
        state.withLock { state in
            if failure == nil { state.windows += 1 } else { state.failures += 1 }
            state.failure = failure
        }
    }

    func count(_ kept: Int, refused: Int) {
        state.withLock { state in
            state.kept += kept
            state.refused += refused
        }
    }

    /// Windows read and failed, records that held and did not.
    var numbers: (windows: Int, failures: Int, kept: Int, refused: Int) {
        state.withLock { ($0.windows, $0.failures, $0.kept, $0.refused) }
    }

    var health: HealthPart {
        guard let failure = state.withLock({ $0.failure }) else { return HealthPart("extraction", .ok) }
        return HealthPart(
            "extraction", .degraded,
            reason: "The language model did not read the last messages for insights (\(failure.code.text)). "
                + "Rules and the trained reader do.")
    }

    func register(in registry: MetricsRegistry) {
        registry.counter(
            "nexus_extraction_windows_total", "Windows of messages that the language model read for insights."
        ) { [self] in Double(numbers.windows) }
        registry.counter("nexus_extraction_failures_total", "Windows whose request failed.") { [self] in
            Double(numbers.failures)
        }
        registry.counter("nexus_extraction_records_total", "Records of the language model that passed the check.") {
            [self] in Double(numbers.kept)
        }
        registry.counter("nexus_extraction_refused_total", "Records of the language model that did not.") { [self] in
            Double(numbers.refused)
        }
    }
}
