import ArgumentParser
import Foundation
import Logging
import NIOCore
import NexusBus
import NexusCore
import NexusDatabase
import NexusIntelligence
import NexusServer
import ServiceLifecycle
import UnixSignals

/// `nexus serve`: the server, on an embedded database in a data folder or on PostgreSQL.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the server.",
        discussion: """
            Every option can also be given in the environment, or in a file of settings: --config, NEXUS_CONFIG, or nexus.yaml in
            the data folder. The environment overrides the file, and options override both. Some settings, such as those of a mail
            server and a language model, have no option. "nexus config" lists all, with what holds and where it comes from.
            """)

    @Option(help: "The address to listen on.")
    var host: String = ServerEnvironment.text("NEXUS_HOST") ?? "127.0.0.1"

    @Option(help: "The port to listen on; 0 picks a free one.")
    var port: Int = ServerEnvironment.number("NEXUS_PORT") ?? 8480

    @Option(help: "The folder of the database; created if missing.")
    var data: String = ServerEnvironment.text("NEXUS_DATA") ?? "data"

    @Option(
        help:
            "A PostgreSQL database in place of SQLite, as postgres://USER@HOST/NAME; with a password rather NEXUS_DATABASE."
    )
    var database: String?

    @Flag(inversion: .prefixedNo, help: "Wait while another server has the PostgreSQL database, and take its place.")
    var standby = ServerEnvironment.text("NEXUS_DATABASE_STANDBY") == "on"

    @Flag(
        inversion: .prefixedNo,
        help: "Share the PostgreSQL database with other servers, all of which are started with this.")
    var nodes = ServerEnvironment.text("NEXUS_DATABASE_NODES") == "on"
    @Option(help: "A server of NATS that nodes of one PostgreSQL database tell each other over. Repeatable.")
    var bus: [String] = ServerEnvironment.list("NEXUS_BUS_URL")

    @Option(help: "The folder of the web client, or none; without it the installed one, if there is one.")
    var web: String?

    @Option(help: "An additional origin whose pages may use the server. Repeatable.")
    var allowOrigin: [String] = ServerEnvironment.list("NEXUS_ALLOWED_ORIGINS")

    @Option(help: "The only address at which browsers are served, such as https://chat.example.org.")
    var publicURL: String?

    @OptionGroup var tls: TLSOptions

    @OptionGroup var log: LogOptions

    @OptionGroup var file: SettingsFileOptions

    @Option(help: "Connections in all, within the system's limit of open files.")
    var maxConnections: Int = ServerEnvironment.number("NEXUS_MAX_CONNECTIONS") ?? 20_000

    @Option(help: "Connections per address, except live sockets.")
    var connectionsPerAddress: Int = ServerEnvironment.number("NEXUS_CONNECTIONS_PER_ADDRESS") ?? 256

    @Flag(inversion: .prefixedNo, help: "Limit how often people may sign up, sign in and post.")
    var rateLimits: Bool = ServerEnvironment.text("NEXUS_RATE_LIMITS") != "off"

    @Flag(
        inversion: .prefixedNo, help: "Trust X-Forwarded-For and X-Forwarded-Proto: only behind a proxy that sets them."
    )
    var trustProxy: Bool = ServerEnvironment.text("NEXUS_TRUST_PROXY") == "on"

    @Option(help: "Event-loop threads; 0 means one per core.")
    var threads: Int = ServerEnvironment.number("NEXUS_THREADS") ?? 0

    @Option(help: "Base-two logarithm of scrypt's cost, 4 to 20. Below 15 only in tests.")
    var passwordCost: Int = ServerEnvironment.number("NEXUS_PASSWORD_COST") ?? 15

    @Option(help: "Media quota per person, in MiB.")
    var mediaPerPerson: Int = ServerEnvironment.number("NEXUS_MEDIA_PER_PERSON") ?? 5_120

    @Option(help: "Media quota of the server, in MiB.")
    var mediaTotal: Int = ServerEnvironment.number("NEXUS_MEDIA_TOTAL") ?? 102_400

    @Option(help: "The default time zone of writers, a name of the tz database such as Europe/Berlin.")
    var zone: String = ServerEnvironment.text("NEXUS_ZONE") ?? TimeZone.current.identifier

    @Flag(inversion: .prefixedNo, help: "Add a small demo team, unless it exists.")
    var demo = ServerEnvironment.text("NEXUS_DEMO") == "on"

    @Option(help: "With open, everyone may open an account while the server runs: for trials and tests.")
    var join: JoinOption?

    @OptionGroup var backups: BackupOptions

    /// What `--join` takes.
    enum JoinOption: String, ExpressibleByArgument {
        case open
    }

    /// The demo team is there to be tried.
    var isOpenToEveryone: Bool { join == .open || demo || ServerEnvironment.text("NEXUS_JOIN") == "open" }

    /// Nil for SQLite.
    var postgres: String? { database ?? ServerEnvironment.text("NEXUS_DATABASE") }

    var publicName: String? { publicURL ?? ServerEnvironment.text("NEXUS_PUBLIC_URL") }

    /// Nil serves the API alone.
    var webFolder: String? {
        guard let named = web ?? ServerEnvironment.text("NEXUS_WEB") else { return ProgramResources.own.web }
        return named == "none" ? nil : named
    }

    func validate() throws {
        try ServerEnvironment.checkFlags()
        if let publicName, PublicAddress(publicName) == nil {
            throw ValidationError("\"\(publicName)\" is not the address of a server, as https://chat.example.org.")
        }
        try tls.check(publicName: publicName)
        if standby, postgres == nil {
            throw ValidationError("--standby needs a PostgreSQL database: --database or NEXUS_DATABASE.")
        }
        if nodes, postgres == nil {
            throw ValidationError("--nodes needs a PostgreSQL database: --database or NEXUS_DATABASE.")
        }
        if nodes, standby {
            throw ValidationError("--nodes and --standby cannot be together: nodes work at the same time.")
        }
        if nodes, demo { throw ValidationError("--demo and --nodes cannot be together.") }
        if standby, demo { throw ValidationError("--demo and --standby cannot be together.") }
        guard TimeZone(identifier: zone) != nil else { throw ValidationError("There is no time zone \"\(zone)\".") }
    }

    func run() async throws {
        let output = log.output
        LoggingSystem.bootstrap { output.handler(label: $0) }
        let logger = Logger(label: "nexus")
        let manager = ServiceManager()
        try DataFolder.prepare(data, logger)
        let server: ServedApplication
        do {
            var settings = try configuration { throw $0 }
            settings.transport.maximumConnections = try connections(logger)
            if demo {
                try await DemoTeam.fill(
                    settings.database, passwordCostLog2: settings.passwordCostLog2, now: settings.now)
            }
            server = ServedApplication(standby: databaseStandby(settings, logger), manager, logger) { [settings] in
                try NexusApplication(settings, logger: logger) { port in
                    announce(port: port)
                    manager?.tell(.ready("Listening on \(url(port: port))"))
                }
            }
            if !standby { try server.open() }
        } catch {
            throw problem(of: error)
        }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [
                    SettingsReload(output, manager, logger, reloadCertificate: server.reloadCertificate),
                    server, ServiceReports(to: manager, responds: server.respond),
                ],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        do {
            try await group.run()
        } catch let error as IOError {
            throw CommandProblem(
                "The server cannot listen on \(host) port \(port): \(String(cString: strerror(error.errnoCode)).lowercased())."
            )
        } catch {
            throw problem(of: error)
        }
    }

    /// What keeps the server from starting, or ended it, for the operator.
    private func problem(of error: any Error) -> any Error {
        switch error {
        case let error as DatabaseError:
            CommandProblem(DatabasePlace.text(of: error, postgres: postgres, data: data, hasStandby: standby))
        case let error as BackupProblem: CommandProblem(error.text)
        case let error as BusSettingsError: CommandProblem(error.text)
        case let error as NatsError: CommandProblem(error.text)
        case let error as ChatSettingsError: CommandProblem(error.text)
        case let error as ProviderSettingsError: CommandProblem(error.text)
        case let error as PushSettingsError: CommandProblem(error.text)
        case let error as MailSettingsError: CommandProblem(error.text)
        case let error as S3SettingsError: CommandProblem(error.text)
        case let error as TLSFilesError: CommandProblem(error.text)
        case let error as WebFolderError:
            CommandProblem("The web client in \"\(webFolder ?? "")\" cannot be served. \(error.text)")
        default: error
        }
    }

    /// The configured number of connections, within the system's limit of open files.
    private func connections(_ logger: Logger) throws -> Int {
        let budget = DescriptorBudget.raised(eventLoops: threads > 0 ? threads : System.coreCount)
        guard budget.connections >= DescriptorBudget.leastConnections else {
            throw CommandProblem(
                "The system lets this process open \(budget.limit) files, and the server needs "
                    + "\(budget.reserved + DescriptorBudget.leastConnections). Raise it (ulimit -n, or LimitNOFILE of systemd)."
            )
        }
        if budget.connections < maxConnections {
            logger.notice(
                "the limit of open files allows fewer connections than configured",
                metadata: [
                    "files": "\(budget.limit)", "connections": "\(budget.connections)", "wanted": "\(maxConnections)",
                ])
        }
        return min(maxConnections, budget.connections)
    }

    /// The server's address on this machine.
    private func url(port: Int) -> String {
        let shown = host == "0.0.0.0" || host == "::" ? "127.0.0.1" : host
        return "http\(tls.files == nil ? "" : "s")://\(shown.contains(":") ? "[\(shown)]" : shown):\(port)"
    }

    /// Says where the server is, and what to do next.
    private func announce(port: Int) {
        let url = url(port: port)
        let program = CommandLine.arguments[0]
        Output.line("Nexus is listening on \(url)")
        let hasWeb = webFolder != nil
        if let link = SetupLink.text(data: data, server: publicName ?? url, isPostgres: postgres != nil) {
            if hasWeb { Output.line("Set it up in a browser:") }
            if hasWeb { Output.line("  \(link)") }
            Output.line(hasWeb ? "or in another terminal:" : "Set it up in another terminal:")
            Output.line(
                "  \(program) setup \"\(link)\" --name \"Your Name\" --email you@example.org --team \"Your Team\"")
            return
        }
        if hasWeb { Output.line("Open it in a browser, or use a terminal.") }
        if demo {
            Output.line("The demo team, all with the password \(DemoTeam.password):")
            for (name, email) in DemoTeam.people { Output.line("  \(name) <\(email)>") }
            Output.line("Next, in another terminal:")
            Output.line(
                "  NEXUS_PASSWORD=\(DemoTeam.password) \(program) login --server \(url) --email \(DemoTeam.people[0].email)"
            )
            Output.line("  \(program) conversations")
        } else {
            Output.line("Next, in another terminal:")
            let verb = isOpenToEveryone ? "signup --name \"Your Name\"" : "login"
            Output.line("  \(program) \(verb) --server \(url) --email you@example.org")
        }
    }
}
