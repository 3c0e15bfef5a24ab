import Foundation
import Logging
import Synchronization

/// Where the log goes, from which level on and in which form. Both may change while the server runs.
public final class LogOutput: Sendable {
    /// The form of a line.
    public enum Format: String, Sendable, CaseIterable {
        case text
        /// An object on each line.
        case json
    }

    private let levelIndex: Atomic<Int>
    private let formatIndex: Atomic<Int>
    private let write: Mutex<@Sendable (String) -> Void>

    /// - Parameter write: takes a line with its end; called by one thread at a time. Standard error without.
    public init(
        level: Logger.Level = .notice, format: Format = .text,
        write: @escaping @Sendable (String) -> Void = LogOutput.standardError
    ) {
        levelIndex = Atomic(Logger.Level.allCases.firstIndex(of: level) ?? 0)
        formatIndex = Atomic(Format.allCases.firstIndex(of: format) ?? 0)
        self.write = Mutex(write)
    }

    /// The least level that is logged.
    public var level: Logger.Level {
        get { Logger.Level.allCases[levelIndex.load(ordering: .relaxed)] }
        set { levelIndex.store(Logger.Level.allCases.firstIndex(of: newValue) ?? 0, ordering: .relaxed) }
    }

    public var format: Format {
        get { Format.allCases[formatIndex.load(ordering: .relaxed)] }
        set { formatIndex.store(Format.allCases.firstIndex(of: newValue) ?? 0, ordering: .relaxed) }
    }

    /// A handler that writes here, for `LoggingSystem.bootstrap`.
    public func handler(label: String) -> any LogHandler { ServerLogHandler(label: label, output: self) }

    func put(_ line: LogLine) {
        let text = line.text(format) + "\n"
        write.withLock { $0(text) }
    }

    /// Writes to standard error; a closed one is no failure of the server.
    public static let standardError: @Sendable (String) -> Void = { text in
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}

/// Hands events to the ``LogOutput``, whose level holds unless a logger has one of its own.
struct ServerLogHandler: LogHandler {
    let label: String
    let output: LogOutput
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    private var ownLevel: Logger.Level?

    init(label: String, output: LogOutput) {
        self.label = label
        self.output = output
    }

    var logLevel: Logger.Level {
        get { ownLevel ?? output.level }
        set { ownLevel = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var all = metadata
        all.merge(metadataProvider?.get() ?? [:]) { $1 }
        all.merge(event.metadata ?? [:]) { $1 }
        if let error = event.error { all["error"] = "\(error)" }
        output.put(
            LogLine(
                time: Date.now, level: event.level, label: label, source: event.source,
                message: "\(event.message)", metadata: all))
    }
}
