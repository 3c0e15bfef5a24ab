import HTTPTypes

/// One of the two cookies of a browser's session (RFC 6265): hidden from scripts, and sent only with requests of this
/// site's own pages.
///
/// With TLS their names bind them (RFC 6265bis §4.1.3): `__Host-` to this host, `__Secure-` to TLS, so that neither a
/// neighbouring host nor the network can plant one.
struct SessionCookie: Sendable {
    enum Kind: Sendable { case access, refresh }

    let kind: Kind
    let isSecure: Bool

    var name: String {
        switch (kind, isSecure) {
        case (.access, true): "__Host-nexus-access"
        case (.access, false): "nexus-access"
        // A `__Host-` cookie would be sent to every path: this one is sent only where it is spent.
        case (.refresh, true): "__Secure-nexus-refresh"
        case (.refresh, false): "nexus-refresh"
        }
    }

    private var path: String {
        switch kind {
        case .access: "/"
        case .refresh: "/v1/sessions/refresh"
        }
    }

    /// The header that gives a browser this cookie.
    /// - Parameter life: milliseconds.
    func given(_ value: String, for life: Int64) -> HTTPField {
        let attributes = "; Path=\(path); Max-Age=\(life / 1_000); HttpOnly; SameSite=Strict"
        return HTTPField(name: .setCookie, value: "\(name)=\(value)\(attributes)\(isSecure ? "; Secure" : "")")
    }

    /// The header that takes it away.
    var taken: HTTPField { given("", for: 0) }
}
