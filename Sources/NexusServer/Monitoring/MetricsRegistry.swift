import Synchronization

/// Every metric of a server, and their page in Prometheus' text format
/// (https://prometheus.io/docs/instrumenting/exposition_formats).
///
/// Registering takes a lock and is for set-up; registered metrics are then used without one. The same name and labels
/// return the same metric.
public final class MetricsRegistry: Sendable {
    /// Labels that distinguish the series of one metric. They must come from the code, never from a request, or the
    /// page grows without bound.
    public typealias Labels = [(String, String)]

    /// Series that a page may have. Past it new ones work, but are not shown.
    static let seriesLimit = 2_000

    enum Source: Sendable {
        case counter(MetricCounter)
        case gauge(MetricGauge)
        case fraction(FractionGauge)
        case histogram(MetricHistogram)
        case read(@Sendable () -> Double)
    }

    enum Kind: String, Sendable { case counter, gauge, histogram }

    struct Family: Sendable {
        var help: String
        var kind: Kind
        /// By the labels as they are written.
        var series: [String: Source] = [:]
    }

    private struct State {
        var families: [String: Family] = [:]
        var seriesCount = 0
    }

    private let state = Mutex(State())

    public init() {}

    // MARK: Registering

    public func counter(_ name: String, _ help: String, labels: Labels = []) -> MetricCounter {
        let made = MetricCounter()
        guard case .counter(let counter) = register(.counter(made), .counter, name, help, labels) else { return made }
        return counter
    }

    /// A counter stored elsewhere, read with the page.
    public func counter(
        _ name: String, _ help: String, labels: Labels = [], read: @escaping @Sendable () -> Double
    ) {
        _ = register(.read(read), .counter, name, help, labels)
    }

    public func gauge(_ name: String, _ help: String, labels: Labels = []) -> MetricGauge {
        let made = MetricGauge()
        guard case .gauge(let gauge) = register(.gauge(made), .gauge, name, help, labels) else { return made }
        return gauge
    }

    /// A gauge stored elsewhere, read with the page.
    public func gauge(
        _ name: String, _ help: String, labels: Labels = [], read: @escaping @Sendable () -> Double
    ) {
        _ = register(.read(read), .gauge, name, help, labels)
    }

    /// A histogram of durations.
    public func durations(_ name: String, _ help: String, labels: Labels = []) -> MetricHistogram {
        histogram(.durations, name, help, labels: labels)
    }

    public func histogram(
        _ made: MetricHistogram, _ name: String, _ help: String, labels: Labels = []
    ) -> MetricHistogram {
        guard case .histogram(let histogram) = register(.histogram(made), .histogram, name, help, labels) else {
            return made
        }
        return histogram
    }

    func fraction(_ name: String, labels: Labels) -> FractionGauge {
        let made = FractionGauge()
        guard case .fraction(let gauge) = register(.fraction(made), .gauge, name, "", labels) else { return made }
        return gauge
    }

    /// The source registered under that name and labels: an existing one, unless it is of another kind; the new one is
    /// then not displayed.
    private func register(_ source: Source, _ kind: Kind, _ name: String, _ help: String, _ labels: Labels) -> Source {
        let name = MetricsText.name(name)
        let key = MetricsText.labels(labels)
        return state.withLock { state in
            var family = state.families[name] ?? Family(help: help, kind: kind)
            if let known = family.series[key] { return known }
            guard family.kind == kind, state.seriesCount < MetricsRegistry.seriesLimit else { return source }
            state.seriesCount += 1
            family.series[key] = source
            state.families[name] = family
            return source
        }
    }

    // MARK: Reading

    /// All metrics in Prometheus' text format, version 0.0.4, ordered by name and labels.
    public var text: String {
        let families = state.withLock { $0.families }
        var text = MetricsText()
        for (name, family) in families.sorted(by: { $0.key < $1.key }) { text.append(name, family) }
        return text.text
    }
}
