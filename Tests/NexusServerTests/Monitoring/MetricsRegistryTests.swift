import Metrics
import NexusServer
import Testing

@Suite("The metrics page")
struct MetricsRegistryTests {
    let registry = MetricsRegistry()

    @Test("shows counters and gauges with their descriptions")
    func countersAndGauges() {
        registry.gauge("nexus_waiting", "Waiting.").set(-3)
        let frames = registry.counter("nexus_frames_total", "Frames.")
        frames.add()
        frames.add(4)
        #expect(
            registry.text == """
                # HELP nexus_frames_total Frames.
                # TYPE nexus_frames_total counter
                nexus_frames_total 5
                # HELP nexus_waiting Waiting.
                # TYPE nexus_waiting gauge
                nexus_waiting -3

                """)
    }

    @Test("a counter never falls")
    func counterNeverFalls() {
        let counter = registry.counter("total", "")
        counter.add(2)
        counter.add(-1)
        #expect(counter.value == 2)
    }

    @Test("reads external values when the page is requested")
    func pulled() {
        let kept = MetricGauge()
        registry.gauge("kept", "Kept elsewhere.") { Double(kept.value) / 2 }
        kept.set(5)
        #expect(registry.text.hasSuffix("\nkept 2.5\n"))
    }

    @Test("distinguishes the series of a metric by labels, in any order")
    func labels() {
        registry.counter("requests_total", "Requests.", labels: [("method", "GET"), ("code", "200")]).add()
        registry.counter("requests_total", "Requests.", labels: [("code", "200"), ("method", "GET")]).add()
        registry.counter("requests_total", "Requests.", labels: [("code", "404"), ("method", "GET")]).add()
        #expect(
            registry.text == """
                # HELP requests_total Requests.
                # TYPE requests_total counter
                requests_total{code="200",method="GET"} 2
                requests_total{code="404",method="GET"} 1

                """)
    }

    @Test("a histogram counts at and below each bound, with its unit")
    func histogram() {
        let sizes = registry.histogram(
            MetricHistogram(bounds: [200, 100], scale: 0.5), "sizes", "Sizes.", labels: [("kind", "a")])
        for size: Int64 in [1, 100, 101, 500] { sizes.record(size) }
        #expect(
            registry.text == """
                # HELP sizes Sizes.
                # TYPE sizes histogram
                sizes_bucket{kind="a",le="50"} 2
                sizes_bucket{kind="a",le="100"} 3
                sizes_bucket{kind="a",le="+Inf"} 4
                sizes_sum{kind="a"} 351
                sizes_count{kind="a"} 4

                """)
    }

    @Test("durations are shown in seconds")
    func durations() {
        let durations = registry.durations("wait_seconds", "")
        durations.record(.milliseconds(3))
        #expect(durations.snapshot.count == 1)
        #expect(registry.text.contains("wait_seconds_bucket{le=\"0.002\"} 0\n"))
        #expect(registry.text.contains("wait_seconds_bucket{le=\"0.005\"} 1\n"))
        #expect(registry.text.contains("wait_seconds_sum 0.003\n"))
    }

    @Test("infinite durations and values are recorded without a trap")
    func extremes() {
        let durations = registry.durations("wait_seconds", "")
        durations.record(Duration(secondsComponent: .max, attosecondsComponent: 0))
        durations.record(Double.infinity)
        durations.record(-Double.infinity)
        durations.record(Double.nan)
        #expect(durations.snapshot.count == 4)
    }

    @Test("labels and descriptions are escaped")
    func escaping() {
        registry.counter("a b\n", "two\nlines", labels: [("x y", "\"\\\n")]).add()
        #expect(
            registry.text == """
                # HELP a_b_ two\\nlines
                # TYPE a_b_ counter
                a_b_{x_y="\\"\\\\\\n"} 1

                """)
    }

    @Test("a name used for another kind leaves the page unchanged")
    func otherKind() {
        registry.counter("thing", "").add(1)
        registry.gauge("thing", "").set(9)
        #expect(registry.text == "# TYPE thing counter\nthing 1\n")
    }

    @Test("the page is bounded: series beyond the limit work but are not shown")
    func bounded() {
        for number in 0..<2_100 { registry.counter("n", "", labels: [("i", "\(number)")]).add() }
        #expect(registry.text.split(separator: "\n").count == 2_001)
    }

    @Test("metrics of libraries through swift-metrics are on the same page")
    func factory() {
        Counter(label: "lib.calls", dimensions: [("kind", "x")], factory: registry).increment(by: 2)
        Gauge(label: "lib.level", factory: registry).record(1.5)
        Timer(label: "lib.time", factory: registry).recordMilliseconds(1)
        let meter = Meter(label: "lib.active", factory: registry)
        meter.increment(by: 3)
        meter.decrement(by: 1)
        let text = registry.text
        #expect(text.contains("lib_calls{kind=\"x\"} 2\n"))
        #expect(text.contains("lib_level 1.5\n"))
        #expect(text.contains("lib_time_count 1\n"))
        #expect(text.contains("lib_active 2\n"))
    }

    @Test("shows the resource use of the process")
    func process() {
        registry.registerProcess()
        #expect(registry.text.contains("# TYPE process_cpu_seconds_total counter"))
        #if os(Linux)
            let line = registry.text.split(separator: "\n").last { $0.hasPrefix("process_resident_memory_bytes") }
            #expect(line.flatMap { Double($0.split(separator: " ")[1]) } ?? 0 > 1_000_000)
        #endif
    }
}
