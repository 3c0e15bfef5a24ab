/// Prometheus' text format, as it is written.
struct MetricsText {
    private(set) var text = ""

    mutating func append(_ name: String, _ family: MetricsRegistry.Family) {
        if !family.help.isEmpty { text += "# HELP \(name) \(MetricsText.escaped(family.help, quotes: false))\n" }
        text += "# TYPE \(name) \(family.kind.rawValue)\n"
        for (labels, source) in family.series.sorted(by: { $0.key < $1.key }) {
            switch source {
            case .counter(let counter): line(name, labels, "\(counter.value)")
            case .gauge(let gauge): line(name, labels, "\(gauge.value)")
            case .fraction(let gauge): line(name, labels, MetricsText.number(gauge.value))
            case .read(let read): line(name, labels, MetricsText.number(read()))
            case .histogram(let histogram): append(name, labels, histogram)
            }
        }
    }

    private mutating func append(_ name: String, _ labels: String, _ histogram: MetricHistogram) {
        let snapshot = histogram.snapshot
        let prefix = labels.isEmpty ? "" : labels + ","
        for (bound, count) in zip(histogram.bounds, snapshot.cumulative) {
            line(name + "_bucket", prefix + "le=\"\(MetricsText.number(Double(bound) * histogram.scale))\"", "\(count)")
        }
        line(name + "_bucket", prefix + "le=\"+Inf\"", "\(snapshot.count)")
        line(name + "_sum", labels, MetricsText.number(Double(snapshot.sum) * histogram.scale))
        line(name + "_count", labels, "\(snapshot.count)")
    }

    private mutating func line(_ name: String, _ labels: String, _ value: String) {
        text += labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(labels)} \(value)\n"
    }

    // MARK: Words

    /// A name with each character that Prometheus forbids replaced by `_`.
    static func name(_ name: String) -> String {
        let characters = name.unicodeScalars.map { scalar -> Character in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_", ":": Character(scalar)
            default: "_"
            }
        }
        return characters.first.map { $0.isNumber ? "_" + String(characters) : String(characters) } ?? "_"
    }

    /// Labels for the braces, ordered by name.
    static func labels(_ labels: MetricsRegistry.Labels) -> String {
        labels.sorted { $0.0 < $1.0 }
            .map { "\(name($0.0))=\"\(escaped($0.1, quotes: true))\"" }
            .joined(separator: ",")
    }

    static func escaped(_ text: String, quotes: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        if let whole = Int64(exactly: value) { return "\(whole)" }
        return "\(value)"
    }
}
