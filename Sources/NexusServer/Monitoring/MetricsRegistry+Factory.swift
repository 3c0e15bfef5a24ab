import Metrics

/// Puts metrics of libraries through swift-metrics on the same page. The executable passes the registry to
/// `MetricsSystem.bootstrap`, once in a process.
extension MetricsRegistry: MetricsFactory {
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        counter(label, "", labels: dimensions)
    }

    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        fraction(label, labels: dimensions)
    }

    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        guard aggregate else { return fraction(label, labels: dimensions) }
        let powersOfTen = (0...9).map { power in (0..<power).reduce(Int64(1)) { value, _ in value * 10 } }
        return histogram(MetricHistogram(bounds: powersOfTen), label, "", labels: dimensions)
    }

    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        durations(label, "", labels: dimensions)
    }

    // A series lives as long as the process, and a second request must find it.
    public func destroyCounter(_ handler: any CounterHandler) {}
    public func destroyMeter(_ handler: any MeterHandler) {}
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    public func destroyTimer(_ handler: any TimerHandler) {}
}
