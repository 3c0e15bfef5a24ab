import NexusCore

/// The results of a scenario: figures by name, in order.
public struct BenchReport: Sendable {
    public enum Value: Sendable {
        case number(Double)
        case count(Int)
        case percentiles([(String, Double)])

        fileprivate var parts: [Double] {
            switch self {
            case .number(let number): [number]
            case .count(let count): [Double(count)]
            case .percentiles(let parts): parts.map { $0.1 }
            }
        }
    }

    public let scenario: String
    public private(set) var figures: [(name: String, value: Value)] = []

    public init(scenario: String) { self.scenario = scenario }

    mutating func add(_ name: String, _ value: Double) { figures.append((name, .number(value))) }
    mutating func add(_ name: String, _ value: Int) { figures.append((name, .count(value))) }
    mutating func add(_ name: String, _ value: Percentiles) {
        figures.append((name, .percentiles([("p50", value.p50), ("p95", value.p95), ("p99", value.p99)])))
    }

    /// Copies a figure of another report under another name; a no-op if it is missing.
    mutating func add(_ name: String, of other: BenchReport, as newName: String) {
        guard let figure = other.figures.first(where: { $0.name == name }) else { return }
        figures.append((newName, figure.value))
    }

    /// The middle of several runs, figure by figure.
    public static func median(of reports: [BenchReport]) -> BenchReport? {
        guard let first = reports.first else { return nil }
        var result = BenchReport(scenario: first.scenario)
        result.add("runs", reports.count)
        for (position, figure) in first.figures.enumerated() {
            let values = reports.compactMap { $0.figures.count > position ? $0.figures[position].value : nil }
            result.figures.append((figure.name, middle(of: values)))
        }
        return result
    }

    private static func middle(of values: [Value]) -> Value {
        func middle(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }
        switch values[0] {
        case .number: return .number(middle(values.map { $0.parts[0] }))
        case .count: return .count(Int(middle(values.map { $0.parts[0] })))
        case .percentiles(let names):
            return .percentiles(names.indices.map { part in (names[part].0, middle(values.map { $0.parts[part] })) })
        }
    }

    /// One line per figure, for readers.
    public var text: String {
        var lines = [scenario]
        for (name, value) in figures {
            switch value {
            case .number(let number): lines.append("  \(name): \(BenchReport.rounded(number))")
            case .count(let count): lines.append("  \(name): \(count)")
            case .percentiles(let parts):
                let text = parts.map { "\($0.0) \(BenchReport.rounded($0.1))" }.joined(separator: ", ")
                lines.append("  \(name): \(text)")
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func rounded(_ number: Double) -> String {
        let factor = number.magnitude >= 100 ? 1.0 : 1_000.0
        let value = (number * factor).rounded() / factor
        return value.rounded() == value ? String(Int(value)) : String(value)
    }
}

extension BenchReport: JSONEncodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("scenario", scenario)
        for (name, value) in figures {
            writer.key(name)
            switch value {
            case .number(let number): writer.double(number)
            case .count(let count): writer.int(Int64(count))
            case .percentiles(let parts):
                writer.beginObject()
                for (name, value) in parts {
                    writer.key(name)
                    writer.double(value)
                }
                writer.endObject()
            }
        }
        writer.endObject()
    }
}

/// The middle and the tail of many samples.
struct Percentiles: Sendable {
    let p50: Double
    let p95: Double
    let p99: Double

    init(_ samples: [Double]) {
        let sorted = samples.sorted()
        func at(_ part: Double) -> Double {
            sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
        }
        p50 = at(0.50)
        p95 = at(0.95)
        p99 = at(0.99)
    }
}

/// A failed measurement: a message lost, duplicated or out of order, or a server that did not answer.
public struct BenchFailure: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
