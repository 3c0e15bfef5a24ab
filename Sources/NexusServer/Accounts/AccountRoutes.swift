import HTTPTypes
import Hummingbird
import NexusCore

/// Accounts and sessions over HTTP. Tokens are returned in the body, or in cookies on a browser's request.
struct AccountRoutes: Sendable {
    let accounts: AccountService
    let limits: AccountLimits
    let peopleLimit: UserLimit
    let cookies: SessionCookies

    func addOpen(to router: some RouterMethods<NexusRequestContext>) {
        router.respond(to: Endpoints.signUp) { bytes, request, context in
            let origin = context.origin(of: request, trustingProxy: limits.trustsProxy)
            try limits.signUp(from: origin.address)
            try cookies.requireOwnPageIfWanted(request)
            return cookies.response(try await accounts.signUp(try .decode(bytes), from: origin), to: request)
        }
        router.respond(to: Endpoints.signIn) { bytes, request, context in
            let body = try SignInRequest.decode(bytes)
            try cookies.requireOwnPageIfWanted(request)
            let origin = context.origin(of: request, trustingProxy: limits.trustsProxy)
            let signedIn = try await limits.signIns.attempt(from: origin.address, email: body.email) {
                try await accounts.signIn(body, from: origin)
            }
            return cookies.response(signedIn, to: request)
        }
        router.respond(to: Endpoints.refresh) { bytes, request, context in
            guard cookies.areWanted(by: request.head) else {
                return Response(json: try await accounts.refresh(try .decode(bytes)))
            }
            return try await refreshByCookie(bytes, request, context)
        }
    }

    func addEnrolling(to router: some RouterMethods<NexusRequestContext>) {
        router.respond(to: Endpoints.endSession) { _, request, context in
            let session = try context.requireSession()
            if context.parameters.get("session") == "others" {
                try await accounts.endOthers(of: session)
                return Response(json: Nothing())
            }
            let ended =
                context.parameters.get("session") == "current" ? session.session : try context.identifier("session")
            try await accounts.end(ended, of: session)
            var response = Response(json: Nothing())
            if ended == session.session, cookies.areWanted(by: request.head) {
                response.headers.append(contentsOf: cookies.farewell(to: request.head))
            }
            return response
        }
    }

    func addAuthorized(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.security) { _, request, context in
            let before = try request.number("before") ?? .max
            return try await accounts.security(of: context.requireSession().user, before: before)
        }
        router.serve(Endpoints.sessions) { _, _, context in try await accounts.sessions(of: context.requireSession()) }
        router.serve(Endpoints.profile) { _, _, context in try context.requireSession().profile }
        router.serve(Endpoints.people) { _, request, context in
            let user = try context.requireSession().user
            try peopleLimit.take(user)
            return try await accounts.people(try PeopleQuery(request), for: user)
        }
        router.serve(Endpoints.person) { _, _, context in
            let user = try context.requireSession().user
            try peopleLimit.take(user)
            return try await accounts.person(context.identifier("user"), for: user)
        }
    }

    // MARK: Browsers

    /// The response to an ended session deletes its cookies.
    private func refreshByCookie(
        _ bytes: [UInt8], _ request: Request, _ context: NexusRequestContext
    ) async throws -> Response {
        try cookies.requireOwnPage(request.head)
        let body = try CookieRefreshRequest.decode(bytes.isEmpty ? Array("{}".utf8) : bytes)
        do {
            guard let token = cookies.refreshToken(of: request.head) else { throw Refusal.notSignedIn }
            let signedIn = try await accounts.refresh(RefreshRequest(refreshToken: token, attempt: body.attempt))
            return cookies.response(signedIn, to: request)
        } catch let refusal as Refusal where refusal.code.status == 401 {
            var response = ErrorResponseMiddleware.response(to: refusal, logger: context.logger)
            response.headers.append(contentsOf: cookies.farewell(to: request.head))
            return response
        }
    }
}
