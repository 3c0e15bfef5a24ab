/// Reports, suspended accounts and the record of what administrators did.
struct ModerationPart: ServerPart {
    let context: ServerContext

    init(_ context: ServerContext) { self.context = context }

    var name: String { "moderation" }

    func register(in registration: Registration) {
        let routes = AdministrationRoutes(
            administration: AdministrationService(
                database: context.database, gate: registration.gate, now: context.now,
                sessionEnded: { [nodes = context.nodes] in nodes.end($0) }))
        routes.addAuthorized(to: registration.authorized)
        routes.addProved(to: registration.proved)
    }
}
