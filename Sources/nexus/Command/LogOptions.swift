import ArgumentParser
import Logging
import NexusServer

/// The server's log.
struct LogOptions: ParsableArguments {
    @Option(help: "trace, debug, info, notice, warning, error or critical.")
    var logLevel: String = ServerEnvironment.text("NEXUS_LOG_LEVEL") ?? "notice"

    @Option(help: "text, or json for an object on each line.")
    var logFormat: String = ServerEnvironment.text("NEXUS_LOG_FORMAT") ?? "text"

    var output: LogOutput {
        LogOutput(
            level: Logger.Level(rawValue: logLevel) ?? .notice, format: LogOutput.Format(rawValue: logFormat) ?? .text)
    }
}
