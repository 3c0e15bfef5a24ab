import Foundation
import Logging
import NexusCore

/// One event of the log. Whatever its texts hold, it stays one line.
struct LogLine: Sendable {
    /// The name under which Hummingbird keeps the identifier of a request.
    static let requestKey = "hb.request.id"
    /// RFC 3339 in UTC, with milliseconds.
    static let stampStyle = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    var time: Date
    var level: Logger.Level
    var label: String
    var source: String
    var message: String
    var metadata: Logger.Metadata

    func text(_ format: LogOutput.Format) -> String {
        switch format {
        case .text: plain
        case .json: json
        }
    }

    private var plain: String {
        let fields = metadata.sorted { $0.key < $1.key }
            .map { " \(LogLine.name(of: $0.key))=\(LogLine.oneLine("\($0.value)"))" }.joined()
        return "\(stamp) \(level) \(label):\(LogLine.oneLine(fields)) [\(source)] \(LogLine.oneLine(message))"
    }

    private var json: String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.field("time", stamp)
        writer.field("level", level.rawValue)
        writer.field("label", label)
        writer.field("source", source)
        writer.field("message", message)
        if let request = metadata[LogLine.requestKey] { writer.field("request", "\(request)") }
        let others = metadata.filter { $0.key != LogLine.requestKey }
        if !others.isEmpty {
            writer.key("metadata")
            LogLine.write(others, to: &writer)
        }
        writer.endObject()
        return writer.text
    }

    private static func write(_ metadata: Logger.Metadata, to writer: inout JSONWriter) {
        writer.beginObject()
        for (name, value) in metadata.sorted(by: { $0.key < $1.key }) {
            writer.key(name)
            write(value, to: &writer)
        }
        writer.endObject()
    }

    private static func write(_ value: Logger.Metadata.Value, to writer: inout JSONWriter) {
        switch value {
        case .string(let text): writer.string(text)
        case .stringConvertible(let value): writer.string("\(value)")
        case .dictionary(let metadata): write(metadata, to: &writer)
        case .array(let values):
            writer.beginArray()
            for value in values { write(value, to: &writer) }
            writer.endArray()
        }
    }

    private var stamp: String { time.formatted(LogLine.stampStyle) }

    private static func name(of key: String) -> String { key == requestKey ? "request" : key }

    /// Escapes line ends and other control characters, so that no text can pass for a line of its own.
    private static func oneLine(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if isControl(scalar) {
                result += scalar.escaped(asASCII: true)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .format: true
        default: false
        }
    }
}
