import Hummingbird
import NexusCore

/// Invitations over HTTP. The token comes in the body, so that no log of addresses contains it.
struct InvitationRoutes: Sendable {
    let invitations: InvitationService
    let joining: JoinService
    /// Nil where no mail server is configured.
    let mailer: InvitationMailer?
    /// Nil where no mail server is configured.
    let askings: AddressRequests?
    let limits: AccountLimits
    let cookies: SessionCookies
    let now: @Sendable () -> Timestamp

    func addOpen(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.askToJoin) { body, request, context in
            guard let askings else { throw Refusal.noMailToJoin }
            try limits.forgotten(from: context.clientAddress(of: request, trustingProxy: limits.trustsProxy))
            try await joining.requireLinks()
            try askings.take(body.email)
            return Nothing()
        }
        router.serve(Endpoints.lookAtInvitation) { body, request, context in
            try await vouched(request, context) { try await joining.look(body.token) }
        }
        router.respond(to: Endpoints.join) { bytes, request, context in
            try cookies.requireOwnPageIfWanted(request)
            let body = try JoinRequest.decode(bytes)
            let signedIn = try await vouched(request, context) {
                try await joining.join(body, from: context.origin(of: request, trustingProxy: limits.trustsProxy))
            }
            return cookies.response(signedIn, to: request)
        }
        router.respond(to: Endpoints.claim) { bytes, request, context in
            try cookies.requireOwnPageIfWanted(request)
            let body = try ClaimRequest.decode(bytes)
            let signedIn = try await vouched(request, context) {
                try await joining.claim(body, from: context.origin(of: request, trustingProxy: limits.trustsProxy))
            }
            return cookies.response(signedIn, to: request)
        }
    }

    func addAuthorized(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.invite) { body, _, context in
            let session = try context.requireSession()
            // The link opens an existing account.
            if body.person != nil { try session.requireFreshProof(at: now()) }
            return try await invitations.create(body, by: session.user)
        }
        router.serve(Endpoints.mailInvitations) { body, _, context in
            let user = try context.requireSession().user
            guard let mailer else { throw Refusal.mailUnavailable }
            return try await mailer.mail(body, by: user)
        }
        router.serve(Endpoints.mailInvitationAgain) { _, _, context in
            let id: InvitationID = try context.identifier("invitation")
            let user = try context.requireSession().user
            guard let mailer else { throw Refusal.mailUnavailable }
            return try await mailer.again(id, by: user)
        }
        router.serve(Endpoints.invitations) { _, request, context in
            let isOfAll = request.uri.queryParameters["all"] == "true"
            return try await invitations.list(all: isOfAll, for: context.requireSession().user)
        }
        router.serve(Endpoints.revokeInvitation) { _, _, context in
            let id: InvitationID = try context.identifier("invitation")
            try await invitations.revoke(id, by: context.requireSession().user)
            return Nothing()
        }
        router.serve(Endpoints.acceptInvitation) { body, request, context in
            let user = try context.requireSession().user
            return try await vouched(request, context) { try await joining.accept(body.token, by: user) }
        }
    }

    private func vouched<Answer>(
        _ request: Request, _ context: NexusRequestContext, _ body: () async throws -> Answer
    ) async throws -> Answer {
        let address = context.clientAddress(of: request, trustingProxy: limits.trustsProxy)
        return try await limits.vouched(from: address, body)
    }
}

extension Refusal {
    fileprivate static let noMailToJoin = Refusal(
        .mailUnavailable, "This server sends no e-mail. Ask a member of the team for an invitation link.")
}
