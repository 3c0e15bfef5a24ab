import AsyncHTTPClient
import Logging
import NIOCore
import NexusCore
import NexusDatabase

/// The transports of every push service that this server can use.
struct PushTransports: PushTransport {
    /// The services that are configured.
    let services: Set<PushEndpoint.Service>

    private let transports: [PushEndpoint.Service: any PushTransport]
    /// Registers this server with its relay; nil without one.
    let enrolment: RelayEnrolment?
    private let clients: PushClients
    private let client: HTTPClient

    /// - Parameter database: keeps the server's account at its relay.
    /// - Throws: ``PushSettingsError``.
    init(
        _ settings: PushSettings, keys: VAPIDKeys, database: any Database, group: any EventLoopGroup,
        now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) throws(PushSettingsError) {
        let roots = try settings.certificates()
        clients = PushClients(
            local: settings.local, roots: roots, patience: settings.patience,
            resolver: settings.resolver, group: group, now: now)
        let tokens = VAPIDTokens(keys, contact: settings.contact, now: now)
        var transports: [PushEndpoint.Service: any PushTransport] = [
            .web: WebPushTransport(tokens, clients: clients, now: now)
        ]
        client = HTTPClient(
            eventLoopGroup: group, configuration: .push(roots: roots, patience: settings.patience))
        let post = PushPost(client: client, patience: settings.patience)
        if let apple = settings.apple {
            let transport = ApplePushTransport(apple, post: post, now: now)
            transports[.apple] = transport
            transports[.appleSandbox] = transport
        }
        if let google = settings.google { transports[.google] = GooglePushTransport(google, post: post, now: now) }
        enrolment = settings.relay.map {
            RelayEnrolment($0, post: post, database: database, now: now, logger: logger)
        }
        if let relay = settings.relay, let enrolment {
            transports[.relay] = RelayPushTransport(settings: relay, enrolment: enrolment, post: post, now: now)
        }
        self.transports = transports
        services = Set(transports.keys)
        logger.info(
            "push services", metadata: ["services": "\(services.map(\.rawValue).sorted().joined(separator: " "))"])
    }

    func send(_ push: OutgoingPush, to endpoint: PushEndpoint) async -> PushOutcome {
        guard let transport = transports[endpoint.service] else {
            return .refused(PushFailure(reason: "service", text: "This server has no keys of that push service."))
        }
        return await transport.send(push, to: endpoint)
    }

    /// Closes every connection; what is under way fails.
    func shutdown() async {
        await clients.shutdown()
        try? await client.shutdown().get()
    }
}
