import HTTPTypes

/// The security headers of the web client (docs/security.md).
enum WebHeaders {
    /// Scripts, styles and connections of this server alone, and no inline ones; text becomes markup or script nowhere.
    static let policy = [
        "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "img-src 'self' blob: data:",
        "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'", "media-src 'self' blob:", "base-uri 'none'",
        "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types nexus",
    ].joined(separator: "; ")

    /// Devices of the computer: the client uses the microphone, for voice messages, and no other.
    static let permissions = [
        "camera=()", "display-capture=()", "geolocation=()", "hid=()", "microphone=(self)", "midi=()", "payment=()",
        "serial=()", "usb=()",
    ].joined(separator: ", ")

    static func fields(for role: WebResource.Role) -> HTTPFields {
        switch role {
        case .page: page
        case .worker: worker
        case .part: part
        }
    }

    private static let part = fields([("Cross-Origin-Resource-Policy", "same-origin")])

    /// A worker's policy comes with its own script, not with its page.
    private static let worker = fields([
        ("Cross-Origin-Resource-Policy", "same-origin"), ("Content-Security-Policy", policy),
    ])

    private static let page = fields([
        ("Cross-Origin-Resource-Policy", "same-origin"), ("Content-Security-Policy", policy),
        ("Cross-Origin-Opener-Policy", "same-origin"), ("Permissions-Policy", permissions),
    ])

    private static func fields(_ list: [(name: String, value: String)]) -> HTTPFields {
        var fields = HTTPFields()
        for (name, value) in list {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return fields
    }
}
