import ArgumentParser
import Foundation
import Logging
import NIOCore
import NexusCore
import NexusDatabase
import NexusIntelligence
import NexusServer
import ServiceLifecycle
import UnixSignals

/// `nexus serve`: the server, on an embedded database in a data folder.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the server.",
        discussion: """
            Every option can also be given in the environment: NEXUS_HOST, NEXUS_PORT, NEXUS_DATA, NEXUS_WEB,
            NEXUS_LOG_LEVEL, NEXUS_ALLOWED_ORIGINS, NEXUS_TRUST_PROXY, NEXUS_RATE_LIMITS, NEXUS_THREADS, NEXUS_PASSWORD_COST,
            NEXUS_MEDIA_PER_PERSON, NEXUS_MEDIA_TOTAL, NEXUS_MODELS, NEXUS_ZONE, NEXUS_PUBLIC_URL, NEXUS_MAX_CONNECTIONS,
            NEXUS_CONNECTIONS_PER_ADDRESS, NEXUS_JOIN.

            A mail server is named in the environment alone: NEXUS_SMTP_URL, NEXUS_SMTP_PASSWORD or NEXUS_SMTP_PASSWORD_FILE,
            NEXUS_MAIL_FROM, NEXUS_SMTP_ROOTS, NEXUS_SMTP_PLAIN.

            A language model is named in the environment alone: NEXUS_AI_URL, NEXUS_AI_MODEL, NEXUS_AI_KEY or
            NEXUS_AI_KEY_FILE, NEXUS_AI_WINDOW, NEXUS_AI_TIMEOUT; its budgets a day: NEXUS_AI_PERSON_REQUESTS,
            NEXUS_AI_PERSON_TOKENS, NEXUS_AI_SERVER_REQUESTS, NEXUS_AI_SERVER_TOKENS; its prices: NEXUS_AI_PRICE_INPUT,
            NEXUS_AI_PRICE_OUTPUT, NEXUS_AI_CURRENCY, and with them NEXUS_AI_PERSON_MONEY, NEXUS_AI_SERVER_MONEY. NEXUS_AI_SECOND_CHECK=off lets it check
            no answer a second time; NEXUS_AI_EXTRACTION=off keeps it from
            reading messages for insights; NEXUS_AI=off turns all of it off.
            """)

    @Option(help: "The address to listen on.")
    var host: String = ServerEnvironment.text("NEXUS_HOST") ?? "127.0.0.1"

    @Option(help: "The port to listen on; 0 picks a free one.")
    var port: Int = ServerEnvironment.number("NEXUS_PORT") ?? 8480

    @Option(help: "The folder of the database; created if missing.")
    var data: String = ServerEnvironment.text("NEXUS_DATA") ?? "data"

    @Option(help: "The folder of the web client; without it only the API is served.")
    var web: String?

    @Option(help: "An additional origin whose pages may use the server. Repeatable.")
    var allowOrigin: [String] = ServerEnvironment.list("NEXUS_ALLOWED_ORIGINS")

    @Option(help: "The only address at which browsers are served, such as https://chat.example.org.")
    var publicURL: String?

    @Option(help: "Connections in all, within the system's limit of open files.")
    var maxConnections: Int = ServerEnvironment.number("NEXUS_MAX_CONNECTIONS") ?? 20_000

    @Option(help: "Connections per address, except live sockets.")
    var connectionsPerAddress: Int = ServerEnvironment.number("NEXUS_CONNECTIONS_PER_ADDRESS") ?? 256

    @Flag(inversion: .prefixedNo, help: "Limit how often people may sign up, sign in and post.")
    var rateLimits: Bool = ServerEnvironment.text("NEXUS_RATE_LIMITS") != "off"

    @Flag(help: "Trust X-Forwarded-For and X-Forwarded-Proto: only behind a proxy that sets them.")
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

    @Flag(help: "Add a small demo team, unless it exists.")
    var demo = ServerEnvironment.text("NEXUS_DEMO") == "1"

    @Option(help: "With open, everyone may open an account while the server runs: for trials and tests.")
    var join: JoinOption?

    @Option(help: "trace, debug, info, notice, warning, error or critical.")
    var logLevel: String = ServerEnvironment.text("NEXUS_LOG_LEVEL") ?? "notice"

    /// What `--join` takes.
    enum JoinOption: String, ExpressibleByArgument {
        case open
    }

    /// The demo team is there to be tried.
    private var isOpenToEveryone: Bool { join == .open || demo || ServerEnvironment.text("NEXUS_JOIN") == "open" }

    private var publicName: String? { publicURL ?? ServerEnvironment.text("NEXUS_PUBLIC_URL") }

    private var webFolder: String? { web ?? ServerEnvironment.text("NEXUS_WEB") }

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("A port is 0 to 65535, not \(port).") }
        guard (4...20).contains(passwordCost) else { throw ValidationError("The password cost is 4 to 20.") }
        guard (0...256).contains(threads) else { throw ValidationError("Threads are 0 to 256.") }
        for megabytes in [mediaPerPerson, mediaTotal] {
            guard (1...1_000_000_000).contains(megabytes) else {
                throw ValidationError("Space for files is 1 to 1000000000 megabytes.")
            }
        }
        guard (1...1_000_000).contains(maxConnections), (1...1_000_000).contains(connectionsPerAddress) else {
            throw ValidationError("Connections are 1 to 1000000.")
        }
        if let publicName, PublicAddress(publicName) == nil {
            throw ValidationError("\"\(publicName)\" is not the address of a server, as https://chat.example.org.")
        }
        guard TimeZone(identifier: zone) != nil else { throw ValidationError("There is no time zone \"\(zone)\".") }
        guard Logger.Level(rawValue: logLevel) != nil else {
            throw ValidationError("There is no log level \"\(logLevel)\".")
        }
    }

    func run() async throws {
        LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
        var logger = Logger(label: "nexus")
        logger.logLevel = Logger.Level(rawValue: logLevel) ?? .notice
        try DataFolder.prepare(data, logger)
        let application: NexusApplication
        do {
            var settings = try configuration()
            settings.transport.maximumConnections = try connections(logger)
            if demo {
                try await DemoTeam.fill(
                    settings.database, passwordCostLog2: settings.passwordCostLog2, now: settings.now)
            }
            application = try NexusApplication(settings, logger: logger) { port in
                announce(port: port)
            }
        } catch let error as DatabaseError {
            throw CommandProblem("The database in \"\(data)\" cannot be opened. \(error.text)")
        } catch let error as ChatSettingsError {
            throw CommandProblem(error.text)
        } catch let error as ProviderSettingsError {
            throw CommandProblem(error.text)
        } catch let error as PushSettingsError {
            throw CommandProblem(error.text)
        } catch let error as MailSettingsError {
            throw CommandProblem(error.text)
        } catch let error as WebFolderError {
            throw CommandProblem("The web client in \"\(webFolder ?? "")\" cannot be served. \(error.text)")
        }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [application], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        do {
            try await group.run()
        } catch let error as IOError {
            throw CommandProblem(
                "The server cannot listen on \(host) port \(port): \(String(cString: strerror(error.errnoCode)).lowercased())."
            )
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

    private func configuration() throws -> ServerConfiguration {
        var configuration = ServerConfiguration(
            database: DatabaseConfiguration(storage: .file(data + "/nexus.sqlite"))
        ) {
            Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
        }
        configuration.database.reserveBytes = 64 << 20
        if let bytes = FileSizeLimit.heeded() { configuration.database.limitFiles(to: bytes) }
        configuration.webFolder = webFolder
        // For measuring: `nexus bench` runs the same work without what follows it.
        configuration.followsChanges = ServerEnvironment.text("NEXUS_BACKGROUND") != "off"
        configuration.models = ModelFolder(environment: ProcessInfo.processInfo.environment)
        configuration.languageModel = try LanguageModelSettings(environment: ProcessInfo.processInfo.environment)
        configuration.zone = TimeZone(identifier: zone) ?? .current
        configuration.media.folder = data + "/media"
        configuration.exportFolder = data + "/exports"
        configuration.media.bytesPerPerson = Int64(mediaPerPerson) << 20
        configuration.media.bytesInTotal = Int64(mediaTotal) << 20
        configuration.transport.host = host
        configuration.transport.port = port
        configuration.transport.allowedOrigins = allowOrigin
        configuration.transport.publicAddress = publicName.flatMap(PublicAddress.init)
        configuration.transport.connectionsPerAddress = connectionsPerAddress
        configuration.mail = try MailSettings(
            environment: ProcessInfo.processInfo.environment, publicAddress: configuration.transport.publicAddress)
        configuration.push = try PushSettings(
            environment: ProcessInfo.processInfo.environment,
            publicOrigin: configuration.transport.publicAddress?.origin)
        configuration.signIn = try SignInSettings(
            environment: ProcessInfo.processInfo.environment, publicAddress: configuration.transport.publicAddress)
        configuration.isOpenToEveryone = isOpenToEveryone
        configuration.rateLimits.isOn = rateLimits
        configuration.rateLimits.trustsProxy = trustProxy
        configuration.eventLoopThreads = threads
        configuration.passwordCostLog2 = passwordCost
        return configuration
    }

    /// Says where the server is, and what to do next.
    private func announce(port: Int) {
        let shown = host == "0.0.0.0" || host == "::" ? "127.0.0.1" : host
        let url = "http://\(shown.contains(":") ? "[\(shown)]" : shown):\(port)"
        let program = CommandLine.arguments[0]
        Output.line("Nexus is listening on \(url)")
        let hasWeb = webFolder != nil
        if let link = SetupLink.text(data: data, server: publicName ?? url) {
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
