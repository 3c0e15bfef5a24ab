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
            Every option can also be given in the environment, or in a file of settings: --config, NEXUS_CONFIG, or nexus.yaml in
            the data folder. The environment overrides the file, and options override both. The app's keys and the token have no
            option: NEXUS_APNS_KEY_FILE, NEXUS_APNS_KEY_ID, NEXUS_APNS_TEAM, NEXUS_APNS_TOPIC, NEXUS_FCM_ACCOUNT_FILE,
            NEXUS_PUSH_ROOTS, NEXUS_RELAY_TOKEN.
            """)

    @Option(help: "The address to listen on.")
    var host: String = ServerEnvironment.text("NEXUS_HOST") ?? "127.0.0.1"

    @Option(help: "The port to listen on; 0 picks a free one.")
    var port: Int = ServerEnvironment.number("NEXUS_PORT") ?? 8490

    @Option(help: "The folder of the list of servers; created if missing.")
    var data: String = ServerEnvironment.text("NEXUS_DATA") ?? "relay"

    @Option(help: "Pushes that each server may send a minute, and at once.")
    var pushesPerMinute: Int = ServerEnvironment.number("NEXUS_RELAY_PUSHES_PER_MINUTE") ?? 3_000

    @Flag(inversion: .prefixedNo, help: "Trust X-Forwarded-For: only behind a proxy that sets it.")
    var trustProxy: Bool = ServerEnvironment.text("NEXUS_TRUST_PROXY") == "on"

    @OptionGroup var tls: TLSOptions

    @OptionGroup var log: LogOptions

    @OptionGroup var file: SettingsFileOptions

    func validate() throws { try ServerEnvironment.checkFlags() }

    func run() async throws {
        let output = log.output
        LoggingSystem.bootstrap { output.handler(label: $0) }
        let logger = Logger(label: "nexus.relay")
        let manager = ServiceManager()
        let application: RelayApplication
        do {
            let settings = try configuration()
            try DataFolder.prepare(data, logger)
            application = try RelayApplication(settings, logger: logger) { port in
                let shown = host == "0.0.0.0" || host == "::" ? "127.0.0.1" : host
                let scheme = tls.files == nil ? "http" : "https"
                let url = "\(scheme)://\(shown.contains(":") ? "[\(shown)]" : shown):\(port)"
                Output.line("The relay is listening on \(url)")
                manager?.tell(.ready("Listening on \(url)"))
            }
        } catch let error as PushSettingsError {
            throw CommandProblem(error.text)
        } catch let error as TLSFilesError {
            throw CommandProblem(error.text)
        } catch let error as DatabaseError {
            throw CommandProblem("The database in \"\(data)\" cannot be opened. \(error.text)")
        }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [
                    SettingsReload(output, manager, logger, reloadCertificate: application.reloadCertificate),
                    application, ServiceReports(to: manager, responds: application.respond),
                ],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
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
            environment: ServerEnvironment.all
        ) {
            Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
        }
        configuration.transport.host = host
        configuration.transport.port = port
        configuration.transport.tls = tls.files
        configuration.trustsProxy = trustProxy
        configuration.pushesPerMinute = pushesPerMinute
        return configuration
    }
}
