import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NexusCore

/// Sign-in with providers over HTTP.
struct ProviderRoutes: Sendable {
    private static let invitationBytes = 200

    let signIns: ProviderSignIn
    let connections: ConnectionService
    let administration: ProviderAdministration
    let logout: ProviderLogout
    let limits: AccountLimits
    let starts: TokenBuckets<String>?
    let cookies: SessionCookies

    func addOpen(to router: some RouterMethods<NexusRequestContext>) {
        router.respond(to: Endpoints.startProvider) { bytes, request, context in
            try cookies.requireOwnPageIfWanted(request)
            try count(request, context)
            let start = try ProviderStart.decode(bytes)
            guard start.invitation?.utf8.count ?? 0 <= ProviderRoutes.invitationBytes else {
                throw Refusal(.invalidRequest, "invitation is the part of a link behind #.")
            }
            // It is kept until the sign-in is finished.
            let device = AccountService.deviceName(start.device)
            return try await begin(
                .signIn(device: device, invitation: start.invitation), start, request, context)
        }
        router.respond(to: Endpoints.finishProvider) { bytes, request, context in
            try cookies.requireOwnPageIfWanted(request)
            let answer = try ProviderAnswer.decode(bytes)
            let origin = context.origin(of: request, trustingProxy: limits.trustsProxy)
            let signedIn = try await signIns.finish(
                context.parameters.get("provider"), answer, binding: binding(of: request, answer), from: origin)
            var response = cookies.response(signedIn, to: request)
            if cookies.areWanted(by: request.head) { response.headers.append(cookie(for: request).taken) }
            return response
        }
        router.respond(to: Endpoints.providerCallback) { _, request, context in
            try await callback(request, context)
        }
        router.serve(Endpoints.providerNonce) { _, request, context in
            try count(request, context)
            return try await signIns.nonce(context.parameters.get("provider"))
        }
        router.respond(to: Endpoints.signInWithToken) { bytes, request, context in
            try cookies.requireOwnPageIfWanted(request)
            let origin = context.origin(of: request, trustingProxy: limits.trustsProxy)
            let signedIn = try await signIns.signIn(
                context.parameters.get("provider"), try ProviderToken.decode(bytes), from: origin)
            return cookies.response(signedIn, to: request)
        }
        router.respond(to: Endpoints.providerLogout, maximumBytes: 2 * SignedToken.bytes) { bytes, request, context in
            let form = URLComponents(string: "?" + String(decoding: bytes, as: UTF8.self))
            let token = form?.queryItems?.first { $0.name == "logout_token" }?.value ?? ""
            try await failuresCounted(request, context) {
                try await logout.end(context.parameters.get("provider"), token)
            }
            return Response(json: Nothing())
        }
    }

    func addAuthorized(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.connectedProviders) { _, _, context in
            try await connections.list(of: context.requireSession().user)
        }
        router.serve(Endpoints.finishConnection) { answer, request, context in
            let user = try context.requireSession().user
            let (person, settings) = try await signIns.connection(
                context.parameters.get("provider"), answer, binding: binding(of: request, answer), of: user)
            return try await connections.connect(person, settings, with: user)
        }
        router.serve(Endpoints.providers) { _, _, context in
            try await administration.report(for: context.requireSession().user)
        }
        router.serve(Endpoints.testProvider) { _, _, context in
            try await administration.test(context.parameters.get("provider"), by: context.requireSession().user)
        }
    }

    /// Who holds a stolen session opens no way in for later, and takes none away.
    func addProved(to router: some RouterMethods<NexusRequestContext>) {
        router.respond(to: Endpoints.connectProvider) { bytes, request, context in
            let user = try context.requireSession().user
            try count(request, context)
            return try await begin(.connect(user), try ProviderStart.decode(bytes), request, context)
        }
        router.serve(Endpoints.disconnectProvider) { _, _, context in
            try await connections.disconnect(context.parameters.get("provider"), from: context.requireSession().user)
        }
    }

    // MARK: Binding

    /// Begins a sign-in of a browser, which gets a cookie, or of a program, which has a verifier.
    private func begin(
        _ purpose: PendingSignIns.Purpose, _ start: ProviderStart, _ request: Request, _ context: NexusRequestContext
    ) async throws -> Response {
        let name = context.parameters.get("provider")
        guard cookies.areWanted(by: request.head) else {
            guard let challenge = start.challenge.flatMap(Base64URL.bytes), challenge.count == 32 else {
                throw Refusal(.invalidRequest, "challenge is the SHA-256 of a verifier, in URL-safe Base64.")
            }
            if let port = start.port, !(1_024...65_535).contains(port) {
                throw Refusal(.invalidRequest, "port is 1024 to 65535.")
            }
            return Response(json: try await signIns.start(name, for: purpose, binding: challenge, port: start.port))
        }
        let value = Token.link()
        var response = Response(
            json: try await signIns.start(name, for: purpose, binding: Token.hash(value)))
        response.headers.append(cookie(for: request).given(value))
        return response
    }

    private func binding(of request: Request, _ answer: ProviderAnswer) -> String? {
        cookies.areWanted(by: request.head) ? cookie(for: request).value(in: request.head) ?? "" : answer.verifier ?? ""
    }

    private func cookie(for request: Request) -> ProviderCookie {
        ProviderCookie(isSecure: cookies.isSecure(request.head))
    }

    /// - Throws: `Refusal` (`rate_limited`).
    private func count(_ request: Request, _ context: NexusRequestContext) throws {
        let address = context.clientAddress(of: request, trustingProxy: limits.trustsProxy)
        if let wait = starts?.take(address) { throw Refusal.tooManyAtOnce(wait) }
    }

    /// Counts what a provider sends only if it is refused: a provider may end many sessions at once. An unusable token is status 400 (OpenID
    /// Connect Back-Channel Logout 1.0 §2.8).
    private func failuresCounted(
        _ request: Request, _ context: NexusRequestContext, _ body: () async throws -> Void
    ) async throws {
        let address = context.clientAddress(of: request, trustingProxy: limits.trustsProxy)
        if let wait = starts?.wait(address) { throw Refusal.tooManyAtOnce(wait) }
        do {
            try await body()
        } catch let refusal as Refusal where refusal.code == .providerInvalid {
            starts?.charge(address)
            throw Refusal(.invalidRequest, refusal.message)
        }
    }

    // MARK: The way back

    /// Leads to the page of this server that finishes the sign-in, or to the program on this device that began it: nowhere else. It changes
    /// nothing, so it needs no proof of where it comes from. The answer stands after `#`, which no server sees and no page passes on.
    private func callback(_ request: Request, _ context: NexusRequestContext) async throws -> Response {
        let provider = try signIns.directory.provider(context.parameters.get("provider"))
        let name = provider.settings.name
        let query = request.uri.queryParameters
        let fields = ["state", "code", "error", "iss"].compactMap { field -> (String, String)? in
            query[Substring(field)].flatMap { value in
                value.utf8.count <= ProviderSignIn.answerBytes ? (field, String(value)) : nil
            }
        }
        let state = fields.first { $0.0 == "state" }?.1 ?? ""
        let target =
            try await signIns.port(of: state, name).map { "http://127.0.0.1:\($0)/?\(ProviderAddress.form(fields))" }
            ?? "/provider#\(ProviderAddress.form([("provider", name)] + fields))"
        return Response(status: .seeOther, headers: [.location: target])
    }
}

extension Refusal {
    fileprivate static func tooManyAtOnce(_ wait: Int64) -> Refusal {
        Refusal(.rateLimited, "Too many sign-ins from this address at once. Wait a moment.", retryAfter: wait)
    }
}
