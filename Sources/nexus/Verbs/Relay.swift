import ArgumentParser
import Foundation
import Logging
import NIOCore
import NexusCore
import NexusDatabase
import NexusServer
import ServiceLifecycle
import UnixSignals

/// `nexus relay`: hands push notifications of other servers to a published app (docs/relay.md).
struct Relay: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay", abstract: "Run a push relay for servers without the keys of a published app.",
        discussion: """
            The app's keys are named in the environment, as for a server: NEXUS_APNS_KEY_FILE, NEXUS_APNS_KEY_ID, NEXUS_APNS_TEAM,
            NEXUS_APNS_TOPIC, NEXUS_FCM_ACCOUNT_FILE, NEXUS_PUSH_ROOTS. With NEXUS_RELAY_TOKEN servers register with that token alone.
            """)

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 picks a free one.")
    var port = 8490

    @Option(help: "The folder of the list of servers; created if missing.")
    var data = "relay"

    @Option(help: "Pushes that each server may send a minute, and at once.")
    var pushesPerMinute = 3_000

    @Flag(help: "Trust X-Forwarded-For: only behind a proxy that sets it.")
    var trustProxy = false

    @Option(help: "trace, debug, info, notice, warning, error or critical.")
    var logLevel = "notice"

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("A port is 0 to 65535, not \(port).") }
        guard (1...10_000_000).contains(pushesPerMinute) else {
            throw ValidationError("Pushes a minute are 1 to 10000000.")
        }
        guard Logger.Level(rawValue: logLevel) != nil else {
            throw ValidationError("There is no log level \"\(logLevel)\".")
        }
    }

    func run() async throws {
        LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
        var logger = Logger(label: "nexus.relay")
        logger.logLevel = Logger.Level(rawValue: logLevel) ?? .notice
        let application: RelayApplication
        do {
            let settings = try configuration()
            try DataFolder.prepare(data, logger)
            application = try RelayApplication(settings, logger: logger) { port in
                let shown = host == "0.0.0.0" || host == "::" ? "127.0.0.1" : host
                Output.line(
                    "The relay is listening on http://\(shown.contains(":") ? "[\(shown)]" : shown):\(port)")
            }
        } catch let error as PushSettingsError {
            throw CommandProblem(error.text)
        } catch let error as DatabaseError {
            throw CommandProblem("The database in \"\(data)\" cannot be opened. \(error.text)")
        }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [application], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        do {
            try await group.run()
        } catch let error as IOError {
            throw CommandProblem(
                "The relay cannot listen on \(host) port \(port): \(String(cString: strerror(error.errnoCode)).lowercased())."
            )
        }
    }

    private func configuration() throws -> RelayConfiguration {
        var configuration = try RelayConfiguration(
            database: DatabaseConfiguration(storage: .file(data + "/relay.sqlite")),
            environment: ProcessInfo.processInfo.environment
        ) {
            Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
        }
        configuration.transport.host = host
        configuration.transport.port = port
        configuration.trustsProxy = trustProxy
        configuration.pushesPerMinute = pushesPerMinute
        return configuration
    }
}
