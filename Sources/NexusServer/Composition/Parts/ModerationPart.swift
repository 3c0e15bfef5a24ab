/// Reports, suspended accounts and the record of what administrators did.
struct ModerationPart: ServerPart {
    let context: ServerContext

    init(_ context: ServerContext) { self.context = context }

    var name: String { "moderation" }

    func register(in registration: Registration) {
        AdministrationRoutes(
            administration: AdministrationService(
                database: context.database, gate: registration.gate, now: context.now,
                sessionEnded: { [hub = context.hub] in hub.end($0) })
        ).add(to: registration.authorized)
    }
}
