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
            let query = try PeopleQuery(request, limit: AdministrationService.rowsPerAnswer)
            let filter: AccountFilter? = try request.word("state")
            return try await administration.accounts(query, filter, for: context.requireSession().user)
        }
        router.serve(Endpoints.audit) { _, request, context in
            return try await administration.audit(AuditQuery(request), for: context.requireSession().user)
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

extension AuditQuery {
    /// - Throws: `Refusal` (`invalid_request`).
    fileprivate init(_ request: Request) throws {
        let parameters = request.uri.queryParameters
        before = try request.number("before") ?? .max
        withSignIns = parameters["sign-ins"] == "true"
        acts = (parameters["acts"] ?? "").split(separator: ",").map(String.init)
        guard acts.count <= AuditEntry.Act.allCases.count else {
            throw Refusal(.invalidRequest, "acts are at most \(AuditEntry.Act.allCases.count) beginnings of acts.")
        }
        person = parameters["person"].map(String.init) ?? ""
    }
}
