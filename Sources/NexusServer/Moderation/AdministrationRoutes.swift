import Hummingbird
import NexusCore

/// Administration over HTTP.
struct AdministrationRoutes: Sendable {
    let administration: AdministrationService

    func addAuthorized(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.reports) { _, request, context in
            let areDecided = request.uri.queryParameters["state"] == "decided"
            return try await administration.reports(areOpen: !areDecided, for: context.requireSession().user)
        }
        router.serve(Endpoints.resolveReport) { resolution, _, context in
            let report: ReportID = try context.identifier("report")
            return try await administration.resolve(report, as: resolution, by: context.requireSession().user)
        }
        router.serve(Endpoints.accounts) { _, request, context in
            let query = request.uri.queryParameters["query"].map(String.init) ?? ""
            return try await administration.accounts(matching: query, for: context.requireSession().user)
        }
        router.serve(Endpoints.audit) { _, request, context in
            let before = try request.number("before") ?? .max
            let withSignIns = request.uri.queryParameters["sign-ins"] == "true"
            return try await administration.audit(
                before: before, withSignIns: withSignIns, for: context.requireSession().user)
        }
    }

    /// What changes who gets in.
    func addProved(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.addAccount) { addition, _, context in
            try await administration.add(addition, by: context.requireSession().user)
        }
        router.serve(Endpoints.updateAccount) { change, _, context in
            let user: UserID = try context.identifier("user")
            return try await administration.update(user, change, by: context.requireSession().user)
        }
    }
}
