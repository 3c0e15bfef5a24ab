import HTTPTypes
import Hummingbird
import NexusCore

/// A browser's session in cookies: sets them, and reads them from requests of this server's own pages
/// (docs/decisions/0009-sessions-of-browsers-in-cookies.md).
struct SessionCookies: Sendable {
    let transport: TransportConfiguration
    /// Whether to trust `X-Forwarded-Proto`, because the operator's proxy sets it.
    let trustsProxy: Bool

    /// Whether a request wants its session in cookies, or has it there: `Nexus-Session: cookie`. A page of another
    /// origin cannot send that header, since this server grants no origin a preflight (Fetch §4.8).
    func areWanted(by request: HTTPRequest) -> Bool { request.headerFields[.nexusSession]?.lowercased() == "cookie" }

    /// Accepts only requests of pages of this server's own origin.
    ///
    /// - Throws: `Refusal`: `wrong_origin`.
    func requireOwnPage(_ request: HTTPRequest) throws(Refusal) {
        guard areWanted(by: request) else {
            throw Refusal(
                .wrongOrigin, "With a cookie, requests that change something need the header \"Nexus-Session: cookie\"."
            )
        }
        let site = request.headerFields[.secFetchSite]?.lowercased()
        let isOwn =
            request.headerFields[.origin] != nil
            ? transport.allowsOrigin(of: request) && (site == nil || site == "same-origin") : site == "same-origin"
        guard isOwn else { throw Refusal(.wrongOrigin, "Pages of this origin may not use a session of this server.") }
    }

    // MARK: Reading

    /// The access token of an HTTP request; `nil` without a cookie.
    ///
    /// - Throws: `Refusal`: `wrong_origin` if the request could change something and is not from an own page.
    func accessToken(of request: HTTPRequest) throws(Refusal) -> String? {
        guard let token = value(.access, in: request) else { return nil }
        if request.method != .get, request.method != .head { try requireOwnPage(request) }
        return token
    }

    /// The access token of a request for the live socket, which cannot carry our header.
    ///
    /// - Throws: `Refusal`: `wrong_origin` unless the browser's `Origin` is ours.
    func liveAccessToken(of request: HTTPRequest) throws(Refusal) -> String? {
        guard let token = value(.access, in: request) else { return nil }
        guard request.headerFields[.origin] != nil, transport.allowsOrigin(of: request) else {
            throw Refusal(.wrongOrigin, "Pages of this origin may not open the live socket.")
        }
        return token
    }

    func refreshToken(of request: HTTPRequest) -> String? { value(.refresh, in: request) }

    private func value(_ kind: SessionCookie.Kind, in request: HTTPRequest) -> String? {
        let cookies = Cookies(from: request.headerFields[values: .cookie])
        let names = [true, false].map { SessionCookie(kind: kind, isSecure: $0).name }
        // Over TLS a cookie without its binding name may have been planted.
        let read = isSecure(request) ? names.prefix(1) : names[...]
        return read.lazy.compactMap { cookies[$0]?.value }.first { !$0.isEmpty }
    }

    // MARK: Giving and taking

    /// The headers that put a session's tokens into cookies.
    func fields(of signedIn: SignedIn, for request: HTTPRequest) -> [HTTPField] {
        let isSecure = isSecure(request)
        return [
            SessionCookie(kind: .access, isSecure: isSecure).given(signedIn.accessToken, for: signedIn.expiresIn),
            SessionCookie(kind: .refresh, isSecure: isSecure)
                .given(signedIn.refreshToken, for: SessionTokens.refreshLife),
        ]
    }

    /// The headers that take a session's cookies away.
    func farewell(to request: HTTPRequest) -> [HTTPField] {
        let isSecure = isSecure(request)
        return [SessionCookie.Kind.access, .refresh].map { SessionCookie(kind: $0, isSecure: isSecure).taken }
    }

    /// Whether the browser used TLS: to this server, or according to the proxy or to the `Origin` of its page.
    func isSecure(_ request: HTTPRequest) -> Bool {
        if transport.isSecure { return true }
        if let address = transport.publicAddress { return address.scheme == "https" }
        if trustsProxy, let scheme = request.headerFields[.xForwardedProto]?.split(separator: ",").last {
            return scheme.filter { $0 != " " }.lowercased() == "https"
        }
        guard let origin = request.headerFields[.origin]?.lowercased() else { return false }
        return origin.hasPrefix("https://") && transport.allowsOrigin(of: request)
    }
}

extension HTTPField.Name {
    fileprivate static let nexusSession = HTTPField.Name("Nexus-Session") ?? .cookie
    fileprivate static let secFetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .origin
    fileprivate static let xForwardedProto = HTTPField.Name("X-Forwarded-Proto") ?? .origin
}
