import ServiceLifecycle

/// E-mail: its queue, its delivery, and what administrators see of both.
struct MailPart: ServerPart {
    private let context: ServerContext
    /// Nil where no mail server is configured.
    let queue: MailQueue?
    private let delivery: MailDelivery?
    private let administration: MailAdministration

    /// - Throws: `MailSettingsError`.
    init(_ context: ServerContext) throws(MailSettingsError) {
        self.context = context
        let limit = UserLimit(
            context.rateLimits, atOnce: 5, perMinute: 5, text: "Too many test messages at once. Wait a moment.",
            now: context.now)
        guard let settings = context.configuration.mail else {
            queue = nil
            delivery = nil
            administration = MailAdministration(
                database: context.database, mail: nil, limit: limit, now: context.now)
            return
        }
        let transport = try SMTPTransport(
            settings.smtp, clientName: PublicAddress(settings.server)?.authority, group: context.eventLoops)
        let delivery = MailDelivery(
            database: context.database, transport: transport, sender: settings.sender.address, now: context.now,
            logger: context.logger)
        self.delivery = delivery
        queue = MailQueue(settings: settings) { delivery.wake() }
        administration = MailAdministration(
            database: context.database, mail: (settings, transport, delivery), limit: limit, now: context.now)
    }

    var name: String { "mail" }

    var health: [HealthPart] {
        guard let delivery else { return [] }
        let problem = delivery.problem
        return context.led([HealthPart(name, problem == nil ? .ok : .degraded, reason: problem)])
    }

    func othersWrote() { delivery?.wake() }

    func register(in registration: Registration) {
        MailRoutes(administration: administration).add(to: registration.authorized)
        delivery?.counters.register(in: registration.metrics) { [delivery] in delivery?.backlog.count ?? 0 }
    }

    var services: [any Service] {
        guard let delivery else { return [] }
        return [BackgroundService("mail", by: context.leadership) { await delivery.run() }]
    }
}
