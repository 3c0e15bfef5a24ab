import NexusCore
import NexusDatabase
import ServiceLifecycle

/// Push notifications: who is told, the queue, its delivery, and the devices that are registered.
struct NotificationsPart: ServerPart {
    private let context: ServerContext
    private let pushServices: PushServices
    let delivery: PushDelivery
    private let projection: NotificationProjection
    /// Forgets the devices of ended sessions.
    private let devices: BackgroundPass
    /// Nil where no mail server is configured.
    private let mails: (pass: BackgroundPass, work: MissedMailPass)?

    /// - Throws: `PushSettingsError`.
    init(_ context: ServerContext, _ mail: MailPart) throws(PushSettingsError) {
        self.context = context
        let services: PushServices
        if let standIn = context.configuration.pushServices {
            services = standIn
        } else {
            services = try Self.services(context)
        }
        pushServices = services
        let server = context.configuration.transport.publicAddress?.origin ?? ""
        let composer = PushComposer(server: server, zone: context.configuration.zone, now: context.now) {
            [nodes = context.nodes] session, user in
            nodes.activeSessions(of: user).contains(session)
        }
        let delivery = PushDelivery(
            database: context.database, transport: services.transport, composer: composer,
            pace: context.configuration.pushPace, now: context.now, logger: context.logger)
        self.delivery = delivery
        projection = NotificationProjection(
            zone: context.configuration.zone, sendsMails: mail.queue != nil, now: context.now,
            activeSessions: { [nodes = context.nodes] in nodes.activeSessions(of: $0) }, queued: { delivery.wake() })
        func pass(_ name: String) -> BackgroundPass {
            BackgroundPass(
                name, database: context.database, pace: context.configuration.backgroundPace, logger: context.logger)
        }
        devices = pass("devices")
        mails = mail.queue.map { queue in
            (
                pass("missed"),
                MissedMailPass(
                    database: context.database, mails: queue, unsubscription: Unsubscription(),
                    zone: context.configuration.zone, now: context.now)
            )
        }
    }

    var name: String { "notifications" }

    var projections: [any Projection] { [projection] }

    var health: [HealthPart] {
        context.led([delivery.health, devices.health] + (mails.map { [$0.pass.health] } ?? []))
    }

    func othersWrote() { delivery.wake() }

    func register(in registration: Registration) {
        UnsubscribeRoutes(
            unsubscription: Unsubscription(), gate: registration.gate, database: context.database, now: context.now
        ).add(to: registration.open)
        delivery.counters.register(in: registration.metrics) { delivery.waiting }
        PushRoutes(
            pushes: PushService(
                database: context.database, transport: pushServices.transport,
                info: PushInfo(key: pushServices.key, services: pushServices.available.map(\.rawValue)),
                check: pushServices.check, delivery: delivery,
                limit: UserLimit(
                    context.rateLimits, atOnce: 20, perMinute: 20,
                    text: "Too many changes of push notifications. Wait a moment.", now: context.now),
                server: context.configuration.transport.publicAddress?.origin ?? "", now: context.now)
        ).add(to: registration.authorized)
    }

    var services: [any Service] {
        var services: [any Service] = [
            BackgroundService("push notifications", by: context.leadership) { await delivery.run() },
            BackgroundService("registration with the push relay", by: context.leadership) { [pushServices] in
                await pushServices.enrol()
            },
            BackgroundService("devices of ended sessions", by: context.leadership) {
                [devices, database = context.database] in
                await devices.run {
                    try await database.write { try PushEndpointRepository.deleteEnded($0) }
                    return false
                }
            },
        ]
        if let mails {
            services.append(
                BackgroundService("missed messages", by: context.leadership) {
                    await mails.pass.run { try await mails.work.step() }
                })
        }
        return services
    }

    func close() async { await pushServices.shutdown() }

    private static func services(_ context: ServerContext) throws(PushSettingsError) -> PushServices {
        let settings = context.configuration.push
        let transports = try PushTransports(
            settings, keys: context.pushKeys, database: context.database, group: context.eventLoops, now: context.now,
            logger: context.logger)
        return PushServices(
            transport: transports, available: transports.services.sorted { $0.rawValue < $1.rawValue },
            key: context.pushKeys.publicKey,
            check: { endpoint in
                try PushEndpoint.check(
                    endpoint.service, address: endpoint.address, publicKey: endpoint.publicKey,
                    secret: endpoint.secret, settings: settings)
            }, enrol: { await transports.enrolment?.run() }, shutdown: { await transports.shutdown() })
    }
}
