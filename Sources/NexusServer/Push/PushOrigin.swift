/// The party that answers for an endpoint: a service of the operator's settings, or the origin of a URL that a device chose.
struct PushOrigin: Hashable, Sendable {
    enum Kind: Sendable {
        /// The operator's settings name it.
        case configured
        /// The push service of a browser, which many devices share.
        case known
        /// Any host that a member named.
        case other
    }

    /// A name of ``PushEndpoint/Service``, or an origin (RFC 6454, section 6.2); empty for an address that is no URL.
    let text: String
    let kind: Kind

    init(of endpoint: PushEndpoint) {
        guard endpoint.service == .web else {
            (text, kind) = (endpoint.service.rawValue, .configured)
            return
        }
        guard let url = try? PublicURL(endpoint.address) else {
            (text, kind) = ("", .other)
            return
        }
        text = url.origin
        kind = url.isSecure && url.port == 443 && PushOrigin.isKnown(url.host) ? .known : .other
    }

    /// Whether it is a host of Google's, Mozilla's, Apple's or Microsoft's service for browsers.
    private static func isKnown(_ host: String) -> Bool {
        ["fcm.googleapis.com", "updates.push.services.mozilla.com"].contains(host)
            || [".push.apple.com", ".notify.windows.com"].contains { host.hasSuffix($0) }
    }
}
