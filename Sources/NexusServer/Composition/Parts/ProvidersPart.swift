import NexusCore
import ServiceLifecycle

/// Sign-in with providers (OpenID Connect). A provider that is down keeps the server from nothing but its own sign-ins.
struct ProvidersPart: ServerPart {
    private let context: ServerContext
    private let accounts: AccountsPart
    private let waysIn: WaysIn
    private let directory: ProviderDirectory
    private let conditions: ProviderConditions
    private let media: MediaService?
    /// Set while routes are registered, where the gate to the writer is known.
    private let pictures = OnceSet<ProviderPictures>()
    private let wishes = AsyncStream.makeStream(
        of: ProviderPictures.Wish.self, bufferingPolicy: .bufferingOldest(ProviderPictures.waiting))

    init(_ context: ServerContext, _ accounts: AccountsPart, _ passkeys: PasskeysPart, _ media: MediaPart) {
        self.context = context
        self.accounts = accounts
        waysIn = passkeys.waysIn
        self.media = media.media
        directory = ProviderDirectory(context.configuration.signIn, now: context.now)
        conditions = ProviderConditions(directory)
    }

    var name: String { "providers" }

    var health: [HealthPart] {
        guard !directory.providers.isEmpty else { return [] }
        let problem = conditions.problem
        return [HealthPart(name, problem == nil ? .ok : .degraded, reason: problem)]
    }

    func register(in registration: Registration) {
        let settings = context.rateLimits
        let entry = ProviderEntry(
            database: context.database, accounts: accounts.accounts,
            joining: JoinService(
                database: context.database, accounts: accounts.accounts, gate: registration.gate, now: context.now),
            gate: registration.gate
        ) { [wishes] user, address, settings in
            wishes.continuation.yield(.init(user: user, address: address, title: settings.title))
        }
        if let media {
            pictures.set(
                ProviderPictures(
                    database: context.database, media: media, gate: registration.gate,
                    fetch: context.configuration.signIn.pictures, logger: context.logger, now: context.now))
        }
        let rate = TokenBuckets<String>.Rate(
            burst: Double(settings.providerSignInsAtOnce), perMinute: Double(settings.providerSignInsPerMinute))
        let routes = ProviderRoutes(
            signIns: ProviderSignIn(
                directory: directory, pending: PendingSignIns(database: context.database), entry: entry,
                now: context.now),
            connections: ConnectionService(
                database: context.database, directory: directory, accounts: accounts.accounts, waysIn: waysIn),
            administration: ProviderAdministration(
                database: context.database, directory: directory,
                takesPasswords: context.configuration.signIn.takesPasswords,
                limit: UserLimit(
                    settings, atOnce: 5, perMinute: 5, text: "Too many tests at once. Wait a moment.", now: context.now)
            ),
            logout: ProviderLogout(directory: directory, accounts: accounts.accounts),
            limits: accounts.limits, starts: settings.isOn ? TokenBuckets(rate, now: context.now) : nil,
            cookies: accounts.cookies)
        routes.addOpen(to: registration.open)
        routes.addAuthorized(to: registration.authorized)
        routes.addProved(to: registration.proved)
    }

    var services: [any Service] {
        guard !directory.providers.isEmpty else { return [] }
        var services: [any Service] = []
        if let pictures = pictures.value {
            services.append(BackgroundService("providers' pictures") { [wishes] in await pictures.run(wishes.stream) })
        }
        if context.configuration.signIn.watchesProviders {
            services.append(BackgroundService("providers") { [conditions] in await conditions.watch() })
        }
        return services
    }
}
