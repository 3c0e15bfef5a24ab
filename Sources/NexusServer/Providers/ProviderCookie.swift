import HTTPTypes
import Hummingbird

/// The cookie that binds a sign-in to the browser that began it, so that nobody can finish theirs in another's browser. It comes back only to
/// requests of this server's own pages, and with TLS no other host can plant one.
struct ProviderCookie: Sendable {
    let isSecure: Bool

    private var name: String { isSecure ? "__Host-nexus-provider" : "nexus-provider" }

    /// - Parameter life: milliseconds.
    func given(_ value: String, for life: Int64 = PendingSignIns.life) -> HTTPField {
        let attributes = "; Path=/; Max-Age=\(life / 1_000); HttpOnly; SameSite=Strict"
        return HTTPField(name: .setCookie, value: "\(name)=\(value)\(attributes)\(isSecure ? "; Secure" : "")")
    }

    var taken: HTTPField { given("", for: 0) }

    func value(in request: HTTPRequest) -> String? {
        Cookies(from: request.headerFields[values: .cookie])[name]?.value
    }
}
