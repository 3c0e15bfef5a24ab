import HTTPTypes
import Hummingbird
import NexusCore

/// The host that passkeys are for: that of the server's public address, or `localhost`.
struct PasskeyHost: Sendable {
    let transport: TransportConfiguration

    /// Nil where browsers have no passkeys.
    func party(of request: HTTPRequest) -> RelyingParty? {
        if let address = transport.publicAddress {
            return RelyingParty(scheme: address.scheme, authority: address.authority)
        }
        // Without a public address a request's Host is trusted for the server's own machine alone.
        return RelyingParty(
            scheme: transport.isSecure ? "https" : "http", authority: request.authority?.lowercased() ?? "")
    }

    /// - Throws: `Refusal` (`passkeys_unavailable`).
    func require(_ request: Request) throws(Refusal) -> RelyingParty {
        guard let party = party(of: request.head) else { throw Refusal.passkeysUnavailable }
        return party
    }
}

extension Refusal {
    fileprivate static let passkeysUnavailable = Refusal(
        .passkeysUnavailable,
        "Passkeys need an address with a host name and TLS, such as https://chat.example.org, or http://localhost. "
            + "Ask an administrator of your team to set the server's public address.")
}
